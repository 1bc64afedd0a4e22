"""How Amfibido looks in a terminal."""

"""How Amiibart TCG looks in a terminal."""

"""Terminal client for the game Amfibido."""

"""Terminal client for the game Density Deck."""

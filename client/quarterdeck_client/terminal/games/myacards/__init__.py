"""Terminal client for the game MYACARDS."""

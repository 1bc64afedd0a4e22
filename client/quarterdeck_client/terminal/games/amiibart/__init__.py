"""Terminal client for the game Amiibart TCG."""

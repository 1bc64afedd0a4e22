"""Boards that show a match in a terminal: one for each shipped game, and a general one for other games."""

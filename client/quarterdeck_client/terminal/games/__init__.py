"""Boards of games in a terminal: one of the game's own, or the general one."""

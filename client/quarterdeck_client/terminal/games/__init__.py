"""How each game looks in a terminal: a board of its own, or the general one."""

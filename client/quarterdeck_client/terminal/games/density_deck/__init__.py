"""How Density Deck looks in a terminal."""

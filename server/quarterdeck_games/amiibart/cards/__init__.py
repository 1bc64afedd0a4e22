"""The printed cards: one file per Element."""

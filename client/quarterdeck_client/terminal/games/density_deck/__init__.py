"""Density Deck in a terminal."""

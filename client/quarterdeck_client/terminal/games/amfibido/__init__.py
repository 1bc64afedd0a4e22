"""Amfibido in a terminal."""

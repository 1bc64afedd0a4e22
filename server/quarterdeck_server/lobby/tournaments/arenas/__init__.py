"""Arenas: waves of pairings for a fixed time."""

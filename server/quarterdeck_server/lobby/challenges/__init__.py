"""Challenges: one player asks another one for a match."""

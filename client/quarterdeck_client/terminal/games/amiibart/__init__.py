"""Amiibart TCG in a terminal."""

"""Undo by consent: the last action of a match is taken back."""

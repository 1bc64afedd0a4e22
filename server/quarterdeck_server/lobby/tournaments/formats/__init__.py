"""Formats of tournaments with rules of their own: elimination brackets and pods."""

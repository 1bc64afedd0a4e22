"""Ratings, ladders and histories: the consequences of finished matches."""

"""Ratings, ladders and histories: what a match that has ended means."""

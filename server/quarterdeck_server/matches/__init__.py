"""A match being played, without any web or store."""

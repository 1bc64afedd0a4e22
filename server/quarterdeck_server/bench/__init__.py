"""Measurements of the server's speed and size, each a function that a command can call."""

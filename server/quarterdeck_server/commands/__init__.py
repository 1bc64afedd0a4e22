"""The commands of the console program that need the server."""

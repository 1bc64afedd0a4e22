"""Bots of the server, which see only what a player sees, and the processes in which some of them search."""

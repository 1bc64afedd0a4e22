"""Bots of the server, which see only what a player sees, and the separate processes in which the searching bots compute
their actions."""

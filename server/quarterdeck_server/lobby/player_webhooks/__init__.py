"""Webhooks of players: what a player may know is sent to an address of theirs, over HTTP."""

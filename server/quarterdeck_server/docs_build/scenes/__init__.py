"""Documented scenes: scripts of players that use the protocol. Each scene is played on a new server."""

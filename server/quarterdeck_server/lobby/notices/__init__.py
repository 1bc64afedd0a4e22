"""Notices to players: the inbox of each player, and the delivery of new notices to connected clients."""

"""Notices: the inbox of each player, and the delivery of what is added to it."""

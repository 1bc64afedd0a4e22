"""Announcements of operators to all players."""

"""Clubs: groups of players with roles, invitations, applications and announcements."""

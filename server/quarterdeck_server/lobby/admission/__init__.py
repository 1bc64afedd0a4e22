"""Admission of new accounts: invites, and approval by moderators."""

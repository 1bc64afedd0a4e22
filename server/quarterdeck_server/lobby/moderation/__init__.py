"""Moderation: sanctions, the rights to order them, and the audit log."""

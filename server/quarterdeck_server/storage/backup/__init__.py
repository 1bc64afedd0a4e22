"""Backups of a store: writing, checking and restoring."""

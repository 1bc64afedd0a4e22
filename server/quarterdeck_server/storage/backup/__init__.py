"""Backups: written, checked and restored."""

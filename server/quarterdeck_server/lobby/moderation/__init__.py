"""Sanctions, who may order them, and the log of it."""

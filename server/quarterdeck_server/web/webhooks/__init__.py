"""Requests of webhooks to their receivers."""

"""Verification of a finished match by its transcript, without a server."""

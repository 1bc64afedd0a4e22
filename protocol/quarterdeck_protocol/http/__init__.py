"""Responses that exist only over plain HTTP."""

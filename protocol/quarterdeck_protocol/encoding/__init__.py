"""Encoding of messages and files as JSON, and strict reading of them."""

"""Encoding of messages and files as JSON, and strict decoding."""

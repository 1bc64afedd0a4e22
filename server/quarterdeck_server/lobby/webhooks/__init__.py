"""Webhooks: what happens here is sent to programs of the host over HTTP, at least once."""

"""Fixtures of all tests of the store."""

from stores import address, another_process, redis_url, server_of_our_own

__all__ = ["address", "another_process", "redis_url", "server_of_our_own"]

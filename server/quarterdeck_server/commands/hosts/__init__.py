"""Commands of hosts that act on the store of a server."""

"""Rate limits of requests, and the holders (addresses and players) for which requests are counted."""

"""The two stores with the same interface, in memory and in Redis, and the launcher of an embedded Redis server."""

"""The way to Redis: connections, requests and replies, to one server or to the nodes of a cluster."""

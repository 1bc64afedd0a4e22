"""Connections to Redis: requests and replies, to one server or to the nodes of a cluster."""

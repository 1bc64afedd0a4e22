"""Conformance checks of clients and servers: tested from the outside, point by point of the protocol."""

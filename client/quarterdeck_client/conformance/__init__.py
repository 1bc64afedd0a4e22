"""Conformance checks of clients and servers: black-box tests, one for each requirement ("point") of the protocol."""

"""Conformance check of a server: points about its answers, each with the frames to send."""

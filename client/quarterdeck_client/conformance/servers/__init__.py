"""Conformance check of a server: requirements ("points") about its answers, each with the frames to send."""

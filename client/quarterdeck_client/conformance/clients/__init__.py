"""Conformance check of a client, against one scripted server for each point."""

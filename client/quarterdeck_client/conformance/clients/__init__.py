"""Conformance check of a client program, with one scripted server for each requirement ("point")."""

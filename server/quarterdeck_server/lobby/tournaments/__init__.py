"""Tournaments: a log of events, standings derived from it, rounds that any process can continue."""

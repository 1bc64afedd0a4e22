"""Measurements for hosts and for authors of bots and games: strength of bots, balance of decks, and capacity of
machines."""

"""Measurements for hosts and for authors of bots and games: strength, balance, and the capacity of machines."""

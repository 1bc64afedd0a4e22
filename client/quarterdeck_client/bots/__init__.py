"""Bots that play over the network like any player."""

from quarterdeck_client.bots.random_bot import RandomBot

__all__ = ["RandomBot"]

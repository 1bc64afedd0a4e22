"""Bots that play over the wire like anybody else."""

from quarterdeck_client.bots.random_bot import RandomBot

__all__ = ["RandomBot"]

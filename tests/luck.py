"""Chance that is the same in every run: for seeds and ids of a server, and for its bots."""

from quarterdeck_server.services.repeatable_chance import RepeatableChance, repeatable_bots

Repeated = RepeatableChance
repeated_bots = repeatable_bots

__all__ = ["Repeated", "repeated_bots"]

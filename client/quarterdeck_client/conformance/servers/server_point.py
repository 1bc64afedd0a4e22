"""A point for servers: its requirement and its check."""

from collections.abc import Awaitable, Callable, Sequence

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.playthrough import Playthrough
from quarterdeck_client.conformance.servers.visit import Visit

Check = Callable[[Visit], Awaitable[Sequence[str]]]
"""Returns the faults in words. Raises `NotAsServed`, `NotOffered`."""

MatchCheck = Callable[[Visit, Playthrough], Awaitable[Sequence[str]]]
"""The same of a match that was played."""


def point(name: str, sentence: str, section: str) -> Point:
    """Return a point."""
    return Point(name=name, sentence=sentence, section=section)

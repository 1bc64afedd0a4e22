"""A requirement ("point") for servers, with its check."""

from collections.abc import Awaitable, Callable, Sequence

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.playthrough import Playthrough
from quarterdeck_client.conformance.servers.visit import Visit

Check = Callable[[Visit], Awaitable[Sequence[str]]]
"""A check that returns the faults as sentences. Raises `NotAsServed`, `NotOffered`."""

MatchCheck = Callable[[Visit, Playthrough], Awaitable[Sequence[str]]]
"""A check of a played match that returns the faults as sentences."""


def point(name: str, sentence: str, section: str) -> Point:
    """Create a point with this name, requirement and section of PROTOCOL.md."""
    return Point(name=name, sentence=sentence, section=section)

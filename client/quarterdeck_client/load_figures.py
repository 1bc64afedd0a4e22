"""Figures of a load on a server: counted while it runs, and summed up at the end."""

from collections import Counter

import msgspec


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a load. Times are in milliseconds."""

    game: str
    matches: int
    connections: int
    seconds: float
    actions: int
    """Number of actions acknowledged to all seats."""

    actions_per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    lost: int
    """Updates that a seat should have had and never got."""

    refused: int
    """Number of refused actions."""

    refusals: dict[str, int]
    """The same by code: `too_many` is the server's limit on how fast one connection may send."""

    update_bytes: float
    """The median size of an update."""


class Tally:
    """The running counts of a load."""

    def __init__(self) -> None:
        self.is_counting = False
        self.is_over = False
        self.took: list[float] = []
        self.sizes: list[int] = []
        self.lost = 0
        self.refusals: Counter[str] = Counter()


def figures_of(
    game: str, matches: int, connections: int, seconds: float, took: list[float], lost: int, tally: Tally
) -> Figures:
    """Return the figures of a load that was measured for so many seconds. `took` has the duration of each action."""
    took.sort()

    def at(share: float) -> float:
        return round(1000 * took[min(len(took) - 1, int(len(took) * share))], 2) if took else 0.0

    sizes = sorted(tally.sizes)
    return Figures(
        game=game,
        matches=matches,
        connections=connections,
        seconds=round(seconds, 2),
        actions=len(took),
        actions_per_second=round(len(took) / seconds, 1),
        p50_ms=at(0.50),
        p95_ms=at(0.95),
        p99_ms=at(0.99),
        lost=lost,
        refused=tally.refusals.total(),
        refusals=dict(tally.refusals.most_common()),
        update_bytes=sizes[len(sizes) // 2] if sizes else 0,
    )

"""Figures of a load test: counted while it runs, and summed up at the end."""

from collections import Counter

import msgspec


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a load test. Times are in milliseconds."""

    game: str
    matches: int
    connections: int
    seconds: float
    actions: int
    """Number of actions whose update has reached all seats."""

    actions_per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    lost: int
    """Number of updates that a seat should have received and did not."""

    refused: int
    """Number of refused actions."""

    refusals: dict[str, int]
    """Number of refused actions by refusal code. `too_many` is the server's limit on the rate of one connection."""

    update_bytes: float
    """Median size of an update, in bytes."""

    received: int = 0
    """Bytes of all updates of all seats."""

    took: tuple[float, ...] = ()
    """Seconds of each action, from the shortest to the longest."""


class Tally:
    """The counts of a running load test."""

    def __init__(self) -> None:
        self.is_counting = False
        self.is_over = False
        self.took: list[float] = []
        self.sizes: list[int] = []
        self.lost = 0
        self.received = 0
        self.refusals: Counter[str] = Counter()


def figures_of(
    game: str, matches: int, connections: int, seconds: float, took: list[float], lost: int, tally: Tally
) -> Figures:
    """Return the figures of a load test that was measured for `seconds`. `took` has the duration of each action."""
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
        received=tally.received,
        took=tuple(took),
    )

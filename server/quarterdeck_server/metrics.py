"""What a process counts: plain numbers, which cost a moment where they are counted and are read when somebody asks.

prometheus-client's own counters take a lock each time. Here one thread counts, and whoever asks is answered by the same
thread, so nothing has to be locked; `monitoring/collector.py` makes of these what Prometheus reads. What is counted is
told by few words from closed sets: a game, an outcome, a kind. Never a player, a match or a text that somebody wrote.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable
from enum import StrEnum
from time import perf_counter
from typing import Protocol

from quarterdeck_protocol.refusals import RefusalCode

ACTION_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
STORE_SECONDS = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5)
LAG_SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
LATE_SECONDS = (0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 600.0)
WAIT_SECONDS = (2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0)

MOST_UNSENT = 4096
"""How many actions may be kept and not yet sent before the oldest are not timed any more."""

KEPT, REPEATED = "kept", "repeated"
"""What becomes of an action that is not refused; a refused one has the code of its refusal."""

OUTCOMES = (
    *(KEPT, REPEATED),
    *(RefusalCode.STALE.value, RefusalCode.ILLEGAL.value, RefusalCode.UNAVAILABLE.value, RefusalCode.INTERNAL.value),
)
"""What becomes of actions anywhere; these are there from the beginning, so that the first of them is seen as a rise."""


class Resume(StrEnum):
    """How somebody who asks for a match is answered."""

    FIRST = "first"
    """Who says no version: how it stands."""

    CURRENT = "current"
    """Who has missed nothing."""

    REPLAYED = "replayed"
    """With the events since."""

    WHOLE = "whole"
    """How it stands, because the log and this process do not agree yet on what has happened."""

    AHEAD = "ahead"
    """Who knows more than this process did: the log is read first."""


class Rewind(StrEnum):
    """What a process does whose matches the store has forgotten."""

    ADOPTED = "adopted"
    LOST = "lost"


class Histogram:
    """How many numbers fell below each bound, and their sum."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, number: float) -> None:
        self.counts[bisect_left(self.bounds, number)] += 1
        self.sum += number


class GameMetrics:
    """What is counted of the matches of one game."""

    __slots__ = (
        "actions",
        "conflicts",
        "failures",
        "house",
        "kept",
        "late",
        "name",
        "resumes",
        "rewinds",
        "sent",
        "voided",
        "waits",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.actions: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))
        """What players have asked for, by what became of it."""

        self.house: Counter[str] = Counter()
        """Entries that the house has written, by their cause."""

        self.kept = Histogram(ACTION_SECONDS)
        """From the receipt of an action until the store has it."""

        self.sent = Histogram(ACTION_SECONDS)
        """From its receipt until the answer is handed to the socket."""

        self.late = Histogram(LATE_SECONDS)
        """How long after it was due an entry of the house was written."""

        self.conflicts = 0
        """Entries that another process was faster with."""

        self.failures = 0
        """How often the rules have failed, or could not show a match to its viewer."""

        self.voided = 0
        self.rewinds: Counter[str] = Counter({kind.value: 0 for kind in Rewind})
        self.resumes: Counter[str] = Counter({kind.value: 0 for kind in Resume})
        self.waits = Histogram(WAIT_SECONDS)
        """How long tickets have waited that led to a match."""


class Timing:
    """When an action of a player passed each station, by this process's own clock."""

    __slots__ = ("appended", "judged", "kept", "received", "trace")

    def __init__(self, received: float) -> None:
        self.received = received
        self.judged = self.appended = self.kept = 0.0
        self.trace: ActionTrace | None = None
        """Who is told when its answer has been sent; nobody, unless actions are traced."""


class ActionTrace(Protocol):
    """One action that is traced."""

    def sent(self, at: float) -> None:
        """Note that its answer has been sent."""
        ...


class Tracer(Protocol):
    """Who writes down how single actions went; there is none unless somebody has asked for it."""

    def kept(
        self, timing: Timing, match: str, game: str, version: int, digest: str, player: str, ref: str | None, tries: int
    ) -> ActionTrace:
        """Note an action that the store has kept; what follows is told to its trace."""
        ...

    def refused(self, timing: Timing, match: str, game: str, code: str, player: str, ref: str | None) -> None:
        """Note an action that was refused."""
        ...

    def heard(self, received: float, match: str, game: str, version: int, digest: str) -> None:
        """Note that this process has told its viewers of an entry that another one has written."""
        ...


class StoreMetrics:
    """How the store answers one kind of request."""

    __slots__ = ("begun", "conflicts", "errors", "seconds")

    def __init__(self) -> None:
        self.seconds = Histogram(STORE_SECONDS)
        self.begun = 0
        self.errors = 0
        self.conflicts = 0


class Metrics:
    """What one process counts."""

    def __init__(self, games: Iterable[str] = ()) -> None:
        """Every game is there from the beginning, so that the first of anything is seen as a rise."""
        self.games: dict[str, GameMetrics] = {game: GameMetrics(game) for game in games}
        self.store: dict[str, StoreMetrics] = {}
        self.refusals: Counter[str] = Counter({code.value: 0 for code in RefusalCode})
        """Commands that were refused, by code."""

        self.loop_lag = Histogram(LAG_SECONDS)
        """How much later than it should a timer of the event loop has rung."""

        self.tracer: Tracer | None = None
        self._unsent: deque[tuple[GameMetrics, Timing]] = deque(maxlen=MOST_UNSENT)

    def of(self, game: str) -> GameMetrics:
        """Return what is counted of a game."""
        found = self.games.get(game)
        if found is None:
            found = self.games[game] = GameMetrics(game)
        return found

    def of_store(self, operation: str) -> StoreMetrics:
        """Return what is counted of one kind of request to the store."""
        return self.store.setdefault(operation, StoreMetrics())

    def told(self, game: GameMetrics, timing: Timing) -> None:
        """Note that the sender of an action has its answer in its send queue, which is emptied in this turn."""
        self._unsent.append((game, timing))

    def flushed(self) -> None:
        """Note that the send queues have been emptied."""
        if not self._unsent:
            return
        now = perf_counter()
        for game, timing in self._unsent:
            game.sent.observe(now - timing.received)
            if timing.trace is not None:
                timing.trace.sent(now)
        self._unsent.clear()

"""Metrics of a process as plain numbers: cheap to count, read on request.

The counters of prometheus-client take a lock each time. Here only one thread counts and reads, so no lock is needed.
`telemetry/collector.py` converts these numbers for Prometheus. Labels have values from closed sets: a game, an outcome,
a kind. They are never a player, a match or a user's text.
"""

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Awaitable, Iterable
from enum import StrEnum
from time import perf_counter
from typing import Literal, NamedTuple, Protocol, TypeVar

from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_server.store_errors import Conflict, Unavailable

ACTION_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
STORE_SECONDS = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5)
LAG_SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
LATE_SECONDS = (0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 600.0)
WAIT_SECONDS = (2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0)

MOST_OBSERVED = 512
"""Most numbers that a histogram collects before it sorts them in."""

MOST_UNSENT = 4096
"""Most kept and unsent actions before the oldest are no longer timed."""

KEPT, REPEATED = "kept", "repeated"
"""The outcome of an action that is not refused; a refused one has the code of its refusal."""

OUTCOMES = (
    *(KEPT, REPEATED),
    *(RefusalCode.STALE.value, RefusalCode.ILLEGAL.value, RefusalCode.UNAVAILABLE.value, RefusalCode.INTERNAL.value),
)
"""Outcomes of actions. Their counters start at zero, so that the first such outcome is visible as an increase."""


Answer = TypeVar("Answer")


class Resume(StrEnum):
    """Ways to answer a client that requests a match after a reconnect."""

    FIRST = "first"
    """The client names no version and gets the present state."""

    CURRENT = "current"
    """The client has missed nothing."""

    REPLAYED = "replayed"
    """The update has the events since the client's version."""

    WHOLE = "whole"
    """The client gets the current state, because the log and this process do not agree yet."""

    REWOUND = "rewound"
    """The client gets the current state, because it knows entries that the store has lost."""

    AHEAD = "ahead"
    """The client knows more than this process did: the log is read first."""


class Rewind(StrEnum):
    """Reactions of a process to a store that has lost log entries."""

    ADOPTED = "adopted"
    RESTORED = "restored"
    LOST = "lost"


class Histogram:
    """A histogram: counts of numbers below each bound, and their sum."""

    __slots__ = ("_counts", "_observed", "_sum", "bounds")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        self._observed: list[float] = []

    def observe(self, number: float) -> None:
        """Add a number. It is only collected: sorting many at once costs a third of finding the bound for each."""
        self._observed.append(number)
        if len(self._observed) >= MOST_OBSERVED:
            self._sort()

    @property
    def counts(self) -> list[int]:
        """Count of numbers between each bound and the one before. The last is the count above the last bound."""
        self._sort()
        return self._counts

    @property
    def sum(self) -> float:
        self._sort()
        return self._sum

    def _sort(self) -> None:
        observed = sorted(self._observed)
        self._observed.clear()
        self._sum += sum(observed)
        below = 0
        for place, bound in enumerate(self.bounds):
            up_to = bisect_right(observed, bound)
            self._counts[place] += up_to - below
            below = up_to
        self._counts[-1] += len(observed) - below


class GameMetrics:
    """Metrics of the matches of one game."""

    __slots__ = (
        "actions",
        "conflicts",
        "failures",
        "house",
        "late",
        "name",
        "resumes",
        "rewinds",
        "sent",
        "stored",
        "voided",
        "waits",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.actions: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))
        """Actions that players have sent, by outcome."""

        self.house: Counter[str] = Counter()
        """Entries that the house has written, by their cause."""

        self.stored = Histogram(ACTION_SECONDS)
        """Time from receiving an action until it is stored."""

        self.sent = Histogram(ACTION_SECONDS)
        """From its receipt until the answer is handed to the socket."""

        self.late = Histogram(LATE_SECONDS)
        """Delay of entries that the server writes by itself."""

        self.conflicts = 0
        """Entries that another process was faster with."""

        self.failures = 0
        """Number of times that the rules have failed, or could not show a match to its viewer."""

        self.voided = 0
        self.rewinds: Counter[str] = Counter({kind.value: 0 for kind in Rewind})
        self.resumes: Counter[str] = Counter({kind.value: 0 for kind in Resume})
        self.waits = Histogram(WAIT_SECONDS)
        """Seconds that tickets have waited which led to a match."""


class Timing:
    """The times, by this process's own clock, at which a traced action of a player reached each stage."""

    __slots__ = ("appended", "judged", "received", "stored")

    def __init__(self, received: float) -> None:
        self.received = received
        self.judged = self.appended = self.stored = received


class ActionTrace(Protocol):
    """Interface of the trace of one action."""

    def sent(self, at: float) -> None:
        """Record that the answer to the action has been sent."""
        ...


class TracedAction(NamedTuple):
    """The facts about an action that its trace shows, without the action's content."""

    match: str
    game: str
    version: int
    """The version of the match when the action was recorded or refused."""

    player: str
    """The player's mark; empty for an action that another process has recorded."""

    ref: str | None = None


class Tracer(Protocol):
    """Interface of a recorder of single actions. It exists only if the settings enable traces."""

    def stored(self, timing: Timing, action: TracedAction, digest: str) -> ActionTrace:
        """Record an action that the store has saved. The log then has this digest."""
        ...

    def refused(self, received: float, action: TracedAction, code: str) -> None:
        """Record an action that was refused."""
        ...

    def applied(self, began: float, action: TracedAction, digest: str) -> ActionTrace:
        """Record that this process has applied a log entry of another process. It began to do so at the time
        `began`."""
        ...


class StoreMetrics:
    """Metrics of one type of request to the store."""

    __slots__ = ("begun", "conflicts", "errors", "seconds")

    def __init__(self) -> None:
        self.seconds = Histogram(STORE_SECONDS)
        self.begun = 0
        self.errors = 0
        self.conflicts = 0

    async def timed(self, request: Awaitable[Answer]) -> Answer:
        """Wait for the answer to a request, and count the request and its duration."""
        self.begun += 1
        began = perf_counter()
        try:
            return await request
        except Conflict:
            self.conflicts += 1
            raise
        except Unavailable:
            self.errors += 1
            raise
        finally:
            self.seconds.observe(perf_counter() - began)


class Confirmations:
    """Metrics of confirmations by replicas, if they are required (`--durability replica:N`)."""

    __slots__ = ("failures", "waits")

    def __init__(self) -> None:
        self.waits = Histogram(STORE_SECONDS)
        """Seconds for which the answers to a batch were held."""

        self.failures = 0
        """Batches that too few replicas had in time."""


class SnapshotMetrics:
    """Metrics of the snapshots of matches."""

    __slots__ = ("unusable", "used", "written", "wrong")

    def __init__(self) -> None:
        self.written = 0
        self.used = 0
        self.unusable = 0
        """Those that did not fit the log, so that it was folded from the start."""

        self.wrong = 0
        """Those that did, and that said something else than the fold."""


class SiteMetrics:
    """Metrics of the folder with the host's name, texts and pages."""

    __slots__ = ("changes", "is_broken")

    def __init__(self) -> None:
        self.changes = 0
        """Number of times that another version has come into force."""

        self.is_broken = False
        """True while the folder of the site has a fault, so that the server still shows an older version."""


MailOutcomes = Counter[Literal["taken", "refused", "failed", "given_up"]]
"""Attempts to send mails: taken, the receiver refused for good, failed for now; and mails that were given up."""


class DutyMetrics:
    """Metrics of the operator's duties: backups and open reports."""

    __slots__ = ("backup_age", "is_known", "oldest_report_age", "open_reports")

    def __init__(self) -> None:
        self.is_known = False
        """True once the state was read from the store, in a process with the lobby's work."""

        self.backup_age = 0.0
        """Seconds since the start of the last complete backup; infinite without one."""

        self.open_reports = 0
        self.oldest_report_age = 0.0
        """Seconds for which the oldest open report has waited; 0 without one."""


class RetentionMetrics:
    """Metrics of the logs of finished matches."""

    __slots__ = ("archived", "archived_bytes", "erased", "failures", "packed", "read_back", "waiting")

    def __init__(self) -> None:
        self.packed = 0
        self.archived = 0
        self.archived_bytes = 0
        self.erased = 0
        """Matches that were removed from the archive because somebody who played has deleted their account."""

        self.read_back = 0
        """Number of matches read from the archive."""

        self.failures: Counter[str] = Counter({step.value: 0 for step in RetentionStep})
        self.waiting: Counter[str] = Counter({RetentionStep.PACK.value: 0, RetentionStep.ARCHIVE.value: 0})
        """Matches that are due for a step, as they were counted last."""


class SearchOutcome(StrEnum):
    """Outcomes of a bot's decision that needed a search."""

    WHOLE = "whole"
    """The search used the whole budget of its level, or stopped early because the result was clear."""

    SHARED = "shared"
    """The search used a part of its budget, because decisions of many other addresses were waiting."""

    OWN_SHARE = "own_share"
    """The search used a part of its budget, because other decisions of the same address were waiting."""

    CUT = "cut"
    """The search was limited by the clock of the seat."""

    FULL = "full"
    """No search: the queue was full."""

    LATE = "late"
    """No search: the clock ran out before."""

    FAILED = "failed"
    """No search result: it failed."""

    OFF = "off"
    """No search: this process has no search processes, or none any more."""


class SearchMetrics:
    """Metrics of the decisions of searching bots."""

    __slots__ = ("actions", "cpu_seconds", "deaths", "outcomes", "seconds", "started")

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter({outcome.value: 0 for outcome in SearchOutcome})
        self.seconds = Histogram(ACTION_SECONDS)
        """Seconds that they took, including the wait."""

        self.actions = 0
        """Actions that players have sent, by outcome."""

        self.cpu_seconds = 0.0
        self.started = 0
        """Processes that were started."""

        self.deaths = 0
        """Those that died."""


class RetentionStep(StrEnum):
    """Steps in the retention of a finished match's log."""

    PACK = "pack"
    ARCHIVE = "archive"
    READ = "read"
    """Read from the archive for a request."""

    ERASE = "erase"
    TRIAL = "trial"
    """True if the archive accepts data, tested long before the first match is due for it."""


class Metrics:
    """All metrics of one process."""

    def __init__(self, games: Iterable[str] = ()) -> None:
        """Create the metrics, with all games from the beginning, so that Prometheus sees the first event of a kind as
        an increase."""
        self.games: dict[str, GameMetrics] = {game: GameMetrics(game) for game in games}
        self.store: dict[str, StoreMetrics] = {}
        self.refusals: Counter[str] = Counter({code.value: 0 for code in RefusalCode})
        """Commands that were refused, by code."""

        self.confirmations = Confirmations()
        self.retention = RetentionMetrics()
        self.site = SiteMetrics()
        self.mails = MailOutcomes({"taken": 0, "refused": 0, "failed": 0, "given_up": 0})
        self.duties = DutyMetrics()
        self.snapshots = SnapshotMetrics()
        self.searches = SearchMetrics()
        self.loop_lag = Histogram(LAG_SECONDS)
        """Delay of a timer of the event loop."""

        self.tracer: Tracer | None = None
        self._unsent: deque[tuple[GameMetrics | None, float, ActionTrace | None]] = deque(maxlen=MOST_UNSENT)

    def of(self, game: str) -> GameMetrics:
        """Return the metrics of a game."""
        found = self.games.get(game)
        if found is None:
            found = self.games[game] = GameMetrics(game)
        return found

    def of_store(self, operation: str) -> StoreMetrics:
        """Return the metrics of one kind of request to the store."""
        return self.store.setdefault(operation, StoreMetrics())

    def answered(self, game: GameMetrics, received: float, trace: ActionTrace | None = None) -> None:
        """Record that the answer to an action is in its sender's send queue, which is flushed in this iteration of the
        event loop. `received` is the time at which the action arrived."""
        self._unsent.append((game, received, trace))

    def sent_to_viewers(self, trace: ActionTrace) -> None:
        """Record that a log entry of another process is in the viewers' send queues."""
        self._unsent.append((None, 0.0, trace))

    @property
    def unsent(self) -> int:
        """Number of actions that are stored and not yet sent."""
        return len(self._unsent)

    @property
    def store_requests_waiting(self) -> int:
        """Number of requests that the store has not answered yet."""
        return sum(each.begun - sum(each.seconds.counts) for each in self.store.values())

    def flushed(self) -> None:
        """Record that the send queues have been flushed."""
        if not self._unsent:
            return
        now = perf_counter()
        for game, received, trace in self._unsent:
            if game is not None:
                game.sent.observe(now - received)
            if trace is not None:
                trace.sent(now)
        self._unsent.clear()

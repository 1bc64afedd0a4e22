"""Limits on the connections of this process: in total, for each address and in time.

File descriptors run out first: each connection takes one. Without any left, no client can connect, the store cannot be
reached again, and nothing reports it. So the process has a limit, with a reserve above it for health checks, and each
address has one. Every stage of a connection has a time limit, except for the conversation itself, which the send queue
supervises. If the process is full, a new connection replaces the one that has been idle longest. So idle connections
keep no client out.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from enum import Enum, auto

import structlog
from aiohttp import web
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.frames.transports import reset

RESERVED = 64
"""Additional connections above the limit, which may only ask for health checks."""

LARGEST_SHARE = 2
"""One address holds at most one part in this number of the process's connections, unless it belongs to a venue."""

SECONDS_BETWEEN_WARNINGS = 60.0

_log = structlog.get_logger()


class Stage(Enum):
    """Stages of a client connection, each with a time limit."""

    ARRIVING = auto()
    """The connection has sent no request yet."""

    ASKING = auto()
    """A plain HTTP request is being answered."""

    CHECKING = auto()
    """A health check is being answered, on a reserved connection."""

    TALKING = auto()
    """The connection is a WebSocket."""

    RESTING = auto()
    """The connection was answered, and may send another request."""


SECONDS_FOR: Mapping[Stage, float] = {
    Stage.ARRIVING: 10.0,
    Stage.ASKING: 60.0,
    Stage.CHECKING: 10.0,
    Stage.RESTING: 75.0,
}
"""Time limit of each stage: sending the first headers, asking and taking an answer, asking again (longer than the
minute after which nginx closes a connection that it keeps)."""


class Held:
    """A client connection that counts towards the limits."""

    __slots__ = ("address", "asked_from", "is_over", "since", "stage", "transport")

    def __init__(self, address: str, since: float) -> None:
        self.address = address
        """The address of the other side, which may be a proxy."""

        self.asked_from: str | None = None
        """The address of the client whose request is being answered, if it is behind a proxy."""

        self.stage = Stage.ARRIVING
        self.since = since
        """Time at which the current stage began."""

        self.transport: asyncio.Transport | None = None
        """`None` at first, because the connection is counted before its transport is made."""

        self.is_over = False

    def end(self) -> None:
        """Close the connection now, or as soon as its transport is made."""
        self.is_over = True
        if self.transport is not None:
            reset(self.transport)


class _Place:
    """The client connections from one address."""

    __slots__ = ("held", "idle")

    def __init__(self) -> None:
        self.held = 0
        self.idle: dict[Held, None] = {}
        """The idle connections, longest idle first."""


class Connections:
    """All client connections of one process, and their limits."""

    def __init__(
        self,
        most: int,
        per_address: int,
        times: Callable[[str], int] = lambda _: 1,
        *,
        behind_proxies: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make the limits for connections. `per_address` of 0 is no limit; `times` returns a factor by which the limit
        is multiplied for an address. Behind proxies all connections come from the same address, so the client addresses
        of running requests are counted."""
        self.most = most
        """Number of connections that may ask or talk at the same time."""

        self._per_address = per_address
        self._times = times
        self._behind_proxies = behind_proxies
        self._now = now
        self._stages: dict[Stage, dict[Held, None]] = {stage: {} for stage in Stage}
        self._places: dict[str, _Place] = {}
        self._asked_from: Counter[str] = Counter()
        self._warned: dict[str, float] = {}

    @property
    def held(self) -> int:
        """Number of connections."""
        return sum(len(each) for each in self._stages.values())

    @property
    def busy(self) -> int:
        """Number of connections with a request or a conversation."""
        return len(self._stages[Stage.ASKING]) + len(self._stages[Stage.TALKING])

    def by_stage(self) -> Mapping[Stage, int]:
        """Return the number of connections in each stage."""
        return {stage: len(held) for stage, held in self._stages.items()}

    def admit(self, address: str) -> Held:
        """Admit one more connection from an address. In a full process it replaces the one that has been idle longest.
        Raises `CommandRefused`."""
        place = self._places.get(address)
        most = 0 if self._behind_proxies else self._most_from(address)
        if place is not None and most and place.held >= most and not self._end_first(place.idle):
            raise self._too_many(address, most)
        if self.held >= self.most + RESERVED and not self.end_longest_idle():
            raise self._full()
        held = Held(address, self._now())
        self._places.setdefault(address, _Place()).held += 1
        self._enter(held, Stage.ARRIVING)
        return held

    def begin(self, held: Held, stage: Stage, address: str) -> None:
        """Record the beginning of a request or conversation from a client at this address. Raises `CommandRefused`."""
        if held.is_over:
            return
        counts = stage is not Stage.CHECKING
        if counts:
            self.check_room()
            most = self._most_from(address) if self._behind_proxies else 0
            if most and self._asked_from[address] >= most:
                raise self._too_many(address, most)
        self._leave(held)
        if counts and self._behind_proxies:
            held.asked_from = address
            self._asked_from[address] += 1
        self._enter(held, stage)

    def extend(self, held: Held) -> None:
        """Extend the time limit of a connection, because its client has received more of an answer."""
        if not held.is_over and held.stage is Stage.ASKING:
            del self._stages[held.stage][held]
            held.since = self._now()
            self._stages[held.stage][held] = None

    def rest(self, held: Held) -> None:
        """Record that a request on a connection has been answered."""
        if not held.is_over:
            self._leave(held)
            self._enter(held, Stage.RESTING)

    def gone(self, held: Held) -> None:
        """Record that a client connection has ended."""
        if not held.is_over:
            held.is_over = True
            self._forget(held)

    def sweep(self) -> None:
        """End all connections that have exceeded the time limit of their stage."""
        now = self._now()
        for stage, seconds in SECONDS_FOR.items():
            entered = self._stages[stage]
            while entered and (first := next(iter(entered))).since + seconds <= now:
                self._end(first)

    def end_longest_idle(self) -> bool:
        """End the connection that has been idle longest; `False` if none is."""
        idle = [next(iter(self._stages[stage]), None) for stage in (Stage.ARRIVING, Stage.RESTING)]
        first = min((each for each in idle if each is not None), key=lambda each: each.since, default=None)
        return first is not None and self._end_first({first: None})

    def end_all(self) -> None:
        """End every connection in any stage: the process is about to stop."""
        for entered in self._stages.values():
            for held in list(entered):
                self._end(held)

    def check_room(self) -> None:
        """Raise `CommandRefused` if there is only room for health checks."""
        if self.busy >= self.most:
            raise self._full()

    def warn(self, what: str, **numbers: object) -> None:
        """Log that a resource runs out, but not every time, because any client can cause this."""
        now = self._now()
        if now - self._warned.get(what, -SECONDS_BETWEEN_WARNINGS) >= SECONDS_BETWEEN_WARNINGS:
            self._warned[what] = now
            _log.warning(what, held=self.held, busy=self.busy, most=self.most, **numbers)

    def _most_from(self, address: str) -> int:
        times = self._times(address)
        if times > 1 or not self._per_address:
            return self._per_address * times
        return min(self._per_address, max(1, self.most // LARGEST_SHARE))

    def _end_first(self, idle: Mapping[Held, None]) -> bool:
        first = next(iter(idle), None)
        if first is not None:
            self._end(first)
        return first is not None

    def _end(self, held: Held) -> None:
        self._forget(held)
        held.end()

    def _forget(self, held: Held) -> None:
        self._leave(held)
        place = self._places[held.address]
        place.held -= 1
        if not place.held:
            del self._places[held.address]

    def _enter(self, held: Held, stage: Stage) -> None:
        held.stage, held.since = stage, self._now()
        self._stages[stage][held] = None
        if stage in (Stage.ARRIVING, Stage.RESTING):
            self._places[held.address].idle[held] = None

    def _leave(self, held: Held) -> None:
        del self._stages[held.stage][held]
        self._places[held.address].idle.pop(held, None)
        if held.asked_from is not None:
            self._asked_from[held.asked_from] -= 1
            if not self._asked_from[held.asked_from]:
                del self._asked_from[held.asked_from]
            held.asked_from = None

    def _full(self) -> CommandRefused:
        self.warn("no room for more connections")
        text = Text("This process has reached its limit of {most} connections; try again in a moment.", most=self.most)
        return CommandRefused(RefusalCode.UNAVAILABLE, text)

    def _too_many(self, address: str, most: int) -> CommandRefused:
        self.warn("no room for more connections from one address", address=address, most_from_there=most)
        return CommandRefused(
            RefusalCode.TOO_MANY, Text("Too many connections from your address: the limit is {most}.", most=most)
        )


CONNECTIONS: web.AppKey[Connections] = web.AppKey("connections", Connections)

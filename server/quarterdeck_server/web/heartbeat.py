"""Pings to all connections, sent by one timer; connections that do not answer are closed.

One timer for each connection, as in aiohttp, takes two kilobytes each. Here each connection is in one slot of a wheel
that turns once between two of its pings. The slots are filled evenly, even if all connections come within a second
after a restart. Ten thousand pings in one iteration of the event loop would block it for a tenth of a second.
"""

import asyncio
from typing import Protocol

SLOTS = 100


class Pinged(Protocol):
    """Interface of a connection that gets pings."""

    owes_a_pong: bool
    """True if nothing was received since the last ping."""

    def ping(self) -> None: ...
    def give_up(self) -> None: ...


class Heartbeat:
    """The connections of one event loop, each in the slot at which it is pinged."""

    def __init__(self, seconds: float) -> None:
        """Make a heartbeat. `seconds` is the time between two pings of a connection. A connection without an answer is
        closed after half of this."""
        self._seconds = seconds
        self._slots: list[set[Pinged]] = [set() for _ in range(SLOTS)]
        self._at = 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Pinged) -> int:
        """Ping a connection from now on. Return its slot: the one with the fewest connections, and of several the one
        whose turn is latest."""
        slots = self._slots
        slot = min(range(self._at, self._at - SLOTS, -1), key=lambda each: len(slots[each])) % SLOTS
        slots[slot].add(connection)
        if self._timer is None:
            self._wait()
        return slot

    def remove(self, connection: Pinged, slot: int) -> None:
        """Stop pinging a connection."""
        self._slots[slot].discard(connection)

    def turn(self) -> None:
        """Ping the connections of the next slot, and close those that have not answered for half a round."""
        self._at = (self._at + 1) % SLOTS
        for connection in list(self._slots[(self._at + SLOTS // 2) % SLOTS]):
            if connection.owes_a_pong:
                connection.give_up()
        for connection in self._slots[self._at]:
            connection.ping()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._seconds / SLOTS, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.turn()
        if any(self._slots):  # else the next one sets it going again
            self._wait()

"""Pings all connections from one timer, and closes those that do not answer.

A timer for each of them, as aiohttp has it, takes two kilobytes of a connection. Here each connection waits in one slot
of a wheel that turns once between two of its pings. The slots are filled evenly, whenever the connections come. After a
restart all come within a second, and ten thousand pings in one turn of the event loop would hold it for a tenth of one.
"""

import asyncio
from typing import Protocol

SLOTS = 100


class Pinged(Protocol):
    """A connection that gets pings."""

    owes_a_pong: bool
    """True if nothing was received since the last ping."""

    def ping(self) -> None: ...
    def give_up(self) -> None: ...


class Heartbeat:
    """The connections of one event loop, each in the slot at which it is pinged."""

    def __init__(self, seconds: float) -> None:
        """`seconds` is the time between two pings of a connection. A connection without an answer is closed after half
        of this."""
        self._seconds = seconds
        self._slots: list[set[Pinged]] = [set() for _ in range(SLOTS)]
        self._at = 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Pinged) -> int:
        """Ping a connection from now on; return the slot in which it is: of the emptiest the one that is latest."""
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
        """Ping the connections of the next slot, and give up those that have not answered for half a round."""
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

"""Frames that wait for connections that do not keep up, with a bound in bytes for each address and for the process.

Each connection has a bound of its own, but one address has many of them. 120 followers of the list of tables that took
little of it held 150 MB. Beyond a bound the connection with the most bytes is closed. It may come back, and loses
nothing. A frame for many connections is counted once.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from quarterdeck_server.web.frames.shared_bytes import SharedBytes

MOST_FROM_ADDRESS = 8 * 1024 * 1024
MOST_OF_PROCESS = 128 * 1024 * 1024


class SlowReader(Protocol):
    """A connection that does not keep up."""

    @property
    def address(self) -> str:
        """The address of the connection."""
        ...

    @property
    def size(self) -> int:
        """Number of bytes that wait for the connection."""
        ...

    def let_go(self) -> None:
        """Close the connection and drop its frames. It calls `UnsentFrames.leave` before it returns."""
        ...


class _Held:
    """Bytes held for some connections: waiting frames, and the buffers of their transports."""

    def __init__(self) -> None:
        self.frames = SharedBytes()
        self.buffered: dict[SlowReader, int] = {}
        self.in_transports = 0

    @property
    def size(self) -> int:
        return self.frames.size + self.in_transports

    def buffer(self, reader: SlowReader, size: int) -> None:
        self.in_transports += size - self.buffered.get(reader, 0)
        self.buffered[reader] = size

    def leave(self, reader: SlowReader, frames: Iterable[bytes]) -> None:
        self.in_transports -= self.buffered.pop(reader, 0)
        for frame in frames:
            self.frames.remove(frame)

    def largest(self) -> SlowReader:
        return max(self.buffered, key=lambda each: each.size + self.buffered[each])


class UnsentFrames:
    """Bytes held for all connections of a process that do not keep up."""

    def __init__(
        self,
        times: Callable[[str], int] = lambda _: 1,
        *,
        most_from_address: int = MOST_FROM_ADDRESS,
        most_of_process: int = MOST_OF_PROCESS,
    ) -> None:
        """`times` returns the multiple of the usual bound that may be held for an address."""
        self._times = times
        self._most_from_address = most_from_address
        self.most = most_of_process
        """Bound on all bytes, unless one connection alone has more."""

        self._all = _Held()
        self._from: dict[str, _Held] = {}

    @property
    def size(self) -> int:
        """Number of bytes held."""
        return self._all.size

    def held_from(self, address: str) -> int:
        """Return how many bytes are held for an address."""
        return self._from[address].size if address in self._from else 0

    def enter(self, reader: SlowReader, frames: Iterable[bytes]) -> None:
        """Count the frames of a connection from now on, beginning with these."""
        here = self._from.setdefault(reader.address, _Held())
        for held in (here, self._all):
            held.buffer(reader, 0)
            for frame in frames:
                held.frames.add(frame)
        self._make_room(reader)

    def add(self, reader: SlowReader, frame: bytes) -> None:
        """Note that a frame more waits for a connection."""
        self._from[reader.address].frames.add(frame)
        self._all.frames.add(frame)
        self._make_room(reader)

    def hand_over(self, reader: SlowReader, frame: bytes | None, buffered: int) -> None:
        """Note that a frame is given to the transport of a connection, which then holds so many bytes."""
        for held in (self._from[reader.address], self._all):
            if frame is not None:
                held.frames.remove(frame)
            held.buffer(reader, buffered)
        self._make_room(reader)

    def leave(self, reader: SlowReader, frames: Iterable[bytes]) -> None:
        """Stop counting the frames of a connection, which are these."""
        here = self._from.get(reader.address)
        if here is None or reader not in here.buffered:
            return
        here.leave(reader, frames)
        self._all.leave(reader, frames)
        if not here.buffered:
            del self._from[reader.address]

    def _make_room(self, reader: SlowReader) -> None:
        """Close the connections with the most bytes, of this one's address and then of all, until there is room. A
        single connection has its own bound."""
        most_here = self._most_from_address * self._times(reader.address)
        while (here := self._from.get(reader.address)) is not None and here.size > most_here and len(here.buffered) > 1:
            here.largest().let_go()
        while self._all.size > self.most and len(self._all.buffered) > 1:
            most = max(self._from.values(), key=lambda each: each.size)
            most.largest().let_go()

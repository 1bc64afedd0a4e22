"""Limit on the bytes that wait for slow connections, for each address and for the whole process.

Each connection has a limit of its own, but one address can have many connections. 120 slow followers of the list of
tables once held 150 MB. Beyond a limit the connection with the most waiting bytes is closed. Its client may reconnect,
and loses nothing. A frame for many connections is counted once.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from quarterdeck_server.web.frames.shared_bytes import SharedBytes

MOST_FROM_ADDRESS = 8 * 1024 * 1024
MOST_OF_PROCESS = 128 * 1024 * 1024


class SlowReader(Protocol):
    """Interface of a connection that receives more slowly than frames are sent."""

    @property
    def address(self) -> str:
        """The network address of the slow connection."""
        ...

    @property
    def size(self) -> int:
        """Number of bytes that wait for the connection."""
        ...

    def close_slow(self) -> None:
        """Close the connection and drop its frames. It must call `UnsentFrames.leave` before it returns."""
        ...


class _Held:
    """Bytes that wait for some connections: frames, and the buffers of their transports."""

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
    """Counts the bytes that wait for all slow connections of a process."""

    def __init__(
        self,
        times: Callable[[str], int] = lambda _: 1,
        *,
        most_from_address: int = MOST_FROM_ADDRESS,
        most_of_process: int = MOST_OF_PROCESS,
    ) -> None:
        """Make the count of frames that wait for slow clients. `times` returns a factor by which the usual limit is
        multiplied for an address."""
        self._times = times
        self._most_from_address = most_from_address
        self.most = most_of_process
        """Bound on all bytes, unless one connection alone has more."""

        self._all = _Held()
        self._from: dict[str, _Held] = {}

    @property
    def size(self) -> int:
        """Number of bytes that wait for all slow connections."""
        return self._all.size

    def held_from(self, address: str) -> int:
        """Return the number of bytes that wait for the connections of an address."""
        return self._from[address].size if address in self._from else 0

    def enter(self, reader: SlowReader, frames: Iterable[bytes]) -> None:
        """Start counting the waiting frames of a connection; `frames` are the first ones."""
        here = self._from.setdefault(reader.address, _Held())
        for held in (here, self._all):
            held.buffer(reader, 0)
            for frame in frames:
                held.frames.add(frame)
        self._make_room(reader)

    def add(self, reader: SlowReader, frame: bytes) -> None:
        """Count one more frame that waits for a connection."""
        self._from[reader.address].frames.add(frame)
        self._all.frames.add(frame)
        self._make_room(reader)

    def hand_over(self, reader: SlowReader, frame: bytes | None, buffered: int) -> None:
        """Record that a frame was written to the transport of a connection, whose buffer then has `buffered` bytes."""
        for held in (self._from[reader.address], self._all):
            if frame is not None:
                held.frames.remove(frame)
            held.buffer(reader, buffered)
        self._make_room(reader)

    def leave(self, reader: SlowReader, frames: Iterable[bytes]) -> None:
        """Stop counting the waiting frames of a connection; `frames` are the ones that still wait."""
        here = self._from.get(reader.address)
        if here is None or reader not in here.buffered:
            return
        here.leave(reader, frames)
        self._all.leave(reader, frames)
        if not here.buffered:
            del self._from[reader.address]

    def _make_room(self, reader: SlowReader) -> None:
        """Close the connections with the most waiting bytes, first those of this connection's address and then all,
        until the limits are kept. A single connection has its own limit."""
        most_here = self._most_from_address * self._times(reader.address)
        while (here := self._from.get(reader.address)) is not None and here.size > most_here and len(here.buffered) > 1:
            here.largest().close_slow()
        while self._all.size > self.most and len(self._all.buffered) > 1:
            most = max(self._from.values(), key=lambda each: each.size)
            most.largest().close_slow()

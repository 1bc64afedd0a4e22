"""Input that is too long for one iteration of the event loop: it is parsed one slice at a time.

One read returns up to 256 KiB. That can be 43,000 of the smallest frames: control frames, or empty pieces of a message.
Such frames are not commands, so the rate limit does not count them. But parsed at once they would block the event loop
as long as hundreds of actions. So input that is longer than any normal command waits here, its clients are served in
turn, and the server reads nothing more from its sender meanwhile. Parsing also stops while too many commands wait to be
carried out.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import deque

MOST_BYTES_AT_ONCE = 512
"""Maximum number of bytes of a read that is parsed immediately: 85 frames of the smallest size."""

SLICE = 1024
MOST_SLICES = 4
"""Limit of slices that are parsed in one iteration of the event loop, for all clients together. They hold at most
682 frames of the smallest size. Such a frame costs 1 µs; an action costs 100 µs."""


COMPRESSED_SLICE = 128
"""Bytes in a slice of input that may be compressed. At most one frame in such a slice can inflate to the maximum
size of a message."""


class UnparsedInput(ABC):
    """Received input of one client that is not parsed yet."""

    __slots__ = ("_at", "_has_a_turn", "_rest", "_slice", "_turns")

    def __init__(self, turns: "InputTurns", *, is_compressed: bool = False) -> None:
        self._turns = turns
        self._rest = b""
        self._at = 0
        self._slice = COMPRESSED_SLICE if is_compressed else SLICE
        self._has_a_turn = False

    @abstractmethod
    def parse(self, data: bytes) -> bool:
        """Parse a slice of input, and return true if the connection has ended with it."""

    @abstractmethod
    def is_to_wait(self) -> bool:
        """True if so many parsed frames wait that parsing must stop until `go_on` is called."""

    @abstractmethod
    def hold(self) -> None:
        """Stop reading from the client's connection."""

    @abstractmethod
    def release(self) -> None:
        """Continue reading from the client's connection."""

    @abstractmethod
    def end(self) -> None:
        """Close the connection."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Receive the bytes of one read. Return true if the connection has ended with them, and the bytes that are left
        (aiohttp requires both)."""
        if not self._rest and len(data) <= MOST_BYTES_AT_ONCE:
            return self.parse(data), b""
        self._rest, self._at = self._rest[self._at :] + data, 0
        self.hold()
        self.parse_rest()
        return False, b""

    @property
    def is_parsed(self) -> bool:
        """True if all received input is parsed."""
        return not self._rest

    def parse_rest(self) -> None:
        """Parse the rest of the input when it is this client's turn."""
        if self._rest and not self._has_a_turn:
            self._has_a_turn = True
            self._turns.wait(self)

    def feed_eof(self) -> None:
        """Drop the rest of the input, because the connection has ended."""
        self._rest, self._at = b"", 0

    def take_turn(self) -> bool:
        """Parse one slice of the input, and return true if there is more to parse."""
        self._has_a_turn = self._parse_slice()
        return self._has_a_turn

    def _parse_slice(self) -> bool:
        if not self._rest or self.is_to_wait():
            return False
        data = self._rest[self._at : self._at + self._slice]
        self._at += len(data)
        if self._at == len(self._rest):
            self._rest, self._at = b"", 0
            self.release()
        if self.parse(data):
            self._rest, self._at = b"", 0
            self.end()
        return bool(self._rest)


class InputTurns:
    """The queue of clients whose input waits to be parsed, one slice for each in turn."""

    def __init__(self) -> None:
        self._waiting: deque[UnparsedInput] = deque()

    def wait(self, said: UnparsedInput) -> None:
        """Add a client to the queue. One slice of its input is parsed when its turn comes."""
        self._waiting.append(said)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._go_round)

    def _go_round(self) -> None:
        for _ in range(MOST_SLICES):
            said = self._waiting[0]
            resumes = said.take_turn()
            self._waiting.popleft()
            if resumes:
                self._waiting.append(said)
            if not self._waiting:
                return
        asyncio.get_running_loop().call_soon(self._go_round)

"""Checks of WebSocket frame heads that RFC 6455 requires and aiohttp's parser does not make.

A client's frame must be masked (5.1). A message must end before another one begins, even if it is still empty (5.4). A
control frame must not be compressed (RFC 7692, 6.1). The parser itself finds all other violations.
"""

from typing import Final

_MASKED: Final = 0x80
_LAST: Final = 0x80
_COMPRESSED_CONTROL: Final = 0x48
_CONTROL: Final = 0x08
_KIND: Final = 0x0F
_CONTINUATION: Final = 0x00
_MASK_BYTES: Final = 4
_WIDE: Final = 0xFE
"""The second byte of a masked frame whose length takes two more bytes."""

_WHOLE: Final = frozenset({0x81, 0xC1})
"""The first bytes of a text message in one frame, plain and compressed."""

SHORTEST: Final = 2 + _MASK_BYTES
"""Number of bytes of a masked frame without a payload."""


class FrameHeads:
    """Checks the heads of one client's frames, which arrive in pieces of any size."""

    __slots__ = ("_has_begun", "_head", "_to_pass")

    def __init__(self) -> None:
        self._to_pass = 0
        """Number of bytes of the current frame that are still to come."""

        self._head = b""
        """The received part of the next head, until it is complete."""

        self._has_begun = False
        """True if a message has begun and is not complete."""

    @property
    def are_between_messages(self) -> bool:
        """True if all received frames and messages are complete."""
        return not (self._to_pass or self._head or self._has_begun)

    def allowed(self, data: bytes) -> int:
        """Return the number of bytes before the first forbidden frame: all of them if there is none."""
        size = len(data)
        if size > SHORTEST and data[0] in _WHOLE and not (self._to_pass or self._head or self._has_begun):
            second = data[1]  # nearly all data is one whole message, which takes a third of the steps here
            if second < _WIDE:
                if size == SHORTEST + second - _MASKED:
                    return size
            elif second == _WIDE and size == SHORTEST + 2 + (data[2] << 8 | data[3]):
                return size
        at = self._to_pass
        if at >= size:
            self._to_pass = at - size
            return size
        had = len(self._head)
        if had:
            data = self._head + data
        end = had + size
        while end - at >= 2:
            first, second = data[at], data[at + 1]
            is_control = first & _CONTROL
            if (
                second < _MASKED
                or first & _COMPRESSED_CONTROL == _COMPRESSED_CONTROL
                or (not is_control and (first & _KIND == _CONTINUATION) is not self._has_begun)
            ):
                return max(at - had, 0)
            length, rest = second - _MASKED, 2
            if length > 125:
                rest = 4 if length == 126 else 10
                if end - at < rest:
                    break
                length = int.from_bytes(data[at + 2 : at + rest], "big")
            if not is_control:
                self._has_begun = first < _LAST
            at += rest + _MASK_BYTES + length
        self._to_pass = max(at - end, 0)
        self._head = data[at:] if at < end else b""
        return size

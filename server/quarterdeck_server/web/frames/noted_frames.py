"""A bounded copy of the frames that are sent to a connection while it may move to another process."""

MOST_BYTES_NOTED = 48 * 1024
"""A connection that is sent more than this meanwhile stays in its place: no client can make the server keep it by
sending requests."""


class NotedFrames:
    """The frames sent to one connection since its move to another process began."""

    __slots__ = ("_bytes", "_frames")

    def __init__(self) -> None:
        self._bytes = 0
        self._frames: list[bytes] = []

    def note(self, frame: bytes) -> None:
        """Record this frame. If the frames exceed the limit, all of them are dropped."""
        self._bytes += len(frame)
        if self._bytes > MOST_BYTES_NOTED:
            self._frames.clear()
        else:
            self._frames.append(frame)

    @property
    def whole(self) -> tuple[bytes, ...] | None:
        """All recorded frames; `None` if they exceeded the limit."""
        return tuple(self._frames) if self._bytes <= MOST_BYTES_NOTED else None

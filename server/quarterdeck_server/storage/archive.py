"""Where finished matches are kept that have left the store: files in a folder, or anything that speaks S3.

An archive keeps bytes under names and knows nothing of matches (`match_archive.py` does).
"""

from collections.abc import AsyncIterator
from typing import Protocol


class ArchiveAway(Exception):  # noqa: N818 - a state of the world, like `Unavailable`
    """The archive cannot be reached, or does not take what it is given."""


class Archive(Protocol):
    """Bytes under names. All of it raises `ArchiveAway`."""

    async def put(self, name: str, body: bytes) -> None:
        """Keep this under a name, whole or not at all, in the place of what was there."""
        ...

    async def get(self, name: str) -> bytes | None:
        """Return what is kept under a name, `None` if nothing is."""
        ...

    async def remove(self, name: str) -> None:
        """Keep nothing under this name, whether anything was there or not."""
        ...

    def listed(self) -> AsyncIterator[tuple[str, int]]:
        """Return all names, and how many bytes are kept under each."""
        ...

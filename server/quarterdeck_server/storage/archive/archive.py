"""Archive of finished matches outside the store: files in a folder, or any S3 service.

An archive keeps bytes under names and knows nothing of matches (`match_archive.py` does).
"""

import secrets
from collections.abc import AsyncIterator
from typing import Protocol

TRIAL = b"kept by Quarterdeck for a moment, to see whether this archive keeps what it is given"


class ArchiveAway(Exception):  # noqa: N818 - a state of the world, like `Unavailable`
    """Error: the archive of matches cannot be reached, or refuses to write."""


class ArchiveRefuses(ArchiveAway):
    """Error: the archive of matches does not exist, or its settings and permissions forbid its use. Trying again later
    does not help."""


class Archive(Protocol):
    """Interface of an archive: storage of bytes under names. All methods raise `ArchiveAway`."""

    async def put(self, name: str, body: bytes) -> None:
        """Store bytes under a name, completely or not at all, replacing older ones."""
        ...

    async def get(self, name: str) -> bytes | None:
        """Return the bytes under a name; `None` if there are none."""
        ...

    async def remove(self, name: str) -> None:
        """Remove the bytes under this name, if there are any."""
        ...

    def listed(self) -> AsyncIterator[tuple[str, int]]:
        """Yield all names, each with the number of bytes under it."""
        ...


async def try_archive(archive: Archive) -> None:
    """Test an archive: write a small value, read it back and remove it. Raises `ArchiveAway`."""
    name = f"trial-{secrets.token_hex(8)}"
    await archive.put(name, TRIAL)
    try:
        kept = await archive.get(name)
    finally:
        await archive.remove(name)
    if kept != TRIAL:
        raise ArchiveRefuses("it returned other bytes than were written")

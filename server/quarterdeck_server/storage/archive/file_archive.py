"""An archive in files. Each file is written under a temporary name, synced to disk, and then renamed.

A few threads of the archive do the work, so a disk that hangs blocks nothing else.
"""

import asyncio
import errno
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from quarterdeck_server.storage.archive.archive import ArchiveAway, ArchiveRefuses

THREADS = 4
ASIDE = ".tmp"
"""Suffix of files that are still being written. After a power failure such a file may remain; it is ignored."""

NAMES_AT_ONCE = 1_000

REFUSALS = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""Error numbers that mean that writing is not permitted, so that waiting does not help."""

Answer = TypeVar("Answer")


class FileArchive:
    """Files in a folder, which must exist. A newly made folder might be on the disk below a lost mount."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="archive")

    async def put(self, name: str, body: bytes) -> None:
        """Write a file of the archive, completely or not at all."""
        await self._done(lambda: self._put(self._folder / name, body))

    async def get(self, name: str) -> bytes | None:
        """Return the content of a file; `None` if there is none."""
        return await self._done(lambda: self._get(self._folder / name))

    async def remove(self, name: str) -> None:
        """Remove a file."""
        await self._done(lambda: self._remove(self._folder / name))

    async def listed(self) -> AsyncIterator[tuple[str, int]]:
        """Yield all files of the archive with their sizes."""
        names = self._names()
        while found := await self._done(lambda: [each for _, each in zip(range(NAMES_AT_ONCE), names, strict=False)]):
            for each in found:
                yield each

    async def _done(self, work: Callable[[], Answer]) -> Answer:
        def on_disk() -> Answer:
            if not self._folder.is_dir():
                raise ArchiveRefuses(f"there is no folder {self._folder}")
            return work()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, on_disk)
        except OSError as error:
            where = os.fsdecode(error.filename or self._folder)
            away = ArchiveRefuses if error.errno in REFUSALS else ArchiveAway
            raise away(f"{where} cannot be used: {error.strerror or error}") from error

    def _put(self, path: Path, body: bytes) -> None:
        made = self._folders_to_make(path.parent)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}{ASIDE}")
        try:
            with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(path)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
        for folder in (path.parent, *(each.parent for each in made)):
            _make_sure_of(folder)

    def _folders_to_make(self, folder: Path) -> list[Path]:
        missing = []
        while folder != self._folder and not folder.is_dir():
            missing.append(folder)
            folder = folder.parent
        return missing

    def _get(self, path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        if path.parent.is_dir():
            _make_sure_of(path.parent)

    def _names(self) -> Iterator[tuple[str, int]]:
        for folder, folders, files in os.walk(self._folder, onerror=_raise_unless_missing):
            folders.sort()
            for file in sorted(files):
                path = Path(folder, file)
                if not file.endswith(ASIDE):
                    with suppress(FileNotFoundError):  # a server has removed it meanwhile
                        yield _readable(path.relative_to(self._folder).as_posix()), path.stat().st_size


def _raise_unless_missing(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _readable(name: str) -> str:
    """Return a file's name as valid text. A name that is no valid text never belongs to a match."""
    return name.encode(errors="backslashreplace").decode()


def _make_sure_of(folder: Path) -> None:
    """Write the directory entries of a folder to the disk (`fsync`), so that new file names survive a power failure."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

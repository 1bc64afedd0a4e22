"""Making a backup of a store in use, and checking a backup without a store."""

import contextlib
import errno
import fcntl
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import IO, Any

from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.storage.backup.backup_file import BackupReader, BackupWriter, Header, Totals
from quarterdeck_server.storage.backup.encryption import encrypt
from quarterdeck_server.storage.backup.log_chains import Census
from quarterdeck_server.storage.backup.snapshot import Snapshot, snapshot_of

PART = ".quarterdeck.part"
"""Suffix of the name of an incomplete backup."""

SECONDS_UNTIL_ABANDONED = 60.0

Progress = Callable[[int, int], object]
"""Receives the amount done, and the approximate total."""


async def make_backup(
    url: str, path: Path, program: str, report_progress: Progress = lambda *_: None, *, recipients: Sequence[Any] = ()
) -> tuple[Totals, Census]:
    """Write the whole content of a store into a new file that only its owner may read. The file is read again as a
    check, then encrypted if there are `recipients`, and gets its name last. Raises `Unavailable`; `OSError`, also if
    the file exists; `DamagedBackup`."""
    with _part_of(path) as (file, part):
        await _write(url, file, program, report_progress)
        checked = check_backup(part)
        if recipients:
            encrypt(part, recipients, PART)
        return checked


def check_backup(path: Path, report_progress: Progress = lambda *_: None) -> tuple[Totals, Census]:
    """Read a complete backup file, and check the hash chain of every match. Raises `DamagedBackup`, `OSError`."""
    census = Census()
    with path.open("rb") as file:
        backup = BackupReader(file)
        for records in backup.frames():
            census.count(records)
            report_progress(backup.at, backup.size)
        report_progress(backup.at, backup.size)
        return backup.totals, census


@contextlib.contextmanager
def _part_of(path: Path) -> Iterator[tuple[IO[bytes], Path]]:
    """Yield a temporary file that only its owner may read. After success it gets its final name."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, "the file exists already; name a new file")
    _remove_abandoned_parts(path.parent)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PART, dir=path.parent)  # 0600
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with contextlib.suppress(OSError):  # there are file systems without locks, on which nothing is abandoned
                fcntl.flock(file, fcntl.LOCK_EX)  # let go of by whatever ends this process
            yield file, part
        part.rename(path)
        _make_sure_of(path.parent)
    finally:
        part.unlink(missing_ok=True)


def _remove_abandoned_parts(folder: Path) -> None:
    """Remove incomplete backup files of killed processes. Such files are not locked by any process."""
    for part in folder.glob(f".*{PART}"):
        with contextlib.suppress(OSError), part.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if time.time() - part.stat().st_mtime > SECONDS_UNTIL_ABANDONED:  # else its maker may be about to hold it
                part.unlink()


async def _write(url: str, file: IO[bytes], program: str, report_progress: Progress) -> None:
    passed, expected = 0, 0

    def pass_by(number: int) -> None:
        nonlocal passed
        passed += number
        report_progress(passed, max(passed, expected))

    async with snapshot_of(url, pass_by) as snapshot:
        expected = await snapshot.keys()
        began = await snapshot.now()
        backup = BackupWriter(file, Header(began=began, program=program))
        census = Census()
        lobby_at = await _add(backup, census, snapshot)
        backup.end(
            Totals(
                began=began,
                lobby_at=lobby_at,
                ended=await snapshot.now(),
                records=census.records,
                matches=census.matches,
                entries=census.entries,
            )
        )


async def _add(backup: BackupWriter, census: Census, snapshot: Snapshot) -> Milliseconds:
    """Add the data of the lobby to the backup, then the matches. Return a time right after that of the lobby's data."""
    async with aclosing(snapshot.lobby()) as lobby:
        async for records in lobby:
            backup.add(records)
            census.count(records)
    lobby_at = await snapshot.now()
    async with aclosing(snapshot.matches()) as matches:
        async for records in matches:
            backup.add(records)
            census.count(records)
    return lobby_at


def _make_sure_of(folder: Path) -> None:
    """Write the directory entries of a folder to the disk (`fsync`), so that new file names survive a power failure."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # not every file system can
            os.fsync(descriptor)
    finally:
        os.close(descriptor)

r"""A backup as one file: frames, each with the checksum of everything up to it.

    quarterdeck-backup 1\n
    one frame `H`, any number of frames `R`, one frame `E`, and nothing behind it

A frame is a letter, the length of its body (4 bytes, big-endian), its body, and 32 bytes: the SHA-256 of the checksum
before it, the letter, the length and the body. The first follows the SHA-256 of the first line. So no frame can be
altered, left out, doubled or moved, and a file that was cut short lacks its end. This protects against accidents: a
forger can compute checksums too.

The bodies of `H` and `E` are JSON (`Header`, `Totals`). That of `R` is compressed with zlib: a MessagePack array of
whole records, as `backup_records.py` describes them.
"""

import hashlib
import os
import zlib
from collections.abc import Iterator, Sequence
from typing import IO

import msgspec
from quarterdeck_protocol.encoding.file_kinds import NAMES, FileKind, kind_of
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.storage.backup.backup_records import Record

VERSION = 1
NAME = b"quarterdeck-backup "
FIRST_LINE = b"%b%d\n" % (NAME, VERSION)

FRAME = 1024 * 1024
"""Number of bytes of records in a frame before compression, unless one record is larger."""

LEVEL = 6
BYTES_LOOKED_AT = 4 * 1024 * 1024
"""Number of bytes read from a file that is no backup, to name its kind."""

BEFORE, BEHIND = 5, 32
"""Number of bytes of a frame before and after its body."""

_records_of = msgspec.msgpack.Decoder(list[Record])


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first frame of a backup file: facts known before any data was read."""

    began: Milliseconds
    """Start of the backup by the store's clock. Everything that the store had acknowledged then is included."""

    program: str
    """The version of Quarterdeck that wrote the backup."""


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """The last frame of a backup file: totals that are known only at the end of the backup. All times are from the
    store's clock."""

    began: Milliseconds
    lobby_at: Milliseconds
    """A time right after the moment whose state of the lobby is included."""

    ended: Milliseconds
    """End of the backup. Each match has its state of a moment between `lobby_at` and this."""

    records: int
    matches: int
    entries: int


class DamagedBackup(Exception):  # noqa: N818 - what was found, not a fault of this program
    """Error: a file is not a complete backup. `str(error)` names the fault and its byte."""


class BackupWriter:
    """Writes a backup into a file, from beginning to end."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self._file = file
        self._sum = hashlib.sha256(FIRST_LINE).digest()
        self._waiting: list[bytes] = []
        self._bytes_waiting = 0
        file.write(FIRST_LINE)
        self._write(b"H", msgspec.json.encode(header))

    def add(self, records: Sequence[Record]) -> None:
        """Write these records as the next frame of the backup."""
        for record in records:
            encoded = msgspec.msgpack.encode(record)
            self._waiting.append(encoded)
            self._bytes_waiting += len(encoded)
            if self._bytes_waiting >= FRAME:
                self._write_waiting()

    def end(self, totals: Totals) -> None:
        """Write the end frame, and sync the file to the disk."""
        self._write_waiting()
        self._write(b"E", msgspec.json.encode(totals))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _write_waiting(self) -> None:
        if self._waiting:
            body = b"\xdd" + len(self._waiting).to_bytes(4, "big") + b"".join(self._waiting)  # an array of 32 bits
            self._write(b"R", zlib.compress(body, LEVEL))
            self._waiting, self._bytes_waiting = [], 0

    def _write(self, letter: bytes, body: bytes) -> None:
        start = letter + len(body).to_bytes(4, "big")
        self._sum = _sum(self._sum, start, body)
        for part in (start, body, self._sum):
            self._file.write(part)


class BackupReader:
    """Reads a backup from beginning to end. Raises `DamagedBackup` if it is incomplete or changed."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._size = os.fstat(file.fileno()).st_size
        self._at = 0
        self._sum = hashlib.sha256(FIRST_LINE).digest()
        self._check_first_line()
        letter, body, at = self._frame()
        if letter != b"H":
            raise _damaged(at, "the header is missing: another frame is in its place")
        self.header = msgspec.json.decode(body, type=Header)
        self._totals: Totals | None = None

    @property
    def size(self) -> int:
        """Size of the backup file in bytes."""
        return self._size

    @property
    def at(self) -> int:
        """Number of bytes read from the backup file so far."""
        return self._at

    @property
    def totals(self) -> Totals:
        """The totals from the end frame, available once all records have been read."""
        if self._totals is None:
            raise _damaged(self._at, "its end has not been read")
        return self._totals

    def frames(self) -> Iterator[list[Record]]:
        """Yield all records of the backup, one frame at a time."""
        records = 0
        while True:
            letter, body, at = self._frame()
            if letter == b"E":
                break
            if letter != b"R":
                raise _damaged(at, "it has a frame of a kind that this version does not know")
            frame = _records(body, at)
            records += len(frame)
            yield frame
        totals = msgspec.json.decode(body, type=Totals)
        if totals.records != records:
            raise _damaged(at, f"its end names {totals.records} records, but there were {records}")
        if self._at != self._size:
            raise _damaged(self._at, f"{self._size - self._at} bytes follow its end")
        self._totals = totals

    def _check_first_line(self) -> None:
        first = self._file.readline(len(FIRST_LINE) + 16)
        if first == FIRST_LINE:
            self._at = len(first)
            return
        version = first.removeprefix(NAME).strip()
        if first.startswith(NAME) and first.endswith(b"\n") and version.isdigit():
            raise DamagedBackup(
                f"It is a backup of version {version.decode()}, and this program reads version {VERSION}."
            )
        self._file.seek(0)
        found = kind_of(self._file.read(BYTES_LOOKED_AT))
        if found in (FileKind.BACKUP, FileKind.TEXT, FileKind.JSON, FileKind.BINARY, FileKind.NOT_UTF_8):
            raise DamagedBackup(f"It is not a backup: its first line is not {FIRST_LINE.decode().strip()!r}.")
        raise DamagedBackup(f"It is not a backup: it is {NAMES[found]}.")

    def _frame(self) -> tuple[bytes, bytes, int]:
        at = self._at
        start = self._file.read(BEFORE)
        length = int.from_bytes(start[1:], "big")
        left = self._size - at
        if len(start) < BEFORE or left < BEFORE + length + BEHIND:
            asked = f"{BEFORE + length + BEHIND} bytes" if len(start) == BEFORE else "a frame"
            raise _damaged(
                at, f"expected {asked}, but {left} are left: the file was cut off at byte {self._size}, or changed here"
            )
        body, written = self._file.read(length), self._file.read(BEHIND)
        self._sum = _sum(self._sum, start, body)
        if written != self._sum:
            raise _damaged(at, f"the next {BEFORE + length + BEHIND} bytes have a wrong checksum")
        self._at += BEFORE + length + BEHIND
        return start[:1], body, at


def _sum(before: bytes, start: bytes, body: bytes) -> bytes:
    summed = hashlib.sha256(before)
    summed.update(start)
    summed.update(body)
    return summed.digest()


def _records(body: bytes, at: int) -> list[Record]:
    try:
        return _records_of.decode(zlib.decompress(body))
    except (zlib.error, msgspec.DecodeError) as error:
        raise _damaged(at, "it has records of another version") from error


def _damaged(at: int, what: str) -> DamagedBackup:
    return DamagedBackup(f"It is damaged at byte {at}: {what}.")

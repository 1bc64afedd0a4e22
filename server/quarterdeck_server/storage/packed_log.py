"""The log of a finished match as one compressed value, for the store and for archives.

A stream in the store keeps each entry separately, so that the next one can be added. Nothing is added to a finished
match, and its entries are similar, so compressed together they take a fraction of the space. The value begins with the
end of the log (its epoch, version and digest) in plain text, so that a script can read it without decompressing.
Digests can be computed from the entries, so they are stored only where they cannot (decision 48).
"""

import re
import zlib
from collections.abc import Sequence
from itertools import pairwise

import msgspec
from quarterdeck_protocol.names import Epoch, Milliseconds, Version

from quarterdeck_server.matches.log import Head, History, Stamped, next_digest

FORMAT = 1
LEVEL = 9

MOST_UNPACKED = 256 * 1024 * 1024
"""Largest size of a log in bytes. No server writes a larger one."""

LONGEST_FRONT = 256
"""Most bytes of the plain text at the beginning."""

_HEADER = re.compile(rb"(\d{1,18}) (\d{1,18}) (\d{1,18}) ([0-9a-f]*) ")


class DamagedError(ValueError):
    """Error: the bytes are not a compressed log, or are incomplete."""


class _Body(msgspec.Struct, frozen=True, array_like=True):
    began: Milliseconds
    later: list[int]
    """For each entry after the first, the milliseconds since the entry before it."""

    entries: list[bytes]
    digests: list[str]
    """The digest of each entry; empty if the digests can be computed from the entries."""


def packed(history: History) -> bytes:
    """Return the complete log of a match as one compressed value. Raises `ValueError` if the log is empty or
    incomplete."""
    entries = history.entries
    if [each.version for each in entries] != list(range(1, len(entries) + 1)) or not entries:
        raise ValueError("only a complete log can be compressed")
    times = [each.at for each in entries]
    body = _Body(
        began=times[0],
        later=[later - earlier for earlier, later in pairwise(times)],
        entries=[each.entry for each in entries],
        digests=[] if _is_chained(entries) else [each.digest for each in entries],
    )
    header = b"%d %d %d %b " % (FORMAT, history.epoch, len(entries), entries[-1].digest.encode())
    value = header + zlib.compress(msgspec.msgpack.encode(body), LEVEL)
    if unpacked(value) != History(history.epoch, list(entries)):
        raise ValueError("the compressed log does not decompress to the original")
    return value


def head_of(value: bytes) -> Head:
    """Return the end of a compressed log. Raises `DamagedError`."""
    return _read(value)[0]


def unpacked(value: bytes) -> History:
    """Return the entries of a compressed log. Raises `DamagedError`."""
    head, compressed = _read(value)
    decompressing = zlib.decompressobj()
    try:
        plain = decompressing.decompress(compressed, MOST_UNPACKED)
        if not decompressing.eof or decompressing.unused_data:
            raise DamagedError("a compressed log is cut off or has additional bytes at its end")
        body = msgspec.msgpack.decode(plain, type=_Body)
    except (zlib.error, msgspec.DecodeError) as error:
        raise DamagedError(f"a compressed log cannot be decoded: {error}") from error
    if len(body.entries) != head.version or len(body.later) != head.version - 1:
        raise DamagedError(f"a compressed log has {len(body.entries)} entries, but its head names {head.version}")
    if body.digests and len(body.digests) != head.version:
        raise DamagedError("a compressed log does not have one digest for each entry")
    return History(head.epoch, _checked(_stamped(body), head))


def _read(value: bytes) -> tuple[Head, bytes]:
    found = _HEADER.match(value)
    if found is None or int(found[1]) != FORMAT:
        raise DamagedError("the bytes are not a compressed log, or were written by a newer server")
    return Head(Epoch(int(found[2])), Version(int(found[3])), found[4].decode()), value[found.end() :]


def _stamped(body: _Body) -> list[Stamped]:
    entries: list[Stamped] = []
    at, digest = body.began, ""
    for number, entry in enumerate(body.entries):
        if number:
            at = Milliseconds(at + body.later[number - 1])
        digest = body.digests[number] if body.digests else next_digest(digest, at, entry)
        entries.append(Stamped(Version(number + 1), entry, at, digest))
    return entries


def _checked(entries: list[Stamped], head: Head) -> list[Stamped]:
    if not entries or entries[-1].digest != head.digest:
        raise DamagedError("the digest of a compressed log differs from the one recorded in it")
    return entries


def _is_chained(entries: Sequence[Stamped]) -> bool:
    digest = ""
    for each in entries:
        digest = next_digest(digest, each.at, each.entry)
        if each.digest != digest:
            return False
    return True

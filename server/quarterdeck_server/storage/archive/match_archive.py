"""Finished matches in an archive. Each is a compressed log, preceded by a header with the match's id and its last
hash-chain link.

A match counts as archived only after it was read back and compared. The links are computed again from both copies and
must be those that the viewers received.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from hashlib import sha256
from urllib.parse import quote, unquote

import msgspec
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.matches.chain import FIRST_LINK, Links, link_key_of
from quarterdeck_server.matches.log import History
from quarterdeck_server.matches.openings import opened_by
from quarterdeck_server.storage.archive.archive import Archive, try_archive
from quarterdeck_server.storage.packed_log import DamagedError, packed, unpacked

FORMAT = 1
ENDING = ".match"
BEFORE = ".before"
"""Suffix of the name of an older copy of a match, from before a store lost entries and the match continued."""

LONGEST_ID = 100
"""Most characters in the id of a match; ids from servers are much shorter."""

_HEADER = re.compile(rb"quarterdeck match (\d{1,18}) (\S+) ([0-9a-f]{64})\n")
_NAME = re.compile(r"[0-9a-f]{2}/[0-9a-f]{2}/([^/]+)\.match")


def name_of(match: MatchId) -> str:
    """Return the name of a match in an archive: in one of 65,536 folders, by the SHA-256 of its id."""
    digest = sha256(match.encode()).hexdigest()
    return f"{digest[:2]}/{digest[2:4]}/{quote(match, safe='')}{ENDING}"


def match_named(name: str) -> MatchId | None:
    """Return the id of the match that is stored under this name; `None` if the name belongs to no match."""
    found = _NAME.fullmatch(name)
    match = None if found is None else MatchId(unquote(found[1]))
    return match if match is not None and name_of(match) == name else None


def last_link(match: MatchId, history: History) -> str:
    """Return the link of the last entry, in hexadecimal. Raises `DamagedError` if this is not the log of a match."""
    try:
        seed = bytes.fromhex(opened_by(history.entries[0]).seed)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamagedError("the log does not begin with the opening of a match") from error
    links, link = Links(link_key_of(seed, match)), FIRST_LINK
    for each in history.entries:
        link = links.after(link, each.at, each.entry)
    return link.hex()


def archived(match: MatchId, history: History) -> bytes:
    """Return the archived form of a match. Raises `ValueError` if its log is incomplete."""
    header = f"quarterdeck match {FORMAT} {quote(match, safe='')} {last_link(match, history)}\n"
    return header.encode() + packed(history)


def history_in(match: MatchId, body: bytes) -> History:
    """Return the log of an archived match. Raises `DamagedError` if it is another match, or if its computed last link
    differs from the one in its header."""
    found = _HEADER.match(body)
    if found is None or int(found[1]) != FORMAT:
        raise DamagedError("the file is not an archived match, or it was written by a newer server")
    if unquote(found[2].decode()) != match:
        raise DamagedError("the archived file contains another match than its name says")
    history = unpacked(body[found.end() :])
    if last_link(match, history) != found[3].decode():
        raise DamagedError("the hash chain over the entries does not end in the recorded last link")
    return history


class MatchArchive:
    """The matches in an archive. All methods raise `ArchiveAway`."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def tried(self) -> None:
        """Test if the archive stores a small value. Raises `ArchiveAway` if not."""
        await try_archive(self._archive)

    async def put(self, match: MatchId, history: History) -> int:
        """Store a match, and return its size in bytes. Idempotent: a second call changes nothing. An older copy with
        other entries is kept beside it: a store may have lost those entries before the match continued. Raises
        `ValueError` if the log is incomplete, and `DamagedError` if it does not read back the same."""
        name = _short_enough(match)
        there = await self._archive.get(name)
        if there is not None and await asyncio.to_thread(_holds, match, there, history):
            return len(there)
        if there is not None:
            await self._archive.put(name + BEFORE, there)
        body = await asyncio.to_thread(archived, match, history)
        await self._archive.put(name, body)
        read = await self._archive.get(name)
        if read is None or not await asyncio.to_thread(_holds, match, read, history):
            raise DamagedError("the archive returned other bytes than the server had written")
        return len(body)

    async def get(self, match: MatchId) -> History | None:
        """Return the log of a match; `None` if the archive has none. Raises `DamagedError`."""
        if len(match) > LONGEST_ID:
            return None
        body = await self._archive.get(name_of(match))
        return None if body is None else await asyncio.to_thread(history_in, match, body)

    async def remove(self, match: MatchId) -> None:
        """Remove a match, and its older copy if there is one."""
        name = _short_enough(match)
        await self._archive.remove(name)
        await self._archive.remove(name + BEFORE)

    async def matches(self) -> AsyncIterator[tuple[MatchId | None, str, int]]:
        """Yield everything in the archive: its match (`None` for other files), its name and its size."""
        async for name, size in self._archive.listed():
            yield match_named(name), name, size


def _holds(match: MatchId, body: bytes, history: History) -> bool:
    try:
        return history_in(match, body) == history
    except DamagedError:
        return False


def _short_enough(match: MatchId) -> str:
    if len(match) > LONGEST_ID:
        raise ValueError("the id of this match is too long for an archive")
    return name_of(match)

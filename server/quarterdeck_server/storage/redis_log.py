"""The logs of all matches, in Redis: a stream each."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quarterdeck_protocol.names import MatchId, Milliseconds, Version

from quarterdeck_server.matches.log import Deadline, Heard, Stamped
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.lifetimes import Lifetimes
from quarterdeck_server.storage.redis_line import Line, Script
from quarterdeck_server.storing import Conflict

APPEND = Script("append.lua")

PAGE = 1_000
"""How many entries are read at once, so that a long match does not keep the appends of all others waiting."""


class RedisLog:
    """The logs as one process reaches them."""

    def __init__(self, line: Line, process: str, lifetimes: Lifetimes) -> None:
        self._line = line
        self._channel = keys.process_channel(process)
        self._lifetimes = lifetimes
        self._followed: set[MatchId] = set()
        self._heard: Heard | None = None
        self._missed: Callable[[], None] | None = None

    def append(
        self, match: MatchId, version: Version, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        """Write an entry, together with all others of this turn of the event loop."""
        return self._line.run(
            APPEND,
            keys.of_match(match),
            match,
            version,
            entry,
            "" if deadline.until is None else deadline.until,
            "" if deadline.limit is None else deadline.limit,
            1 if over else 0,
            self._channel,
            self._lifetimes.finished_match,
            meaning=_written,
        )

    async def read(self, match: MatchId, after: Version = Version(0)) -> Sequence[Stamped]:  # noqa: B008 - a number
        """Give the entries after this version, in order."""
        entries: list[Stamped] = []
        while True:
            stream = keys.of_match(match).log
            page = await self._line.ask("XRANGE", stream, f"({after}-0", "+", "COUNT", PAGE)
            entries += [_stamped(entry) for entry in page]
            if len(page) < PAGE:
                return entries
            after = entries[-1].version

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Say who is to be rung."""
        self._heard, self._missed = heard, missed

    async def follow(self, match: MatchId) -> None:
        """Be rung for this match from now on."""
        self._followed.add(match)
        for answer in self._register(match):
            await answer

    async def unfollow(self, match: MatchId) -> None:
        """Be rung for it no longer."""
        self._followed.discard(match)
        await self._line.ask("SREM", keys.of_match(match).open, self._channel)

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        """Give the version of each of these matches."""
        lengths = [self._line.ask("XLEN", keys.of_match(match).log) for match in matches]
        return {match: Version(await length) for match, length in zip(matches, lengths, strict=True)}

    async def due(self, most: int) -> Sequence[MatchId]:
        """Give the matches that have been due for longest, from all shards."""
        now = await self.now()
        found = [
            self._line.ask("ZRANGEBYSCORE", keys.deadlines(shard), "-inf", now, "WITHSCORES", "LIMIT", 0, most)
            for shard in range(keys.SHARDS)
        ]
        due: list[tuple[float, str]] = []
        for shard in found:
            scored = await shard
            due += [(float(moment), match.decode()) for match, moment in zip(scored[::2], scored[1::2], strict=True)]
        return [MatchId(match) for _, match in sorted(due)[:most]]

    async def now(self) -> Milliseconds:
        """Give Redis' time."""
        seconds, microseconds = await self._line.ask("TIME")
        return Milliseconds(int(seconds) * 1000 + int(microseconds) // 1000)

    def hear(self, told: bytes) -> None:
        """Pass on what another process has written."""
        match, version, at, entry = told.split(b" ", 3)
        followed = MatchId(match.decode())
        if self._heard is not None and followed in self._followed:
            self._heard(followed, Stamped(Version(int(version)), entry, Milliseconds(int(at))))

    async def register_again(self) -> None:
        """Say again which matches this process follows: what Redis knows of it has a limited lifetime."""
        for answer in [answer for match in self._followed for answer in self._register(match)]:
            await answer

    def rung_again(self) -> None:
        """Say that entries may have gone by unheard."""
        if self._missed is not None:
            self._missed()

    def _register(self, match: MatchId) -> tuple[asyncio.Future[Any], asyncio.Future[Any]]:
        followers = keys.of_match(match).open
        return (
            self._line.ask("SADD", followers, self._channel),
            self._line.ask("EXPIRE", followers, self._lifetimes.followed),
        )


def _written(at: int | None) -> Milliseconds:
    if at is None:
        raise Conflict("another entry has this version")
    return Milliseconds(at)


def _stamped(entry: Any) -> Stamped:
    name, (_, kept, _, at) = entry
    return Stamped(Version(int(name.partition(b"-")[0])), kept, Milliseconds(int(at)))

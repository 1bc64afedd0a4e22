"""The logs of all matches, in Redis: a stream each."""

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, TypeVar

from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version

from quarterdeck_server.matches.log import START, Deadline, Head, Heard, History, Remembered, Stamped
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.channels import Channels
from quarterdeck_server.storage.lifetimes import Lifetimes
from quarterdeck_server.storage.redis_pipeline import Line
from quarterdeck_server.storage.redis_question import Script
from quarterdeck_server.store_errors import Conflict, Unavailable

APPEND, HISTORY, HEAD, REWIND = Script("append.lua"), Script("history.lua"), Script("head.lua"), Script("rewind.lua")
RESTORE = Script("restore.lua")

Name = TypeVar("Name")

PAGE = 1_000
"""How many entries are read at once, so that a long match does not keep the appends of all others waiting."""


class RedisLog:
    """The logs as one process reaches them."""

    def __init__(self, line: Line, channels: Channels, lifetimes: Lifetimes) -> None:
        self._line = line
        self._channels = channels
        self._lifetimes = lifetimes
        self._followed: set[MatchId] = set()
        self._heard: Heard | None = None
        self._missed: Callable[[], None] | None = None

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        """Write an entry, together with all others of this turn of the event loop."""
        return self._line.run(
            APPEND,
            keys.of_match(match),
            match,
            head.epoch,
            head.version,
            head.digest,
            entry,
            "" if deadline.until is None else deadline.until,
            "" if deadline.limit is None else deadline.limit,
            1 if over else 0,
            self._channels.of_match(match),
            self._lifetimes.finished_match,
            self._channels.publish,
            meaning=_written,
        )

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        """Return the entries after this version, in order."""
        names, first, entries = keys.of_match(match), after, list[Stamped]()
        epoch: Epoch | None = None
        while True:
            page = await self._line.run(HISTORY, (names.log, names.head), first, PAGE, meaning=_history)
            if epoch is not None and page.epoch != epoch:  # rewound between two pages
                first, entries, epoch = after, [], None
                continue
            epoch = page.epoch
            entries += page.entries
            if len(page.entries) < PAGE:
                return History(epoch, entries)
            first = entries[-1].version

    async def rewind(self, match: MatchId, known: Head) -> None:
        """Raise the epoch of a match whose log has another history than this."""
        names = keys.of_match(match)
        await self._line.run(
            REWIND,
            (names.log, names.open, names.head),
            match,
            known.epoch,
            known.version,
            known.digest,
            self._channels.publish,
            meaning=lambda _: None,
        )

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        """Write back entries that the store has forgotten."""
        await self._line.run(
            RESTORE,
            keys.of_match(match),
            match,
            read.epoch,
            read.version,
            read.digest,
            remembered.epoch,
            "" if remembered.until is None else remembered.until,
            1 if remembered.over else 0,
            self._lifetimes.finished_match,
            self._channels.publish,
            *(field for each in remembered.entries for field in (each.entry, each.at, each.digest)),
            meaning=_restored,
        )

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
        await self._line.ask("SREM", keys.of_match(match).open, self._channels.of_match(match))

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        """Return the version of each of these matches."""
        lengths = [self._line.ask("XLEN", keys.of_match(match).log) for match in matches]
        return {match: Version(await length) for match, length in zip(matches, lengths, strict=True)}

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        """Return where the log of each of these matches ends that can be reached."""
        asked = [keys.of_match(match) for match in matches]
        heads = [self._line.run(HEAD, (names.log, names.head), meaning=_head) for names in asked]
        return dict(await _those_answered(list(zip(matches, heads, strict=True))))

    async def due(self, most: int) -> Sequence[MatchId]:
        """Return the matches that have been due for longest, from all shards that can be reached."""
        now = await self.now()
        found = [
            (shard, self._line.ask("ZRANGEBYSCORE", keys.deadlines(shard), "-inf", now, "WITHSCORES", "LIMIT", 0, most))
            for shard in range(keys.SHARDS)
        ]
        due: list[tuple[float, str]] = []
        for _, scored in await _those_answered(found):
            due += [(float(moment), match.decode()) for match, moment in zip(scored[::2], scored[1::2], strict=True)]
        return [MatchId(match) for _, match in sorted(due)[:most]]

    async def now(self) -> Milliseconds:
        """Return Redis' time."""
        seconds, microseconds = await self._line.ask("TIME")
        return Milliseconds(int(seconds) * 1000 + int(microseconds) // 1000)

    def receive(self, message: bytes) -> None:
        """Pass on what another process has written."""
        match, epoch, version, at, digest, entry = message.split(b" ", 5)
        followed = MatchId(match.decode())
        if self._heard is not None and followed in self._followed:
            stamped = Stamped(Version(int(version)), entry, Milliseconds(int(at)), digest.decode())
            self._heard(followed, Epoch(int(epoch)), stamped)

    async def register_again(self, shards: Container[int] = range(keys.SHARDS)) -> None:
        """Say again which matches of these shards this process follows: what Redis knows of it has a limited
        lifetime."""
        followed = [match for match in self._followed if keys.shard(match) in shards]
        for answer in [answer for match in followed for answer in self._register(match)]:
            await answer

    def rung_again(self) -> None:
        """Say that entries may have gone by unheard."""
        if self._missed is not None:
            self._missed()

    def _register(self, match: MatchId) -> tuple[asyncio.Future[Any], asyncio.Future[Any]]:
        followers = keys.of_match(match).open
        return (
            self._line.ask("SADD", followers, self._channels.of_match(match)),
            self._line.ask("EXPIRE", followers, self._lifetimes.followed),
        )


async def _those_answered(asked: Sequence[tuple[Name, asyncio.Future[Any]]]) -> list[tuple[Name, Any]]:
    """Return all answers that there are: where a node of a cluster is away, the others' do not wait for it. Raises
    `Unavailable` if there are none."""
    answered, away = [], None
    for name, answer in asked:
        try:
            answered.append((name, await answer))
        except Unavailable as unavailable:
            away = unavailable
    if away is not None and not answered:
        raise away
    return answered


def _written(at: int | None) -> Milliseconds:
    if at is None:
        raise Conflict("the log does not end there")
    return Milliseconds(at)


def _restored(done: int | None) -> None:
    if done is None:
        raise Conflict("the log does not end there any more")


def _history(page: Any) -> History:
    epoch, entries = page
    return History(Epoch(int(epoch)), [_stamped(entry) for entry in entries])


def _head(found: Any) -> Head:
    if found is None:
        return START
    epoch, version, digest = found
    return Head(Epoch(int(epoch)), Version(int(version)), digest.decode())


def _stamped(entry: Any) -> Stamped:
    name, (_, stored, _, at, *digest) = entry
    version = Version(int(name.partition(b"-")[0]))
    return Stamped(version, stored, Milliseconds(int(at)), digest[1].decode() if digest else "")

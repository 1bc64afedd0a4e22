"""The logs of all matches, in Redis: a stream each, or one packed value when the match has ended."""

import asyncio
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version

from quarterdeck_server.matches.log import (
    START,
    Deadline,
    EntryReceiver,
    Fields,
    Head,
    History,
    Remembered,
    Stamped,
    end_of,
)
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.lifetimes import Lifetimes, is_gone_by_right
from quarterdeck_server.storage.packed_log import packed, unpacked
from quarterdeck_server.storage.redis.channels import Channels
from quarterdeck_server.storage.wire.pipeline import Requester
from quarterdeck_server.storage.wire.question import Script
from quarterdeck_server.store_errors import Conflict, Unavailable

APPEND, HISTORY, HEAD, REWIND = Script("append.lua"), Script("history.lua"), Script("head.lua"), Script("rewind.lua")
RESTORE, PACK, UNPACK, DROP = Script("restore.lua"), Script("pack.lua"), Script("unpack.lua"), Script("drop.lua")
DUE = Script("due.lua")

Name = TypeVar("Name")

IS_PACKED = 2
"""Result of a script that would change a log and finds it packed."""

PACKED_LONG = 64 * 1024
"""Size in bytes from which a packed log is unpacked in a thread. Smaller ones take less than a millisecond."""

FIELDS_AT_ONCE = 16
"""Number of fields of a snapshot that one command writes."""

MOST_HEADS = 64
"""Number of logs whose ends one request reads."""

PAGE = 1_000
"""Number of entries that are read at once, so that a long match does not delay the appends of others."""


class RedisLog:
    """One process's access to the logs of all matches in Redis."""

    def __init__(self, line: Requester, channels: Channels, lifetimes: Lifetimes) -> None:
        self._pipeline = line
        self._channels = channels
        self._lifetimes = lifetimes
        self._subscribed: set[MatchId] = set()
        self._receive: EntryReceiver | None = None
        self._missed: Callable[[], None] | None = None

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        """Write an entry, together with all others of this iteration of the event loop."""
        return self._pipeline.run(
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
        """Return the entries of a match's log after this version."""
        names, first, entries = keys.of_match(match), after, list[Stamped]()
        epoch: Epoch | None = None
        while True:
            page = await self._pipeline.run(HISTORY, (names.log, names.head), first, PAGE, meaning=_history)
            if isinstance(page, bytes):  # all of it, whatever was read of it before
                whole = await asyncio.to_thread(unpacked, page) if len(page) > PACKED_LONG else unpacked(page)
                return History(whole.epoch, whole.entries[after:])
            if epoch is not None and page.epoch != epoch:  # rewound between two pages
                first, entries, epoch = after, [], None
                continue
            if entries and not page.entries and not await self._has(match, entries[-1].version):
                first, entries, epoch = after, [], None  # it has left the store between two pages
                continue
            epoch = page.epoch
            entries += page.entries
            if len(page.entries) < PAGE:
                return History(epoch, entries)
            first = entries[-1].version

    async def _has(self, match: MatchId, version: Version) -> bool:
        return (await self.versions([match]))[match] >= version

    async def rewind(self, match: MatchId, known: Head) -> None:
        """Increase the epoch of a match whose log has another history."""
        names = keys.of_match(match)
        done = IS_PACKED
        while done == IS_PACKED:
            done = await self._pipeline.run(
                REWIND,
                (names.log, names.open, names.head),
                match,
                known.epoch,
                known.version,
                known.digest,
                self._channels.publish,
                meaning=_plain,
            )
            if done == IS_PACKED:
                await self._unpack(match)

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        """Write back log entries that the store has lost."""
        if remembered.over and is_gone_by_right(self._lifetimes, read, remembered, await self.now()):
            raise Conflict("the match has left the store, as finished ones do")
        done = IS_PACKED
        while done == IS_PACKED:
            done = await self._pipeline.run(
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
                *_fields(remembered.entries),
                meaning=_unless_another,
            )
            if done == IS_PACKED:
                await self._unpack(match)

    async def pack(self, match: MatchId) -> bool:
        """Compress the log of a finished match into one value."""
        kept = keys.of_match(match)
        history = await self.read(match)
        if not history.entries:
            return False
        head, value = end_of(history), await asyncio.to_thread(packed, history)
        done = await self._pipeline.run(
            PACK,
            (kept.log, kept.head, keys.snapshot(match)),
            head.epoch,
            head.version,
            head.digest,
            value,
            meaning=_unless_another,
        )
        return bool(done)

    async def store_snapshot(self, match: MatchId, fields: Fields, *, replaces_all: bool) -> None:
        """Store these fields of a snapshot, a few at a time, so that a long snapshot delays no other request. If the
        process ends during this, the written fields still expire."""
        key, names = keys.snapshot(match), list(fields)
        if replaces_all:
            await self._pipeline.ask("DEL", key)
        for begin in range(0, len(names), FIELDS_AT_ONCE):
            these = names[begin : begin + FIELDS_AT_ONCE]
            await asyncio.gather(
                self._pipeline.ask("HSET", key, *(part for name in these for part in (name, fields[name]))),
                self._pipeline.ask("EXPIRE", key, self._lifetimes.snapshot),
            )

    async def snapshot(self, match: MatchId) -> Fields:
        """Return the stored snapshot of a match."""
        found = await self._pipeline.ask("HGETALL", keys.snapshot(match))
        return {name.decode(): value for name, value in zip(found[::2], found[1::2], strict=True)}

    async def drop(self, match: MatchId, head: Head) -> bool:
        """Remove the log of a finished match."""
        kept = keys.of_match(match)
        done = await self._pipeline.run(
            DROP,
            (kept.log, kept.head, keys.snapshot(match)),
            head.epoch,
            head.version,
            head.digest,
            meaning=_unless_another,
        )
        return bool(done)

    async def _unpack(self, match: MatchId) -> None:
        """Convert a compressed log back to a stream, unless another process has just done so."""
        kept = keys.of_match(match)
        value = await self._pipeline.run(HISTORY, (kept.log, kept.head), START.version, 1, meaning=_history)
        if isinstance(value, bytes):
            history = unpacked(value)
            await self._pipeline.run(
                UNPACK, (kept.log, kept.head), value, history.epoch, *_fields(history.entries), meaning=_plain
            )

    def set_callbacks(self, received: EntryReceiver, missed: Callable[[], None]) -> None:
        """Set the callbacks for notifications of log entries."""
        self._receive, self._missed = received, missed

    async def subscribe(self, match: MatchId) -> None:
        """Subscribe to the log entries of this match."""
        self._subscribed.add(match)
        for answer in self._register(match):
            await answer

    async def unsubscribe(self, match: MatchId) -> None:
        """Unsubscribe from the log entries of this match."""
        self._subscribed.discard(match)
        await self._pipeline.ask("SREM", keys.of_match(match).open, self._channels.of_match(match))

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        """Return the version of each of these matches."""
        return {
            match: head.version
            for some, heads in self._ask_heads(matches)
            for match, head in zip(some, await heads, strict=True)
        }

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        """Return the end of each of these logs. Matches on an unreachable node of the store are left out."""
        answered = await _those_answered(self._ask_heads(matches))
        return {match: head for some, heads in answered for match, head in zip(some, heads, strict=True)}

    def _ask_heads(self, matches: Sequence[MatchId]) -> list[tuple[list[MatchId], asyncio.Future[list[Head]]]]:
        """Ask for the ends of these logs, with requests for many logs each; in a cluster, for many logs of a shard."""
        together: dict[int, list[MatchId]] = {}
        for match in matches:
            together.setdefault(keys.shard(match) if self._pipeline.has_slots else 0, []).append(match)
        asked: list[tuple[list[MatchId], asyncio.Future[list[Head]]]] = []
        for group in together.values():
            for start in range(0, len(group), MOST_HEADS):
                some = group[start : start + MOST_HEADS]
                names = [name for each in map(keys.of_match, some) for name in (each.log, each.head)]
                asked.append((some, self._pipeline.run(HEAD, tuple(names), meaning=_heads)))
        return asked

    async def due(self, most: int) -> Sequence[MatchId]:
        """Return the matches whose deadlines passed the longest ago, from all shards that can be reached."""
        now, names = await self.now(), tuple(map(keys.deadlines, range(keys.SHARDS)))
        groups = [(name,) for name in names] if self._pipeline.has_slots else [names]
        asked = [(group, self._pipeline.run(DUE, group, now, most, meaning=_scored)) for group in groups]
        due = [each for _, scored in await _those_answered(asked) for each in scored]
        return [MatchId(match) for _, match in sorted(due)[:most]]

    async def due_after(self, at: Milliseconds) -> Sequence[MatchId]:
        """Return the running matches whose deadline is later than this, from all shards that can be reached."""
        shards = range(keys.SHARDS)
        asked = [
            (shard, self._pipeline.ask("ZRANGEBYSCORE", keys.deadlines(shard), f"({at}", "+inf")) for shard in shards
        ]
        return [MatchId(match.decode()) for _, found in await _those_answered(asked) for match in found]

    async def now(self) -> Milliseconds:
        """Return the time of Redis."""
        seconds, microseconds = await self._pipeline.ask("TIME")
        return Milliseconds(int(seconds) * 1000 + int(microseconds) // 1000)

    def receive(self, message: bytes) -> None:
        """Handle a log entry that another process has written."""
        match, epoch, version, at, digest, entry = message.split(b" ", 5)
        followed = MatchId(match.decode())
        if self._receive is not None and followed in self._subscribed:
            stamped = Stamped(Version(int(version)), entry, Milliseconds(int(at)), digest.decode())
            self._receive(followed, Epoch(int(epoch)), stamped)

    async def register_again(self, shards: Container[int] = range(keys.SHARDS)) -> None:
        """Register again that this process follows these matches: Redis keeps the registration only for a limited
        time."""
        followed = [match for match in self._subscribed if keys.shard(match) in shards]
        for answer in [answer for match in followed for answer in self._register(match)]:
            await answer

    def rung_again(self) -> None:
        """Notify the process that log entries may have been missed."""
        if self._missed is not None:
            self._missed()

    def _register(self, match: MatchId) -> tuple[asyncio.Future[Any], asyncio.Future[Any]]:
        followers = keys.of_match(match).open
        return (
            self._pipeline.ask("SADD", followers, self._channels.of_match(match)),
            self._pipeline.ask("EXPIRE", followers, self._lifetimes.followed),
        )


async def _those_answered(asked: Sequence[tuple[Name, asyncio.Future[Any]]]) -> list[tuple[Name, Any]]:
    """Return all answers that arrived. If a node of a cluster is unreachable, its answers are missing. Raises
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


def _scored(reply: list[bytes]) -> list[tuple[float, str]]:
    """Return the deadlines and the matches of a reply of `DUE`."""
    return [(float(moment), match.decode()) for match, moment in zip(reply[::2], reply[1::2], strict=True)]


def _written(at: int | None) -> Milliseconds:
    if at is None:
        raise Conflict("the log does not end there")
    return Milliseconds(at)


def _unless_another(done: int | None) -> int:
    if done is None:
        raise Conflict("the log does not end there any more")
    return done


def _plain(done: int | None) -> int | None:
    return done


def _fields(entries: Sequence[Stamped]) -> Iterator[bytes | Milliseconds | str]:
    for each in entries:
        yield from (each.entry, each.at, each.digest)


def _history(page: Any) -> History | bytes:
    epoch, entries = page
    if isinstance(entries, bytes):
        return entries
    return History(Epoch(int(epoch)), [_stamped(entry) for entry in entries])


def _heads(found: list[Any]) -> list[Head]:
    return [_head(each) for each in found]


def _head(found: Any) -> Head:
    if found is None:
        return START
    epoch, version, digest = found
    return Head(Epoch(int(epoch)), Version(int(version)), digest.decode())


def _stamped(entry: Any) -> Stamped:
    name, (_, stored, _, at, *digest) = entry
    version = Version(int(name.partition(b"-")[0]))
    return Stamped(version, stored, Milliseconds(int(at)), digest[1].decode() if digest else "")

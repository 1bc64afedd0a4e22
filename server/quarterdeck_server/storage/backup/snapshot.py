"""The whole content of a store, read while it is in use.

- **The lobby** is read as of one moment. It is read key by key, while the server reports changes; changed keys are read
  again, at last in one piece, until nothing has changed between the piece and the question before it.
- **Each match** is read as of one moment after that: its log, its head and its deadline, by one script. So the lobby's
  data of a match is never newer than the match: a finished match may still have to be settled, which is done as after a
  crash, and no running match is settled.
- A key that exists from beginning to end is included. Keys of running processes, and foreign keys, are left out.

In memory are a few hundred keys at a time, the largest key, and the names of the lobby's keys that change meanwhile.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol

from quarterdeck_protocol.names import MatchId, Milliseconds

from quarterdeck_server.storage import keys
from quarterdeck_server.storage.backup.backup_records import (
    GoneRecord,
    Hash,
    Held,
    KeyRecord,
    List,
    MatchRecord,
    Pairs,
    Record,
    Set,
    SortedSet,
    StoredKey,
    Stream,
    Text,
)
from quarterdeck_server.storage.backup.changed_keys import ChangedKeys, changed_keys
from quarterdeck_server.storage.redis.fitness import report_in
from quarterdeck_server.storage.wire.cluster_pipeline import SLOTS
from quarterdeck_server.storage.wire.nodes import Nodes, nodes_at
from quarterdeck_server.storage.wire.pipeline import Pipeline
from quarterdeck_server.storage.wire.question import Argument, Script, question_of
from quarterdeck_server.store_errors import Unavailable

PATIENCE = 60.0
"""Seconds that the store has for an answer; no player waits for it."""

KEYS_AT_ONCE = 500
READ_IN_ONE_PIECE = 200
"""Most keys of the lobby that are read in one moment."""

MOST_ROUNDS = 10_000
"""Most rounds of reading changed keys again before the read fails."""

SNAPSHOT = Script("snapshot.lua")
NEVER, NOT_THERE = -1, -2


class Passed(Protocol):
    """Callback for the number of additional keys that were read."""

    def __call__(self, number: int, /) -> object: ...


class Snapshot:
    """Reads the complete content of a store while it is in use."""

    def __init__(self, nodes: Nodes, passed: Passed, runs: Mapping[str, str]) -> None:
        self._nodes = nodes
        self._passed = passed
        self._runs = runs

    async def now(self) -> Milliseconds:
        """Return the store's time."""
        seconds, microseconds = await self._nodes.pipeline_of(keys.LOBBY).ask("TIME")
        return Milliseconds(int(seconds) * 1000 + int(microseconds) // 1000)

    async def keys(self) -> int:
        """Return the approximate number of keys that a backup has to read."""
        sizes = [line.ask("DBSIZE") for line in self._nodes.pipelines.values()]
        return sum([int(await size) for size in sizes])

    async def lobby(self) -> AsyncGenerator[list[Record], None]:
        """Yield all records of the lobby, in batches. Raises `Unavailable`."""
        name = self._nodes.name_of(keys.LOBBY)
        line = self._nodes.pipelines[name]
        async with changed_keys(self._nodes.connections[name], keys.LOBBY_PREFIX, PATIENCE) as changes:
            changed: set[bytes] = set()
            async for batch in scanned(line, keys.LOBBY_PREFIX):
                yield await _found(line, batch)
                self._passed(len(batch))
                changed |= _lasting(await changes.taken())
            async for records in _caught_up(line, changes, changed):
                yield records
        await self._check_runs()

    async def matches(self) -> AsyncGenerator[list[Record], None]:
        """Yield all matches and everything else outside the lobby, in batches. Raises `Unavailable`."""
        for line in self._nodes.pipelines.values():
            async for batch in scanned(line, keys.PREFIX):
                of_shards = [key for key in batch if not key.startswith(keys.LOBBY_PREFIX.encode())]
                yield await self._of_shards(line, of_shards)
                self._passed(len(of_shards))
        await self._check_slots()
        await self._check_runs()

    async def _of_shards(self, line: Pipeline, batch: Sequence[bytes]) -> list[Record]:
        names = {key: key.decode(errors="replace") for key in batch}
        matches = {key: keys.match_of_log(name) for key, name in names.items()}
        asked = [_match(line, match) for match in matches.values() if match is not None]
        others = [key for key, match in matches.items() if match is None and not keys.belongs_to_log(names[key])]
        found, records = await asyncio.gather(_found(line, others), asyncio.gather(*asked))
        return [*found, *(record for record in records if record is not None)]

    async def _check_slots(self) -> None:
        """Raise `Unavailable` if a slot has moved to another node. Keys that move while they are listed can be
        missed."""
        cluster = self._nodes.cluster
        if cluster is None:
            return
        before = [cluster.owner(slot) for slot in range(SLOTS)]
        await cluster.read()
        if before != [cluster.owner(slot) for slot in range(SLOTS)]:
            raise Unavailable("slots of the cluster moved while it was read; try again")

    async def _check_runs(self) -> None:
        """Raise `Unavailable` if a server has restarted or was replaced. Each server lists its keys in its own
        order."""
        if self._runs != await _runs(self._nodes):
            raise Unavailable("the store restarted or failed over while it was read; try again")


@asynccontextmanager
async def snapshot_of(url: str, passed: Passed = lambda _: None) -> AsyncIterator[Snapshot]:
    """Yield a `Snapshot` reader for the store at an address. Raises `Unavailable`."""
    async with nodes_at(url, patience=PATIENCE) as nodes:
        yield Snapshot(nodes, passed, await _runs(nodes))


async def _runs(nodes: Nodes) -> Mapping[str, str]:
    """Return the run id of each server. It changes when the server restarts."""
    return {name: report_in(await line.ask("INFO", "server")).info["run_id"] for name, line in nodes.pipelines.items()}


async def scanned(line: Pipeline, prefix: str) -> AsyncIterator[list[bytes]]:
    """Yield the names of all keys with a prefix, in batches."""
    cursor: bytes | int = 0
    while True:
        cursor, batch = await line.ask("SCAN", cursor, "MATCH", f"{prefix}*", "COUNT", KEYS_AT_ONCE)
        if batch:
            yield list(dict.fromkeys(batch))
        if int(cursor) == 0:
            return


async def _found(line: Pipeline, names: Iterable[bytes]) -> list[Record]:
    """Return backup records of those keys that exist. Each has the state of the moment at which it was read."""
    asked = [(key, _asked(line, [key])) for key in _lasting(names)]
    kept = [_kept(key, (await answer)[0]) for key, answer in asked]
    return [KeyRecord(each) for each in kept if each is not None]


async def _caught_up(line: Pipeline, changes: ChangedKeys, changed: set[bytes]) -> AsyncIterator[list[Record]]:
    """Read changed keys again until all records together are the state of one moment."""
    for _ in range(MOST_ROUNDS):
        changed |= _lasting(await changes.taken())
        piece = sorted(changed)[:READ_IN_ONE_PIECE]
        if piece:
            yield await _as_they_are(line, piece)
        changed = changed.difference(piece) | _lasting(await changes.taken())
        if not changed:
            await changes.check()
            return
    raise Unavailable("the lobby changes faster than it can be read")


async def _as_they_are(line: Pipeline, names: Sequence[bytes]) -> list[Record]:
    """Return the current content of these keys, all from the same moment."""
    kept = [_kept(key, each) for key, each in zip(names, await _asked(line, names), strict=True)]
    return [GoneRecord(key) if each is None else KeyRecord(each) for key, each in zip(names, kept, strict=True)]


def _lasting(names: Iterable[bytes]) -> set[bytes]:
    return {key for key in names if not keys.is_passing(key.decode(errors="replace"))}


def _asked(line: Pipeline, names: Sequence[bytes], *arguments: Argument) -> asyncio.Future[Any]:
    """Read these keys of one cluster slot atomically."""
    return line.put(question_of(("EVALSHA", SNAPSHOT.sha, len(names), *names, *arguments), None, script=SNAPSHOT))


async def _match(line: Pipeline, match: MatchId) -> MatchRecord | None:
    """Return a backup record of a match; `None` if the match no longer exists."""
    log, _, head, deadlines = (key.encode() for key in keys.of_match(match))
    found = await _asked(line, (log, head, deadlines), match)
    kept = _kept(log, found[0])
    return None if kept is None else MatchRecord(match, kept, _kept(head, found[1]), found[2])


def _kept(key: bytes, found: Any) -> StoredKey | None:
    kind, until, held = found
    if until == NOT_THERE:
        return None
    return StoredKey(key, _held(kind, held), None if until == NEVER else Milliseconds(until))


def _held(kind: bytes, held: Any) -> Held:
    match kind:
        case b"string":
            return Text(held)
        case b"hash":
            return Hash(_pairs(held))
        case b"set":
            return Set(held)
        case b"list":
            return List(held)
        case b"zset":
            return SortedSet(_pairs(held))
        case b"stream":
            return Stream([(name, fields) for name, fields in held])
        case _:
            raise Unavailable(f"a key of the kind {kind.decode()} is not Quarterdeck's and cannot be backed up")


def _pairs(flat: list[bytes]) -> Pairs:
    return list(zip(flat[::2], flat[1::2], strict=True))

"""Restoration of a backup into an unused store.

A finished match is restored as it was. A running match continues in a new epoch, because it may have had later entries
that the backup lacks. The first process that opens the match records the new epoch before anything else. So its random
numbers differ from those already used, and its clocks start again (decision 46).

With `same_history` every match continues as if nothing had happened. Use it if nobody has played after the backup, or
if the server processes of that time are still running and write back the entries in their memory.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, assert_never

from quarterdeck_protocol.names import MatchId

from quarterdeck_server.storage import keys
from quarterdeck_server.storage.backup.backup import Progress, check_backup
from quarterdeck_server.storage.backup.backup_file import BackupReader, Totals
from quarterdeck_server.storage.backup.backup_records import (
    GoneRecord,
    Hash,
    Held,
    KeyRecord,
    List,
    MatchRecord,
    Record,
    Set,
    SortedSet,
    StoredKey,
    Stream,
    Text,
)
from quarterdeck_server.storage.backup.log_chains import Census
from quarterdeck_server.storage.backup.snapshot import PATIENCE, scanned, snapshot_of
from quarterdeck_server.storage.wire.nodes import Nodes, nodes_at
from quarterdeck_server.storage.wire.question import Argument

PARTS_AT_ONCE = 500
"""Most members of a key that one command writes."""

COMMANDS_AT_ONCE = 5_000

Command = tuple[bytes, tuple[Argument, ...]]
"""A key and a command on it: the command's name, and the arguments after the key."""


class NotEmpty(Exception):  # noqa: N818 - a state of affairs
    """Error: the store has content or is in use. `str(error)` says which, and how to proceed."""


class Restoration:
    """Writes a backup into a store."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    async def keys(self) -> int:
        """Return the number of keys in the store."""
        sizes = [line.ask("DBSIZE") for line in self._nodes.pipelines.values()]
        return sum([int(await size) for size in sizes])

    async def processes(self) -> int:
        """Return the number of server processes that are connected to the store."""
        line = self._nodes.pipeline_of(keys.LOBBY)
        asked = "NUMSUB" if self._nodes.cluster is None else "SHARDNUMSUB"
        _, number = await line.ask("PUBSUB", asked, keys.NOTIFICATIONS_CHANNEL)
        return int(number)

    async def clear(self) -> None:
        """Delete all keys of Quarterdeck in the store."""
        for line in self._nodes.pipelines.values():
            async for batch in scanned(line, keys.PREFIX):
                for answer in [line.ask("UNLINK", key) for key in batch]:
                    await answer

    async def put(self, records: Iterable[Record], *, same_history: bool) -> None:
        """Write these records of a backup into the store. Raises `Unavailable`."""
        answers: list[asyncio.Future[Any]] = []
        for record in records:
            for key, command in _commands(record, same_history=same_history):
                answers.append(self._nodes.pipeline_of(key).ask(command[0], key, *command[1:]))
                if len(answers) == COMMANDS_AT_ONCE:
                    await _all(answers)
                    answers = []
        await _all(answers)


@asynccontextmanager
async def restoration_to(url: str) -> AsyncIterator[Restoration]:
    """Yield a `Restoration` for the store at an address. Raises `Unavailable`."""
    async with nodes_at(url, patience=PATIENCE) as nodes:
        yield Restoration(nodes)


async def restore_backup(
    url: str,
    path: Path,
    *,
    replace: bool = False,
    same_history: bool = False,
    report_progress: Progress = lambda *_: None,
) -> tuple[Totals, Census, Census]:
    """Check a backup file, restore it into a store, and check the chain of every match in the store. Returns the end
    frame of the file, the totals of the file, and those of the store. Raises `DamagedBackup` and `NotEmpty` before any
    change; `Unavailable`; `OSError`."""
    totals, census = check_backup(path)
    async with restoration_to(url) as restoration:
        await _make_room(restoration, replace=replace)
        with path.open("rb") as file:
            backup = BackupReader(file)
            for records in backup.frames():
                await restoration.put(records, same_history=same_history)
                report_progress(backup.at, backup.size)
            report_progress(backup.at, backup.size)
    there = Census()
    async with snapshot_of(url) as snapshot, aclosing(snapshot.matches()) as matches:
        async for records in matches:
            there.count(records)
    return totals, census, there


async def _make_room(restoration: Restoration, *, replace: bool) -> None:
    """Check that the store is unused and empty. With `replace`, its keys are deleted first. Raises `NotEmpty`."""
    if processes := await restoration.processes():
        raise NotEmpty(
            f"{processes} server processes use this store. Stop them, or restore into another store and use "
            "that one afterwards."
        )
    if number := await restoration.keys():
        if not replace:
            raise NotEmpty(
                f"The store is not empty: it has {number} keys. Restore into an empty one, or delete "
                "Quarterdeck's data in this one first with --replace."
            )
        await restoration.clear()


async def _all(answers: Iterable[asyncio.Future[Any]]) -> None:
    for answer in answers:
        await answer


def _commands(record: Record, *, same_history: bool) -> Iterator[Command]:
    """Yield the store commands that write the content of a backup record."""
    match record:
        case KeyRecord(kept):
            yield from _made(kept)
        case GoneRecord(key):
            yield key, ("DEL",)
        case MatchRecord(match, log, head, due):
            yield from _made(log)
            goes_on = log.until is None
            head_now = head if same_history or not goes_on else _with_another_epoch(match, log, head)
            names = keys.of_match(match)
            # It may stand there twice: a store that shrinks while it is read lists keys again.
            yield from [(names.head.encode(), ("DEL",))] if head_now is None else _made(head_now)
            yield names.deadlines.encode(), ("ZREM", match) if due is None else ("ZADD", due, match)
        case _:
            assert_never(record)


def _with_another_epoch(match: MatchId, log: StoredKey, head: StoredKey | None) -> StoredKey | None:
    """Return the key with the end of a match's log, for the restored store: its epoch is increased by one."""
    if not (isinstance(log.held, Stream) and log.held.entries):
        return head
    name, fields = log.held.entries[-1]
    known = dict(zip(fields[::2], fields[1::2], strict=True))
    ends = {b"version": name.partition(b"-")[0], b"at": known[b"at"], b"digest": known.get(b"digest", b"")}
    if head is not None and isinstance(head.held, Hash):
        ends = dict(head.held.fields)
    ends[b"epoch"] = b"%d" % (int(ends.get(b"epoch", 0)) + 1)
    return StoredKey(keys.of_match(match).head.encode(), Hash(list(ends.items())))


def _made(kept: StoredKey) -> Iterator[Command]:
    """Yield the store commands that create a key and replace an older one."""
    yield kept.key, ("DEL",)
    yield from _filled(kept.key, kept.held)
    if kept.until is not None:
        yield kept.key, ("PEXPIREAT", kept.until)


def _filled(key: bytes, held: Held) -> Iterator[Command]:
    match held:
        case Text(value):
            yield key, ("SET", value)
        case Hash(pairs):
            for some in _parts(pairs):
                yield key, ("HSET", *(word for pair in some for word in pair))
        case Set(members):
            for some in _parts(members):
                yield key, ("SADD", *some)
        case List(members):
            for some in _parts(members):
                yield key, ("RPUSH", *some)
        case SortedSet(numbered):
            for some in _parts(numbered):
                yield key, ("ZADD", *(word for member, number in some for word in (number, member)))
        case Stream(entries):
            for name, fields in entries:
                yield key, ("XADD", name, *fields)
        case _:
            assert_never(held)


def _parts(members: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for first in range(0, len(members), PARTS_AT_ONCE):
        yield members[first : first + PARTS_AT_ONCE]

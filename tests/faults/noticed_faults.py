"""Notices under faults: writers, readers and their connections die between any two steps, and no notice is lost.

Writers commit a cause and its notice together. A commit is carried out, lost, or carried out without an answer; its
writer tries again, as a client does with its `ref`. Processes with readers die, and notifications of changes get lost.
A reader continues after the last notice that it has processed, and it can die between receiving and processing. A run
counts notices that no reader received, and those that a reader received more than once.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import msgspec
from quarterdeck_protocol.lobby.notices import Notice, NoticeId, NoticeKind
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId
from quarterdeck_server.lobby.collections import Collection, again
from quarterdeck_server.lobby.documents import Document
from quarterdeck_server.lobby.event_bus import EventBus, notification
from quarterdeck_server.lobby.notices.delivery import NoticeDelivery
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, Inboxes, added
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable

PLAYERS = 20
A_ROUND = 40
"""How many notices are written between two looks of the readers: fewer than an inbox holds for one player."""

NOON = 1_800_000_000_000


class Cause(msgspec.Struct, frozen=True):
    """What a notice is about; stored in the same commit."""

    player: PlayerId


CAUSES = Collection("cause", Cause)


@dataclass
class Noticed:
    """What came of a run."""

    seed: int
    written: int = 0
    lost: int = 0
    """Notices whose cause is stored, and that no reader received."""

    without_a_cause: int = 0
    doubled_in_an_inbox: int = 0
    received_again: int = 0
    """Deliveries of a notice that its reader had received, with the same id."""

    most_times: int = 0
    """How often one notice was received at most."""

    other_ids: int = 0
    """Notices that came again with another id."""

    faults: Counter[str] = field(default_factory=Counter)


class _Reader:
    """A client: it keeps the id of the last notice that it has processed, whatever happens to its connection."""

    def __init__(self, chance: Random, found: Noticed) -> None:
        self.processed = 0
        self.ids: dict[MatchId, list[str]] = {}
        self.is_alive = False
        self._chance = chance
        self._found = found

    def notice(self, notice: Notice) -> None:
        if not self.is_alive:
            return
        assert notice.match is not None
        self.ids.setdefault(notice.match, []).append(notice.id)
        if self._chance.random() < 0.02:
            self._found.faults["a reader dies before it has processed a notice"] += 1
            self.is_alive = False
            return
        self.processed = int(notice.id)


class _Process:
    """A process with the delivery of notices, and its readers."""

    def __init__(self, memory: Memory) -> None:
        self.store = MemoryStore(memory)
        self.delivery = NoticeDelivery(
            Inboxes(self.store.documents, lambda: Milliseconds(NOON)), EventBus(self.store.documents)
        )


async def noticed_ordeal(seed: int, notices: int, told: Callable[[int], None] = lambda _: None) -> Noticed:
    """Write so many notices under faults, and return what the readers received. `told` gets the number so far."""
    chance, found = Random(seed), Noticed(seed)
    memory = Memory(lambda: Milliseconds(NOON))
    writer = MemoryStore(memory)
    players = [PlayerId(f"player-{number}") for number in range(PLAYERS)]
    readers = {player: _Reader(chance, found) for player in players}
    process = _Process(memory)
    await process.store.start()
    owners: dict[MatchId, PlayerId] = {}
    while found.written < notices:
        for _ in range(min(A_ROUND, notices - found.written)):
            match, player = MatchId(f"match-{found.written}"), chance.choice(players)
            owners[match] = player
            await _write(writer, match, player, chance, found)
            found.written += 1
            if chance.random() < 0.3:
                await process.delivery.settle()
        if chance.random() < 0.2:
            found.faults["a process dies with its readers"] += 1
            process = await _after(process, memory, readers)
        await _connected(process, readers)
        told(found.written)
    for _ in range(1_000):  # those who have died come back until they have processed all
        await _connected(process, readers)
        if all(reader.is_alive for reader in readers.values()):
            break
    await _judge(writer, owners, readers, found)
    await process.delivery.close()
    return found


async def _write(writer: MemoryStore, match: MatchId, player: PlayerId, chance: Random, found: Noticed) -> None:
    """Commit a cause with its notice, as often as it takes until an answer comes."""

    async def step() -> None:
        cause, inbox = await writer.documents.read([CAUSES.key(match), INBOXES.key(player)])
        if cause is not None:
            return
        notice = Notice(id=NO_ID, kind=NoticeKind.MATCH_ENDED, at=Milliseconds(NOON), match=match)
        stored: dict[PlayerId, Document | None] = {player: inbox}
        changes = [CAUSES.put(match, None, Cause(player)), *added(stored, [(player, notice)]).changes]
        fate = chance.random()
        if fate < 0.1:
            found.faults["a writer dies before its commit"] += 1
            raise Unavailable("dead")
        is_rung = chance.random() < 0.7
        if not is_rung:
            found.faults["a notification is lost"] += 1
        await writer.documents.commit(changes, (), notification(InboxesChanged((player,))) if is_rung else None)
        if fate < 0.2:
            found.faults["a writer dies after its commit"] += 1
            raise Unavailable("dead")

    while True:
        try:
            return await again(step)
        except Unavailable:
            continue


async def _after(process: _Process, memory: Memory, readers: dict[PlayerId, _Reader]) -> _Process:
    """End a process without notice, and start another one."""
    for player, reader in readers.items():
        reader.is_alive = False
        process.delivery.unsubscribe(player, reader)
    await process.delivery.close()
    started = _Process(memory)
    await started.store.start()
    return started


async def _connected(process: _Process, readers: dict[PlayerId, _Reader]) -> None:
    """Connect the readers that have died, each after the last notice that it has processed."""
    for player, reader in readers.items():
        if reader.is_alive:
            continue
        process.delivery.unsubscribe(player, reader)
        reader.is_alive = True
        for notice in reversed(
            (await process.delivery.subscribe(player, reader, NoticeId(str(reader.processed)))).notices
        ):
            reader.notice(notice)
    process.delivery.refresh(tuple(readers))  # as after a gap in the notifications
    await process.delivery.settle()


async def _judge(
    writer: MemoryStore, owners: dict[MatchId, PlayerId], readers: dict[PlayerId, _Reader], found: Noticed
) -> None:
    causes = await CAUSES.read_many(writer.documents, list(owners))
    for match, cause in zip(owners, causes, strict=True):
        ids = readers[owners[match]].ids.get(match, [])
        found.lost += cause is not None and not ids
        found.without_a_cause += cause is None and bool(ids)
        found.received_again += max(0, len(ids) - 1)
        found.other_ids += len(set(ids)) > 1
        found.most_times = max(found.most_times, len(ids))
    for player in readers:
        (inbox,) = await INBOXES.read(writer.documents, [player])
        matches = [each.match for each in (inbox.notices if inbox is not None else ())]
        found.doubled_in_an_inbox += len(matches) - len(set(matches))


def run(seed: int, notices: int, told: Callable[[int], None] = lambda _: None) -> Noticed:
    """Run an ordeal of notices to its end."""
    return asyncio.run(noticed_ordeal(seed, notices, told))

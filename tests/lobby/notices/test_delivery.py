"""Delivery of notices: in their order, each at least once with the same id, whatever notifications get lost."""

import asyncio

from lobby.notices.test_inbox import ADA, fill
from lobby.ratings_world import NOON
from quarterdeck_protocol.lobby.notices import Notice, NoticeId
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus, notification
from quarterdeck_server.lobby.notices.delivery import NoticeDelivery
from quarterdeck_server.lobby.notices.inbox import Inboxes
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable


class Reader:
    """Keeps the ids of the notices that it was given."""

    def __init__(self) -> None:
        self.ids: list[int] = []

    def notice(self, notice: Notice) -> None:
        self.ids.append(int(notice.id))


class World:
    """A process with its delivery."""

    def __init__(self, documents: DocumentStore, bus: EventBus) -> None:
        self.inboxes = Inboxes(documents, lambda: Milliseconds(NOON))
        self.delivery = NoticeDelivery(self.inboxes, bus)


async def started(memory: Memory | None = None) -> tuple[MemoryStore, World]:
    store = MemoryStore(memory or Memory(lambda: Milliseconds(NOON)))
    await store.start()
    return store, World(store.documents, EventBus(store.documents))


async def say(store: MemoryStore, *players: PlayerId) -> None:
    await store.documents.commit((), (), notification(InboxesChanged(players)))
    await asyncio.sleep(0)


async def test_a_reader_gets_what_follows_in_order_and_once() -> None:
    store, world = await started()
    reader = Reader()
    await fill(store, NOON, NOON + 1)
    first = await world.delivery.subscribe(ADA, reader, None)
    assert [each.id for each in first.notices] == [str(NOON + 1), str(NOON)]
    await fill(store, NOON + 2, NOON + 3)
    for _ in range(3):
        await say(store, ADA)
        await world.delivery.settle()
    assert reader.ids == [NOON + 2, NOON + 3]
    assert world.delivery.last_of(ADA, reader) == str(NOON + 3)
    world.delivery.unsubscribe(ADA, reader)
    await fill(store, NOON + 4)
    await say(store, ADA)
    assert (reader.ids[-1], world.delivery.readers, world.delivery.waiting) == (NOON + 3, 0, 0)


async def test_after_an_id_of_the_future_later_notices_come_all_the_same() -> None:
    store, world = await started()
    reader = Reader()
    await fill(store, NOON)
    await world.delivery.subscribe(ADA, reader, NoticeId("9" * 16))
    await fill(store, NOON + 1)
    await say(store, ADA)
    await world.delivery.settle()
    assert reader.ids == [NOON + 1]


async def test_anything_that_is_added_while_the_inbox_is_read_is_not_missed() -> None:
    store, world = await started()
    reader = Reader()
    real = world.inboxes.of

    async def slow(players: list[PlayerId]) -> object:
        found = await real(players)
        world.inboxes.of = real  # type: ignore[method-assign]
        await fill(store, NOON)
        await say(store, ADA)
        return found

    world.inboxes.of = slow  # type: ignore[assignment,method-assign]
    first = await world.delivery.subscribe(ADA, reader, None)
    await world.delivery.settle()
    assert (first.notices, reader.ids) == ((), [NOON])


async def test_a_gap_in_the_notifications_and_a_store_that_is_away_lose_nothing() -> None:
    memory = Memory(lambda: Milliseconds(NOON))
    store, world = await started(memory)
    reader = Reader()
    await world.delivery.subscribe(ADA, reader, None)
    await world.delivery.settle()
    await fill(store, NOON)  # nothing was said of it
    real = world.inboxes.of
    tries = 0

    async def away(players: list[PlayerId]) -> object:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise Unavailable("away")
        return await real(players)

    world.inboxes.of = away  # type: ignore[assignment,method-assign]
    world.delivery.refresh((ADA,))
    await world.delivery.settle()
    assert (reader.ids, tries) == ([NOON], 2)
    await world.delivery.close()

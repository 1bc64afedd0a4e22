"""Where tables are kept, and who is told of them: the same in memory and on a real Redis."""

from collections.abc import Awaitable, Callable

import pytest
from lobby.table_worlds import ADA, BO, Dealing
from matches.processes import Hand
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tables import Access, AddBot, OpenTable, TableChanged, TableStage
from quarterdeck_protocol.names import GameName, Milliseconds, TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.lobby.tables.documents import LISTED, SECONDS, UNLISTED
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.notifications import TableStored
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Conflict
from stores import address, another_process, redis_url, server_of_our_own, until  # noqa: F401 - fixtures

AnotherProcess = Callable[[], Awaitable[Store]]


class Process:
    """One process's tables, and what it tells and hears."""

    def __init__(self, store: Store, hand: Hand) -> None:
        self.documents = store.documents
        event_bus = EventBus(store.documents)
        self.notified: list[TableStored] = []
        event_bus.subscribe(TableStored, self.notified.append)
        tables = compose(GAMES, BOTS, store.documents, event_bus, Dealing([]), hand, Milliseconds(0))
        self.repository, self.service, self.sweeper = tables.repository, tables.service, tables.sweeper
        self.received: list[TableChanged] = []

    async def open(self, name: str, access: Access = Access.PUBLIC) -> TableRecord:
        return await self.service.open(TableId(name), ADA, OpenTable(game=GameName("tiny"), access=access))

    async def stands(self, index: str) -> list[str]:
        """Return which tables are found in an index, and are in it."""
        found = [str(table.id) for table in await self.repository.read_some(9, index=index)]
        assert {member for member, _ in await self.documents.listed(index, most=9)} >= {*found}
        return found

    def subscribe(self, table: TableId, who: Player) -> None:
        self.repository.subscribers.subscribe(table, self.received.append, lambda: who)


class Worlds:
    """Processes on one store, and a clock that is moved by hand."""

    def __init__(self, start: AnotherProcess) -> None:
        self._start = start
        self.hand = Hand()

    async def process(self) -> Process:
        return Process(await self._start(), self.hand)


@pytest.fixture
def worlds(another_process: AnotherProcess) -> Worlds:  # noqa: F811 - a fixture
    return Worlds(another_process)


async def test_tables_are_given_newest_change_first_a_few_at_a_time(worlds: Worlds) -> None:
    process = await worlds.process()
    for name in "abcde":
        await process.open(name)
        worlds.hand.move(1)
    await process.service.sit(TableId("b"), BO, None, None)
    assert await process.stands(LISTED) == ["b", "e", "d", "c", "a"]
    pages = [await process.repository.read_some(2, skip=skip) for skip in (0, 2, 4, 6)]
    assert [[table.id for table in page] for page in pages] == [["b", "e"], ["d", "c"], ["a"], []]
    assert await process.repository.read_some(0) == []


@pytest.mark.parametrize(
    ("access", "index", "other"), [(Access.PUBLIC, LISTED, UNLISTED), (Access.UNLISTED, UNLISTED, LISTED)]
)
async def test_a_table_stands_in_one_index_until_its_match_is_over_or_it_is_gone(
    worlds: Worlds, access: Access, index: str, other: str
) -> None:
    process = await worlds.process()
    table = (await process.open("table", access)).id

    async def stands() -> tuple[list[str], list[str]]:
        return await process.stands(index), await process.stands(other)

    assert await stands() == ([table], [])
    await process.service.add_bot(AddBot(table=table), ADA.id)
    record = await process.service.ready(table, ADA.id, None, None)
    assert (record.stage, await stands()) == (TableStage.PLAYING, ([table], []))
    await process.sweeper.match_over(table, record.match)
    assert await stands() == ([], [])
    await process.service.rematch(table, ADA.id, None)
    assert await stands() == ([table], [])
    await process.service.stand(table, ADA.id, None, None)
    assert await stands() == ([], [])
    assert await process.repository.find(table) is None


async def test_a_player_who_has_not_seen_the_newest_change_changes_nothing(worlds: Worlds) -> None:
    one, two = await worlds.process(), await worlds.process()
    table = await one.open("table")
    sat = await two.service.sit(table.id, BO, None, None)
    for late in (table, sat):
        with pytest.raises(Conflict):
            await one.repository.write(late, gone=False)
        with pytest.raises(Conflict):
            await one.repository.write(late, gone=True)
    assert await one.repository.read(table.id) == sat


async def test_everybody_is_told_of_a_change_once(worlds: Worlds) -> None:
    one, two = await worlds.process(), await worlds.process()
    table = await one.open("table")
    await until(lambda: len(one.notified) == len(two.notified) == 1)
    one.subscribe(table.id, ADA)
    two.subscribe(table.id, BO)
    await one.service.sit(table.id, BO, None, None)
    await until(lambda: len(one.notified) == len(two.notified) == 2)
    await two.service.stand(table.id, BO.id, None, None)
    await until(lambda: len(one.notified) == len(two.notified) == 3)
    await one.service.stand(table.id, ADA.id, None, None)
    await until(lambda: len(one.notified) == len(two.notified) == 4)
    wanted = [(2, False), (3, False), (4, True)]
    assert [(each.table.changed, each.gone) for each in one.received] == wanted
    assert [(each.table.changed, each.gone) for each in two.received] == wanted


async def test_a_table_that_nobody_has_changed_for_a_day_leaves_the_index_when_the_next_is_opened(
    worlds: Worlds,
) -> None:
    process = await worlds.process()
    await process.open("old")
    worlds.hand.move(1000 * SECONDS)
    await process.open("of the same day")
    worlds.hand.move(1)
    await process.open("new")
    listed = await process.documents.listed(LISTED, most=9)
    assert [table for table, _ in listed] == ["of the same day", "new"]

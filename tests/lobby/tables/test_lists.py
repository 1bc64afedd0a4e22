"""Which tables are in the lists, however many others there are that nobody can come to."""

import pytest
from lobby.table_worlds import ADA, BO, CY, TableWorld, refusal, worlds
from quarterdeck_protocol.lobby.tables import Access, WatchLobby
from quarterdeck_protocol.names import GameName, Milliseconds, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.tables import repository
from quarterdeck_server.lobby.tables import service as lobby_module

A_WHILE = 121_000


async def ended(world: TableWorld) -> TableId:
    """Return a table whose match is over."""
    table = await world.full()
    record = await world.ready(table, ADA, BO)
    await world.tables.sweeper.match_over(table, record.match)
    return table


async def listed(world: TableWorld, game: str | None = None) -> list[TableId]:
    return [table.id for table in await world.lobby.listed(None if game is None else GameName(game))]


async def followed(world: TableWorld) -> list[TableId]:
    def tell(_: bytes) -> None:
        """Take in what is told."""

    shown = await world.tables.repository.board.subscribe(tell, WatchLobby())
    world.tables.repository.board.unsubscribe(tell)
    return [table.id for table in shown.tables]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a list be short, so that few tables fill it."""
    monkeypatch.setattr(lobby_module, "MOST_TABLES_LISTED", 2)
    monkeypatch.setattr(repository, "MOST_TABLES_ON_THE_BOARD", 4)
    monkeypatch.setattr(repository, "MOST_READ_AT_ONCE", 2)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("others", ["over", "unlisted"])
async def test_tables_that_nobody_looks_for_push_none_out_of_the_lists(others: str) -> None:
    async with worlds() as several:
        world = await several.start()
        waiting = (await world.open(CY)).id
        for _ in range(5):
            await (ended(world) if others == "over" else world.open(BO, access=Access.UNLISTED))
        assert await listed(world) == await followed(world) == [waiting]


@pytest.mark.usefixtures("few")
async def test_a_table_whose_match_is_over_is_listed_again_after_a_rematch() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await ended(world)
        assert await listed(world) == []
        await world.lobby.rematch(table, ADA.id, None)
        assert await listed(world) == await followed(world) == [table]


@pytest.mark.usefixtures("few")
async def test_the_tables_of_a_game_are_found_behind_those_of_another() -> None:
    async with worlds() as several:
        world = await several.start()
        tables = [(await world.open(game=game)).id for game in ("tiny", "density-deck", "density-deck", "density-deck")]
        assert await listed(world, "tiny") == tables[:1]
        assert await listed(world, "density-deck") == tables[:1:-1], "the newest, and no more than a list holds"


@pytest.mark.usefixtures("few")
async def test_a_sweep_looks_after_every_table_listed_or_not_however_many_have_changed_since() -> None:
    async with worlds() as several:
        world = await several.start()
        left = [(await world.open()).id, (await world.open(access=Access.UNLISTED)).id]
        for table in left:
            await world.tables.sweeper.gone(table, ADA.id)
        for access in ("public", "unlisted") * 3:
            await world.open(BO, access=access)
        world.now = Milliseconds(world.now + A_WHILE)
        await world.tables.sweeper.sweep()
        assert [await refusal(world.tables.repository.read(table)) for table in left] == [RefusalCode.UNKNOWN_TABLE] * 2

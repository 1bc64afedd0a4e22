"""Which tables are in the lists, however many others there are that nobody can come to."""

import pytest
from lobby.desks import ADA, BO, CY, Desk, desks, refusal
from quarterdeck_protocol.names import GameName, Milliseconds, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.tables import WatchLobby
from quarterdeck_server.lobby.tables import repository
from quarterdeck_server.lobby.tables import service as lobby_module

A_WHILE = 121_000


async def ended(desk: Desk) -> TableId:
    """Return a table whose match is over."""
    table = await desk.full()
    kept = await desk.ready(table, ADA, BO)
    await desk.tables.sweeper.match_over(table, kept.match)
    return table


async def listed(desk: Desk, game: str | None = None) -> list[TableId]:
    return [table.id for table in await desk.lobby.listed(None if game is None else GameName(game))]


async def followed(desk: Desk) -> list[TableId]:
    def tell(_: bytes) -> None:
        """Take in what is told."""

    shown = await desk.tables.repository.board.follow(tell, WatchLobby())
    desk.tables.repository.board.unfollow(tell)
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
    async with desks() as several:
        desk = await several.start()
        waiting = (await desk.open(CY)).id
        for _ in range(5):
            await (ended(desk) if others == "over" else desk.open(BO, access="unlisted"))
        assert await listed(desk) == await followed(desk) == [waiting]


@pytest.mark.usefixtures("few")
async def test_a_table_whose_match_is_over_is_listed_again_after_a_rematch() -> None:
    async with desks() as several:
        desk = await several.start()
        table = await ended(desk)
        assert await listed(desk) == []
        await desk.lobby.rematch(table, ADA.id, None)
        assert await listed(desk) == await followed(desk) == [table]


@pytest.mark.usefixtures("few")
async def test_the_tables_of_a_game_are_found_behind_those_of_another() -> None:
    async with desks() as several:
        desk = await several.start()
        tables = [(await desk.open(game=game)).id for game in ("tiny", "density-deck", "density-deck", "density-deck")]
        assert await listed(desk, "tiny") == tables[:1]
        assert await listed(desk, "density-deck") == tables[:1:-1], "the newest, and no more than a list holds"


@pytest.mark.usefixtures("few")
async def test_a_sweep_looks_after_every_table_listed_or_not_however_many_have_changed_since() -> None:
    async with desks() as several:
        desk = await several.start()
        left = [(await desk.open()).id, (await desk.open(access="unlisted")).id]
        for table in left:
            await desk.tables.sweeper.gone(table, ADA.id)
        for access in ("public", "unlisted") * 3:
            await desk.open(BO, access=access)
        desk.now = Milliseconds(desk.now + A_WHILE)
        await desk.tables.sweeper.sweep()
        assert [await refusal(desk.tables.repository.read(table)) for table in left] == [RefusalCode.UNKNOWN_TABLE] * 2

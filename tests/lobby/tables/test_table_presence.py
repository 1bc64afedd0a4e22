"""Who is at a table and who is not any more, though no process knows all connections and any of them may die."""

import pytest
from lobby.table_worlds import ADA, BO, TableWorld, nobody, places, refusal, worlds
from matches.processes import settle
from quarterdeck_protocol.lobby.tables import TableStage
from quarterdeck_protocol.names import Milliseconds, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.tables import sweeper
from quarterdeck_server.lobby.tables.transitions import MILLISECONDS_BETWEEN_ROLL_CALLS as ROLL
from quarterdeck_server.store_errors import Unavailable
from structlog.testing import capture_logs

A_WHILE = 121_000


def subscribe(world: TableWorld, table: TableId, player: Player) -> None:
    """Let a player be at a table over this process."""
    world.tables.subscribers.subscribe(table, world.received.append, lambda: player)


async def later(world: TableWorld, milliseconds: int) -> None:
    """Let so much time pass, and then a sweep of this process."""
    world.now = Milliseconds(world.now + milliseconds)
    await settle()
    await world.tables.sweeper.sweep()
    await settle()


class TestOverSeveralProcesses:
    async def test_a_player_who_hangs_up_here_and_is_there_keeps_the_seat(self) -> None:
        async with worlds() as several:
            here, there = await several.start(), await several.start()
            table = (await here.open()).id
            subscribe(there, table, ADA)
            await here.tables.sweeper.gone(table, ADA.id)
            await settle()
            await later(there, A_WHILE)
            assert places(await there.tables.repository.read(table)) == ["Ada", None]

    async def test_even_if_the_store_was_away_when_they_were_missed(self) -> None:
        async with worlds() as several:
            here, there = await several.start(), await several.start()
            table = (await here.open()).id
            subscribe(there, table, ADA)
            await here.tables.sweeper.gone(table, ADA.id)
            several.memory.leave()
            await settle()
            several.memory.come_back()
            await later(there, A_WHILE)
            assert places(await there.tables.repository.read(table)) == ["Ada", None]

    async def test_a_player_who_only_looks_is_not_taken_for_who_sits_there(self) -> None:
        async with worlds() as several:
            here, there = await several.start(), await several.start()
            table = await here.full()
            subscribe(there, table, BO)
            there.tables.subscribers.subscribe(table, lambda _: None, nobody)
            await here.tables.sweeper.gone(table, ADA.id)
            await later(there, A_WHILE)
            assert places(await there.tables.repository.read(table)) == [None, "Bo"]

    async def test_a_session_that_goes_on_elsewhere_stays_ready_but_has_to_come(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.full()
            subscribe(world, table, BO)
            await world.ready(table, ADA)
            await world.tables.sweeper.gone(table, ADA.id, resumes=True)
            assert places(await world.tables.repository.read(table)) == ["Ada!", "Bo"]
            await world.lobby.watch(table, ADA)
            await later(world, A_WHILE)
            assert places(await world.tables.repository.read(table)) == ["Ada!", "Bo"]
            await world.tables.sweeper.gone(table, ADA.id, resumes=True)
            await later(world, A_WHILE)
            assert places(await world.tables.repository.read(table)) == [None, "Bo"]


class TestTheRoll:
    async def test_finds_out_whose_process_has_died(self) -> None:
        async with worlds() as several:
            dying, living = await several.start(), await several.start()
            table = await dying.full()
            subscribe(living, table, BO)
            await several.end(dying)
            await later(living, ROLL - 1)
            await later(living, A_WHILE)
            assert places(await living.tables.repository.read(table)) == ["Ada", "Bo"]
            await later(living, A_WHILE)
            record = await living.tables.repository.read(table)
            assert (places(record), record.host) == ([None, "Bo"], BO.id)

    async def test_leaves_everybody_as_ready_as_they_are_who_is_at_any_process(self) -> None:
        async with worlds() as several:
            one, other, calling = [await several.start() for _ in range(3)]
            table = await one.full()
            subscribe(one, table, ADA)
            subscribe(other, table, BO)
            await one.ready(table, ADA)
            for _ in range(4):
                await later(calling, ROLL)
                await later(calling, A_WHILE)
            assert places(await calling.tables.repository.read(table)) == ["Ada!", "Bo"]

    async def test_closes_a_table_at_which_nobody_ever_sat_down(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open(sit=False)).id
            await later(world, ROLL - 1)
            assert places(await world.tables.repository.read(table)) == [None, None]
            await later(world, 1)
            assert await refusal(world.tables.repository.read(table)) is RefusalCode.UNKNOWN_TABLE


class TestAfterAMatch:
    async def test_a_player_who_is_not_here_for_the_rematch_loses_the_seat_though_nobody_else_is_host(self) -> None:
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = await world.full()
            subscribe(elsewhere, table, BO)
            record = await world.ready(table, ADA, BO)
            assert record.host == ADA.id
            await world.tables.sweeper.match_over(table, record.match)
            await world.tables.sweeper.gone(table, ADA.id)
            assert places(await elsewhere.lobby.rematch(table, BO.id, None)) == ["Bo", "Ada"]
            await later(elsewhere, A_WHILE)
            record = await elsewhere.tables.repository.read(table)
            assert (places(record), record.host) == (["Bo", None], BO.id)

    async def test_a_player_who_is_here_for_it_at_any_process_keeps_the_seat(self) -> None:
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = await world.full()
            subscribe(world, table, ADA)
            subscribe(elsewhere, table, BO)
            record = await world.ready(table, ADA, BO)
            await world.tables.sweeper.match_over(table, record.match)
            await world.lobby.rematch(table, ADA.id, None)
            await later(world, A_WHILE)
            assert places(await world.tables.repository.read(table)) == ["Bo", "Ada"]

    @pytest.mark.parametrize("how", ["by who noted it, again", "by anybody's sweep"])
    async def test_that_it_is_over_is_noted_though_the_store_was_away(
        self, how: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sweeper, "SECONDS_UNTIL_NOTED_AGAIN", 0.0)
        async with worlds() as several:
            playing, sweeping = await several.start(), await several.start()
            table = await playing.full()
            record = await playing.ready(table, ADA, BO)
            several.memory.leave()
            playing.tables.sweeper.match_ended(table, record.match)
            await settle()
            if how == "by anybody's sweep":
                await several.end(playing)
                sweeping.dealing.over.add(record.match)
            several.memory.come_back()
            await settle()
            await sweeping.tables.sweeper.sweep()
            assert (await sweeping.tables.repository.read(table)).stage is TableStage.OVER

    async def test_a_match_that_goes_on_is_not_noted_as_over(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.full()
            await world.ready(table, ADA, BO)
            await later(world, ROLL)
            assert (await world.tables.repository.read(table)).stage is TableStage.PLAYING

    async def test_a_sweep_asks_of_a_few_matches_and_the_next_one_of_others(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sweeper, "MOST_MATCHES_IN_A_SWEEP", 2)
        async with worlds() as several:
            world = await several.start()
            for _ in range(5):
                record = await world.ready(await world.full(), ADA, BO)
                world.dealing.over.add(record.match)
            left = []
            for _ in range(3):
                await world.tables.sweeper.sweep()
                left.append(len(await world.lobby.listed(None)))
            assert left == [3, 1, 0]


async def test_a_table_that_cannot_be_looked_after_does_not_stand_in_the_way_of_others() -> None:
    async with worlds() as several:
        world = await several.start()
        tiny, foreign = await world.full(), await world.full("density-deck")
        world.dealing.fails = True
        for table in (tiny, foreign):
            await world.lobby.ready(table, ADA.id, None, None)
            with pytest.raises(Unavailable):
                await world.lobby.ready(table, BO.id, None, None)
        world.dealing.fails = False
        del world.games["density-deck"]  # as on a process that does not know this game yet
        with capture_logs() as logs:
            await world.tables.sweeper.sweep()
        assert (await world.tables.repository.read(tiny)).stage is TableStage.PLAYING
        assert [log["table"] for log in logs] == [foreign]


@pytest.mark.parametrize(
    ("kind", "host"), [(PlayerKind.BOT, BO.id), (PlayerKind.GUEST, "robo"), (PlayerKind.PERSON, "robo")]
)
async def test_a_program_that_has_sat_there_longest_does_not_follow_the_host(kind: PlayerKind, host: str) -> None:
    """It may have no right to kick anybody or to add bots; then nobody could."""
    async with worlds() as several:
        world = await several.start()
        table = (await world.open(game="density-deck")).id
        robo = Player(id=PlayerId("robo"), name="Robo", kind=kind)
        await world.lobby.sit(table, robo, None, None)
        await world.lobby.sit(table, BO, None, None)
        assert (await world.lobby.stand(table, ADA.id, None, None)).host == host


async def test_where_only_a_program_is_left_the_next_who_sits_down_is_the_host() -> None:
    async with worlds() as several:
        world = await several.start()
        table = (await world.open(game="density-deck")).id
        robo = Player(id=PlayerId("robo"), name="Robo", kind=PlayerKind.BOT)
        await world.lobby.sit(table, robo, None, None)
        await world.lobby.stand(table, ADA.id, None, None)
        assert (await world.lobby.sit(table, BO, None, None)).host == BO.id


async def test_a_program_is_the_host_of_a_table_that_it_has_opened() -> None:
    async with worlds() as several:
        world = await several.start()
        robo = Player(id=PlayerId("robo"), name="Robo", kind=PlayerKind.BOT)
        table = (await world.open(robo)).id
        assert (await world.lobby.sit(table, BO, None, None)).host == robo.id

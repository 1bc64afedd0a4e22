"""Tables over several processes: every command, done once; a match begins exactly once; seeds stay at home."""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from lobby.table_worlds import ADA, BO, CY, REF, nobody, places, refusal, worlds
from matches.processes import settle
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.tables import AddBot, TableStage
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref, Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables import repository, sweeper
from quarterdeck_server.lobby.tables.model import TableRecord, shown
from quarterdeck_server.lobby.tables.service import TableService
from quarterdeck_server.store_errors import Unavailable
from servers import soon
from structlog.testing import capture_logs


class TestEveryCommand:
    async def test_a_player_who_opens_a_table_sits_at_its_first_seat_if_they_wish(self) -> None:
        async with worlds() as several:
            world = await several.start()
            assert places(await world.open()) == ["Ada", None]
            assert places(await world.open(game="density-deck")) == ["Ada", None, None, None]
            assert places(await world.open(game="density-deck", seats=2)) == ["Ada", None]
            assert places(await world.open(sit=False)) == [None, None]

    async def test_sitting_down_changing_seats_and_standing_up(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open(game="density-deck")).id
            lobby = world.lobby
            assert places(await lobby.sit(table, BO, None, None)) == ["Ada", "Bo", None, None]
            assert places(await lobby.sit(table, BO, Seat(3), None)) == ["Ada", None, None, "Bo"]
            assert places(await lobby.sit(table, BO, None, None)) == ["Ada", None, None, "Bo"]
            assert places(await lobby.stand(table, ADA.id, None, None)) == [None, None, None, "Bo"]
            assert await refusal(lobby.stand(table, ADA.id, None, None)) is RefusalCode.NOT_AT_TABLE
            assert await refusal(lobby.sit(table, CY, Seat(3), None)) is RefusalCode.SEAT_TAKEN
            assert await refusal(lobby.sit(table, CY, Seat(4), None)) is RefusalCode.NO_SUCH_SEAT

    async def test_bots_are_ready_at_once_and_can_be_sent_away(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open(game="density-deck")).id
            assert places(await world.bot(table)) == ["Ada", "random!", None, None]
            record = await world.bot(table, 3)
            assert places(record) == ["Ada", "random!", None, "random!"]
            assert [place.player and place.player.name for place in record.places] == [
                "Ada",
                "Random 1",
                None,
                "Random 2",
            ]
            assert places(await world.lobby.stand(table, ADA.id, Seat(1), None)) == ["Ada", None, None, "random!"]
            assert await refusal(world.lobby.stand(table, ADA.id, Seat(1), None)) is RefusalCode.NOT_YOUR_SEAT
            await world.lobby.sit(table, BO, None, None)
            assert await refusal(world.lobby.stand(table, ADA.id, Seat(1), None)) is RefusalCode.NOT_YOUR_SEAT

    async def test_changing_seats_takes_back_that_one_is_ready(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open()).id
            assert places(await world.ready(table, ADA)) == ["Ada!", None]
            assert places(await world.lobby.sit(table, ADA, Seat(1), None)) == [None, "Ada"]

    async def test_being_ready_twice_keeps_what_was_added_to_the_shuffle_first(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open()).id
            await world.lobby.ready(table, ADA.id, entropy_hash("first"), None)
            await world.lobby.ready(table, ADA.id, entropy_hash("second"), None)
            assert (await world.tables.repository.read(table)).places[0].entropy_hash == entropy_hash("first")

    async def test_when_everybody_is_ready_the_match_begins(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.full()
            assert (await world.bind(table, ADA)).stage is TableStage.GATHERING
            assert (await world.bind(table, BO)).stage is TableStage.REVEALING
            assert ((await world.reveal(table, BO)).stage, several.begun) == (TableStage.REVEALING, [])
            record = await world.reveal(table, ADA)
            assert (record.stage, [each.match for each in several.begun]) == (TableStage.PLAYING, [record.match])
            opened = several.begun[0]
            assert (opened.players, opened.entropy, opened.table) == ((ADA, BO), ("Ada", "Bo"), table)
            assert (opened.seed, shown(record).commitment) == (record.seed, record.commitment)

    async def test_a_bot_on_the_last_seat_begins_the_match(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open()).id
            await world.ready(table, ADA)
            assert (await world.bot(table)).stage is TableStage.PLAYING

    async def test_tables_are_listed_until_their_match_is_over(self) -> None:
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            tiny, deck = await world.full(), await world.full("density-deck")
            listed = [each.id for each in await elsewhere.lobby.listed(None)]
            assert listed == [deck, tiny]
            assert [each.id for each in await elsewhere.lobby.listed(GameName("tiny"))] == [tiny]
            await world.ready(tiny, ADA, BO)
            assert [each.stage for each in await elsewhere.lobby.listed(GameName("tiny"))] == ["playing"]
            await world.tables.sweeper.match_over(tiny, several.begun[0].match)
            assert await elsewhere.lobby.listed(GameName("tiny")) == []

    async def test_a_rematch_moves_everybody_on_by_one_seat(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open(game="density-deck", seats=3)).id
            await world.lobby.sit(table, BO, None, None)
            await world.bot(table)
            first = await world.ready(table, ADA, BO)
            assert await refusal(world.lobby.rematch(table, ADA.id, None)) is RefusalCode.MATCH_RUNNING
            world.dealing.over.add(first.match)
            again = await world.lobby.rematch(table, ADA.id, None)
            assert places(again) == ["random!", "Ada", "Bo"]
            assert len({first.match, again.match, first.seed, again.seed, first.commitment, again.commitment}) == 6
            assert await world.lobby.rematch(table, BO.id, None) == again  # both have asked for it: it is one rematch
            assert (await world.ready(table, ADA, BO)).stage is TableStage.PLAYING
            assert [each.match for each in several.begun] == [first.match, again.match]


class TestDoneOnce:
    @pytest.mark.parametrize("elsewhere", [False, True])
    async def test_every_command_that_is_sent_again_is_done_once(self, elsewhere: bool) -> None:
        async with worlds() as several:
            world = await several.start()
            other = await several.start() if elsewhere else world
            opened = await world.open(game="density-deck", ref="open")
            assert await other.open(game="density-deck", ref="open") == opened
            table = opened.id
            commands: list[Callable[[TableService], Any]] = [
                lambda lobby: lobby.sit(table, BO, Seat(2), Ref("sit")),
                lambda lobby: lobby.add_bot(AddBot(table=table, ref=Ref("bot")), ADA.id),
                lambda lobby: lobby.ready(table, ADA.id, entropy_hash("x"), Ref("ready")),
                lambda lobby: lobby.stand(table, BO.id, None, Ref("stand")),
            ]
            for command in commands:
                done = await command(world.lobby)
                assert await command(other.lobby) == done
            newest = await world.tables.repository.read(table)
            for command in commands:  # also when others were carried out since
                assert await command(other.lobby) == newest

    async def test_the_same_ref_for_something_else_is_refused(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open(game="density-deck", ref="a")).id
            for more in (
                {"game": "tiny"},
                {"game": "density-deck", "seats": 2},
                {"game": "density-deck", "time_limit": 9},
            ):
                assert await refusal(world.open(ref="a", **more)) is RefusalCode.REF_REUSED
            await world.lobby.sit(table, BO, Seat(2), REF)
            for doing in (
                world.lobby.sit(table, BO, Seat(1), REF),
                world.lobby.stand(table, BO.id, None, REF),
                world.lobby.ready(table, BO.id, None, REF),
            ):
                assert await refusal(doing) is RefusalCode.REF_REUSED
            await world.lobby.ready(table, ADA.id, None, REF)  # another player's is another command

    async def test_of_many_who_want_one_seat_exactly_one_gets_it(self) -> None:
        async with worlds() as several:
            many = [await several.start() for _ in range(5)]
            table = (await many[0].open()).id
            players = [Player(id=PlayerId(f"p{number}"), name=f"P{number}") for number in range(20)]
            outcomes = await asyncio.gather(
                *(
                    world.lobby.sit(table, player, Seat(1), None)
                    for world, player in zip(itertools.cycle(many), players, strict=False)
                ),
                return_exceptions=True,
            )
            won = [outcome for outcome in outcomes if isinstance(outcome, TableRecord)]
            assert len(won) == 1
            assert {each.code for each in outcomes if isinstance(each, CommandRefused)} == {RefusalCode.SEAT_TAKEN}
            assert places(await many[0].tables.repository.read(table)) == places(won[0])

    async def test_of_many_who_are_ready_at_once_none_is_lost(self) -> None:
        async with worlds() as several:
            many = [await several.start() for _ in range(4)]
            table = (await many[0].open(game="density-deck")).id
            players = [ADA, BO, CY, Player(id=PlayerId("di"), name="Di")]
            for player in players[1:]:
                await many[0].lobby.sit(table, player, None, None)
            await asyncio.gather(
                *(world.lobby.ready(table, player.id, None, None) for world, player in zip(many, players, strict=True))
            )
            assert (await many[0].tables.repository.read(table)).stage is TableStage.PLAYING
            assert len(several.begun) == 1


class TestBeginning:
    async def test_another_process_begins_what_one_that_died_has_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(repository, "SECONDS_UNTIL_LOOKING_AGAIN", 0.0)
        async with worlds() as several:
            dying, *others = [await several.start() for _ in range(3)]
            table = await dying.full()
            await dying.ready(table, ADA)
            dying.dealing.fails = True
            with pytest.raises(Unavailable):
                await dying.lobby.ready(table, BO.id, None, REF)
            await several.end(dying)
            await soon(lambda: several.begun)
            record = await others[0].tables.repository.read(table)
            await soon(lambda: others[0].tables.tasks.are_done and others[1].tables.tasks.are_done)
            assert (await others[1].tables.repository.read(table)).stage is TableStage.PLAYING
            assert [each.match for each in several.begun] == [record.match]

    @pytest.mark.parametrize("asking", ["the same again", "looking", "another command"])
    async def test_if_nobody_else_was_there_whoever_asks_first_begins_it(self, asking: str) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.full()
            await world.ready(table, ADA)
            world.dealing.fails = True
            with pytest.raises(Unavailable):
                await world.lobby.ready(table, BO.id, None, REF)
            world.dealing.fails = False
            if asking == "the same again":
                await world.lobby.ready(table, BO.id, None, REF)
            elif asking == "looking":
                await world.lobby.watch(table, None)
            else:
                assert await refusal(world.lobby.stand(table, BO.id, None, None)) is RefusalCode.MATCH_RUNNING
            assert (await world.tables.repository.read(table)).stage is TableStage.PLAYING
            assert len(several.begun) == 1

    @pytest.mark.parametrize("leaving", ["gone", "stand", "sit"])
    async def test_nobody_can_leave_between_the_last_ready_and_the_deal(self, leaving: str) -> None:
        """Or else somebody could take the seat of a match that has been dealt to another."""
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = await world.full()
            await world.ready(table, ADA)
            outcome: list[RefusalCode] = []

            async def leave() -> None:
                if leaving == "gone":
                    await elsewhere.tables.sweeper.gone(table, ADA.id)
                elif leaving == "stand":
                    outcome.append(await refusal(elsewhere.lobby.stand(table, ADA.id, None, None)))
                else:
                    outcome.append(await refusal(elsewhere.lobby.sit(table, ADA, Seat(0), None)))

            world.dealing.meanwhile = leave
            await world.lobby.ready(table, BO.id, None, None)
            record = await world.tables.repository.read(table)
            assert (record.stage, outcome) == (
                TableStage.PLAYING,
                [] if leaving == "gone" else [RefusalCode.MATCH_RUNNING],
            )
            assert several.begun[0].players == tuple(place.player for place in record.places)


class TestLeaving:
    async def test_a_player_who_is_gone_is_not_ready_any_more(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.full()
            await world.ready(table, ADA)
            await world.tables.sweeper.gone(table, ADA.id)
            assert places(await world.tables.repository.read(table)) == ["Ada", "Bo"]
            assert (await world.ready(table, BO)).stage is TableStage.GATHERING

    async def test_after_a_while_the_seat_is_free(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sweeper, "SECONDS_UNTIL_A_SEAT_IS_FREE", 0.0)
        async with worlds() as several:
            world = await several.start()
            table = await world.full()
            await world.tables.sweeper.gone(table, ADA.id)
            world.now = Milliseconds(world.now + 120_000)
            await soon(lambda: world.tables.tasks.are_done)
            assert places(await world.tables.repository.read(table)) == [None, "Bo"]

    async def test_a_player_who_comes_back_in_time_keeps_the_seat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sweeper, "SECONDS_UNTIL_A_SEAT_IS_FREE", 0.0)
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = await world.full()
            await world.tables.sweeper.gone(table, ADA.id)
            await elsewhere.lobby.watch(table, ADA)
            world.now = Milliseconds(world.now + 120_000)
            await soon(lambda: world.tables.tasks.are_done)
            assert places(await world.lobby.sit(table, BO, Seat(1), None)) == ["Ada", "Bo"]

    async def test_the_seat_is_free_though_the_process_that_knew_has_ended(self) -> None:
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = await world.full()
            await world.tables.sweeper.gone(table, ADA.id)
            await several.end(world)
            elsewhere.now = Milliseconds(world.now + 120_000)
            assert places(await elsewhere.lobby.sit(table, CY, None, None)) == ["Cy", "Bo"]

    async def test_a_table_where_only_bots_are_left_is_closed(self) -> None:
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = (await world.open(game="density-deck")).id
            await world.bot(table)
            await settle()
            elsewhere.tables.subscribers.subscribe(table, elsewhere.received.append, nobody)
            await world.lobby.stand(table, ADA.id, None, None)
            assert await refusal(elsewhere.tables.repository.read(table)) is RefusalCode.UNKNOWN_TABLE
            await soon(lambda: elsewhere.received)
            assert [each.gone for each in elsewhere.received] == [True]
            assert await world.lobby.listed(None) == []

    async def test_a_follower_learns_after_silence_what_was_missed(self) -> None:
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = await world.full()
            await settle()
            elsewhere.tables.subscribers.subscribe(table, elsewhere.received.append, nobody)
            await world.lobby.ready(table, ADA.id, None, None)
            await soon(lambda: elsewhere.received)
            await elsewhere.store.close()  # deaf
            await world.lobby.stand(table, ADA.id, None, None)
            await elsewhere.store.start()
            several.memory.come_back()
            await soon(lambda: len(elsewhere.received) == 2)
            assert elsewhere.received[-1].table.places[0].player is None
            await elsewhere.store.close()
            await world.lobby.stand(table, BO.id, None, None)
            await elsewhere.store.start()
            several.memory.come_back()
            await soon(lambda: len(elsewhere.received) == 3)
            assert elsewhere.received[-1].gone


class TestSeeds:
    async def test_the_seed_of_a_table_never_leaves(self) -> None:
        async with worlds() as several:
            world, elsewhere = await several.start(), await several.start()
            table = await world.full()
            seeds = set()
            for each in (world, elsewhere):
                each.tables.subscribers.subscribe(table, each.received.append, nobody)
            with capture_logs() as logs:
                for _ in range(3):
                    seeds.add((await world.ready(table, ADA)).seed)
                    await world.ready(table, BO)
                    world.dealing.over.add(several.begun[-1].match)
                    await world.lobby.rematch(table, ADA.id, None)
            frames = [wire.encode(each) for each in (*world.received, *elsewhere.received)]
            frames += [wire.encode(shown(each)) for each in await world.lobby.listed(None)]
            assert (len(seeds), len(frames) > 15) == (3, True)
            published = b"".join(frames).decode() + repr(logs)
            assert [seed for seed in seeds if seed in published] == []

    async def test_a_refusal_does_not_tell_it_either(self) -> None:
        async with worlds() as several:
            world = await several.start()
            record = await world.open()
            texts: Sequence[str] = [
                str(await asyncio.gather(doing, return_exceptions=True))
                for doing in (
                    world.lobby.sit(record.id, BO, Seat(0), None),
                    world.lobby.sit(record.id, BO, Seat(9), None),
                    world.lobby.rematch(record.id, ADA.id, None),
                    world.lobby.stand(record.id, BO.id, None, None),
                )
            ]
            assert all(record.seed not in text and "CommandRefused" in text for text in texts)


def test_a_table_is_read_as_it_was_written() -> None:
    record = asyncio.run(_some_table())
    assert msgspec.json.decode(msgspec.json.encode(record), type=TableRecord) == record


async def _some_table() -> TableRecord:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        return await world.ready(table, ADA)


async def test_a_player_who_is_here_over_another_connection_is_not_gone() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        await world.ready(table, ADA)
        world.tables.subscribers.subscribe(table, world.received.append, lambda: ADA)
        await world.tables.sweeper.gone(table, ADA.id)
        assert places(await world.tables.repository.read(table)) == ["Ada!", "Bo"]
        world.tables.subscribers.unsubscribe(table, world.received.append)
        await world.tables.sweeper.gone(table, ADA.id)
        assert places(await world.tables.repository.read(table)) == ["Ada", "Bo"]


async def test_a_player_who_does_not_want_a_rematch_may_stand_up_when_the_match_is_over() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        playing = await world.ready(table, ADA, BO)
        await world.tables.sweeper.match_over(table, playing.match)
        await world.lobby.stand(table, BO.id, None, None)
        assert places(await world.lobby.rematch(table, ADA.id, None)) == [None, "Ada"]

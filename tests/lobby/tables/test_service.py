"""Tables that are not for everybody, their hosts, and how many one may sit at: as the lobby serves them."""

import asyncio
from typing import Any

from lobby.table_worlds import ADA, BO, CY, TableWorld, nobody, places, refusal, worlds
from quarterdeck_protocol.lobby.tables import Access, AddBot, Kick, OpenTable, TableChanged, TransferHost
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.tables.invites import LENGTH, LETTERS, EntryCredentials
from quarterdeck_server.lobby.tables.model import TableRecord, shown
from structlog.testing import capture_logs

SESAME = "open sesame"
DI = Player(id=PlayerId("di"), name="Di")


async def host_of(world: TableWorld, table: TableRecord) -> PlayerId | None:
    return (await world.tables.repository.read(table.id)).host


class TestWhoMayCome:
    async def test_an_unlisted_table_is_in_no_list_and_found_by_its_code_over_any_process(self) -> None:
        async with worlds() as several:
            one, other = await several.start(), await several.start()
            table = await one.open(access=Access.UNLISTED)
            assert len(table.code) == LENGTH
            assert set(table.code) <= set(LETTERS)
            assert await other.lobby.listed(None) == []
            typed = EntryCredentials(code=f" {table.code[:3].lower()}-{table.code[3:]}")
            assert await other.lobby.named(None, typed) == table.id
            assert places(await other.lobby.sit(table.id, BO, None, None, knowing=typed)) == ["Ada", "Bo"]

    async def test_its_code_is_told_only_to_those_who_sit_there(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.open(access=Access.UNLISTED)
            received: dict[PlayerId | None, list[TableChanged]] = {ADA.id: [], BO.id: [], None: []}
            world.tables.subscribers.subscribe(table.id, received[ADA.id].append, lambda: ADA)
            world.tables.subscribers.subscribe(table.id, received[BO.id].append, lambda: BO)
            world.tables.subscribers.subscribe(table.id, received[None].append, nobody)
            await world.lobby.ready(table.id, ADA.id, None, None)
            assert [each[0].table.code for each in received.values()] == [table.code, None, None]
            assert shown(table).code is None

    async def test_the_code_of_a_closed_table_is_as_wrong_as_any_other_and_counts_as_a_guess(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.open(access=Access.UNLISTED)
            await world.lobby.stand(table.id, ADA.id, None, None)
            knowing = EntryCredentials(code=table.code, address="1.2.3.4")
            assert await world.lobby.named(None, knowing) == table.id
            for _ in range(3):
                assert (
                    await refusal(world.lobby.sit(table.id, BO, None, None, knowing=knowing)) is RefusalCode.WRONG_CODE
                )
                assert await refusal(world.lobby.watch(table.id, None, knowing)) is RefusalCode.WRONG_CODE
            assert await refusal(world.lobby.named(None, knowing)) is RefusalCode.SLOW_DOWN

    async def test_no_command_tells_who_has_not_the_code_that_there_is_such_a_table(self) -> None:
        async with worlds() as several:
            world = await several.start()
            lobby = world.lobby
            there_is_one, there_is_none = await world.open(access=Access.UNLISTED), TableId("0" * 20)
            said: list[set[str]] = []
            for table in (there_is_one.id, there_is_none):
                refused = await asyncio.gather(
                    lobby.watch(table, BO, EntryCredentials(password=SESAME)),
                    lobby.sit(table, BO, Seat(7), None, knowing=EntryCredentials(password=SESAME)),
                    lobby.sit(table, BO, None, None, deck="no deck"),
                    lobby.stand(table, BO.id, Seat(1), None),
                    lobby.ready(table, BO.id, None, None, deck="no deck"),
                    lobby.rematch(table, BO.id, None),
                    lobby.kick(Kick(table=table, seat=Seat(9)), BO.id),
                    lobby.transfer_host(TransferHost(table=table, player=ADA.id), BO.id),
                    lobby.add_bot(AddBot(table=table, deck="no deck"), BO.id),
                    return_exceptions=True,
                )
                said.append({f"{each!r} {getattr(each, 'where', '')}".replace(table, "…") for each in refused})
            assert said[0] == said[1]
            assert len(said[0]) == 1

    async def test_neither_does_it_tell_who_sits_at_as_many_tables_as_one_may(self) -> None:
        async with worlds() as several:
            world = await several.start(per_player=1)
            await world.open(BO)
            gathering, over = [await world.open(each, access=Access.UNLISTED, seats=2) for each in (ADA, CY)]
            await world.lobby.sit(over.id, DI, None, None, knowing=EntryCredentials(code=over.code))
            record = await world.ready(over.id, CY, DI)
            await world.tables.sweeper.match_over(over.id, record.match)
            for table in (gathering.id, over.id, TableId("0" * 20)):
                assert await refusal(world.lobby.sit(table, BO, None, None)) is RefusalCode.UNKNOWN_TABLE
                assert await refusal(world.lobby.rematch(table, BO.id, None)) is RefusalCode.UNKNOWN_TABLE

    async def test_a_player_who_opens_one_without_sitting_down_learns_the_code_until_somebody_sits_there(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.open(access=Access.UNLISTED, sit=False)
            assert [shown(table, to=who).code for who in (ADA.id, BO.id, None)] == [table.code, None, None]
            assert shown(await world.lobby.watch(table.id, ADA), to=ADA.id).code == table.code
            sat = await world.lobby.sit(table.id, BO, None, None, knowing=EntryCredentials(code=table.code))
            assert [shown(sat, to=who).code for who in (ADA.id, BO.id, None)] == [None, table.code, None]
            assert await refusal(world.lobby.watch(table.id, ADA)) is RefusalCode.UNKNOWN_TABLE

    async def test_codes_are_drawn_again_until_nobody_has_them(self) -> None:
        async with worlds() as several:
            world = await several.start()
            codes = {(await world.open(access=Access.UNLISTED)).code for _ in range(20)}
            assert len(codes) == 20

    async def test_a_password_lets_one_in_and_is_kept_only_as_a_hash_of_this_table(self) -> None:
        async with worlds() as several:
            world = await several.start()
            with capture_logs() as logs:
                table, another = [await world.open(access=Access.PASSWORD, password=SESAME) for _ in range(2)]
                assert await refusal(world.lobby.sit(table.id, BO, None, None)) is RefusalCode.WRONG_PASSWORD
                wrong = EntryCredentials(password="open barley", address="1.2.3.4")
                assert (
                    await refusal(world.lobby.sit(table.id, BO, None, None, knowing=wrong))
                    is RefusalCode.WRONG_PASSWORD
                )
                right = EntryCredentials(password=SESAME, address="1.2.3.4")
                world.now = Milliseconds(world.now + 1)
                assert places(await world.lobby.sit(table.id, BO, None, None, knowing=right)) == ["Ada", "Bo"]
            assert SESAME not in str(logs)
            documents = several.memory.documents.bodies("table")
            assert [table.id in documents, SESAME.encode() in documents[table.id]] == [True, False]
            assert table.password != another.password
            assert [each.id for each in await world.lobby.listed(None)] == [table.id, another.id]

    async def test_a_player_who_sits_there_may_come_back_and_change_seats_without_it(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.open(access=Access.PASSWORD, password=SESAME)
            assert (await world.lobby.watch(table.id, ADA)).id == table.id
            assert places(await world.lobby.sit(table.id, ADA, Seat(1), None)) == [None, "Ada"]

    async def test_opening_twice_under_one_ref_opens_one_table_if_the_password_is_the_same(self) -> None:
        async with worlds() as several:
            world = await several.start()
            how: dict[str, Any] = {"access": "password", "ref": "a"}
            table = await world.open(**how, password=SESAME)
            assert await world.open(**how, password=SESAME) == table
            assert await refusal(world.open(**how, password="open barley")) is RefusalCode.REF_REUSED
            assert await refusal(world.open(ref="a")) is RefusalCode.REF_REUSED

    async def test_an_unlisted_table_that_is_opened_twice_keeps_its_first_code(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table, again = [await world.open(access=Access.UNLISTED, ref="a") for _ in range(2)]
            assert again.code == table.code

    async def test_whether_it_may_be_watched_is_known_to_the_match(self) -> None:
        async with worlds() as several:
            world = await several.start()
            for spectators in (True, False):
                table = await world.open(seats=2, spectators=spectators)
                await world.bot(table.id)
                await world.ready(table.id, ADA)
                assert several.begun[-1].spectators is spectators


class TestTheHost:
    async def test_is_who_opened_it_and_then_who_has_sat_there_longest(self) -> None:
        async with worlds() as several:
            world = await several.start()
            lobby = world.lobby
            table = await world.open(game="density-deck")
            assert table.host == ADA.id
            await lobby.sit(table.id, CY, Seat(3), None)
            await lobby.sit(table.id, BO, Seat(1), None)
            await lobby.sit(table.id, CY, Seat(2), None)  # whoever moves has sat there no shorter
            await lobby.stand(table.id, ADA.id, None, None)
            assert await host_of(world, table) == CY.id
            await lobby.sit(table.id, ADA, Seat(0), None)
            assert await host_of(world, table) == CY.id
            await lobby.stand(table.id, CY.id, None, None)
            assert await host_of(world, table) == BO.id

    async def test_a_player_who_opens_a_table_without_sitting_down_is_not_the_host_of_those_who_do(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.open(sit=False)
            assert table.host == ADA.id
            assert (await world.lobby.sit(table.id, BO, None, None)).host == BO.id

    async def test_lifts_people_who_may_sit_down_again_at_the_next_match(self) -> None:
        async with worlds() as several:
            world = await several.start()
            lobby = world.lobby
            table = await world.open(seats=2)
            await lobby.sit(table.id, BO, None, None)
            received: list[TableChanged] = []
            world.tables.subscribers.subscribe(table.id, received.append, lambda: BO)
            kick = Kick(table=table.id, seat=Seat(1), ref=Ref("kick"))
            assert places(await lobby.kick(kick, ADA.id)) == ["Ada", None]
            assert [(each.kicked, each.table.places[1].player) for each in received] == [(True, None)]
            assert await refusal(lobby.sit(table.id, BO, None, None)) is RefusalCode.KICKED
            await lobby.sit(table.id, CY, None, None)
            assert places(await lobby.kick(kick, ADA.id)) == ["Ada", "Cy"], "sent again, it is done once"
            record = await world.ready(table.id, ADA, CY)
            await world.tables.sweeper.match_over(table.id, record.match)
            await lobby.rematch(table.id, ADA.id, None)
            await lobby.stand(table.id, CY.id, None, None)
            assert places(await lobby.sit(table.id, BO, None, None)) == ["Bo", "Ada"]

    async def test_lifts_bots_which_nobody_else_may_do(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.open(game="density-deck")
            await world.lobby.sit(table.id, BO, None, None)
            await world.bot(table.id)
            kick = Kick(table=table.id, seat=Seat(2))
            assert await refusal(world.lobby.kick(kick, BO.id)) is RefusalCode.NOT_THE_HOST
            assert await refusal(world.lobby.stand(table.id, BO.id, Seat(2), None)) is RefusalCode.NOT_THE_HOST
            assert places(await world.lobby.kick(kick, ADA.id)) == ["Ada", "Bo", None, None]
            assert places(await world.lobby.kick(kick, ADA.id)) == ["Ada", "Bo", None, None]

    async def test_gives_no_two_bots_of_a_table_the_same_name(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = (await world.open(game="density-deck")).id
            for _ in range(2):
                await world.bot(table)
            await world.lobby.kick(Kick(table=table, seat=Seat(1)), ADA.id)
            record = await world.bot(table)
            assert [place.player and place.player.name for place in record.places] == [
                "Ada",
                "Random 1",
                "Random 2",
                None,
            ]

    async def test_hands_over(self) -> None:
        async with worlds() as several:
            world = await several.start()
            table = await world.open(seats=2)
            await world.lobby.sit(table.id, BO, None, None)
            transfer_host = TransferHost(table=table.id, player=BO.id)
            assert (await world.lobby.transfer_host(transfer_host, ADA.id)).host == BO.id
            assert await refusal(world.lobby.transfer_host(transfer_host, ADA.id)) is RefusalCode.NOT_THE_HOST

    async def test_a_player_who_is_gone_for_long_loses_the_seat_and_the_table_by_anybodys_sweep(self) -> None:
        async with worlds() as several:
            world, sweeping = await several.start(), await several.start()
            table = await world.open(seats=2)
            await world.lobby.sit(table.id, BO, None, None)
            await world.tables.sweeper.gone(table.id, ADA.id)
            await sweeping.tables.sweeper.sweep()
            assert await host_of(world, table) == ADA.id
            sweeping.now = type(sweeping.now)(sweeping.now + 121_000)
            await sweeping.tables.sweeper.sweep()
            assert places(await world.tables.repository.read(table.id)) == [None, "Bo"]
            assert await host_of(world, table) == BO.id


class TestHowManyTables:
    async def test_a_player_sits_at_so_many_and_at_another_one_after_giving_one_up(self) -> None:
        async with worlds() as several:
            world = await several.start(per_player=2)
            first, second = await world.open(), await world.open()
            elsewhere = await world.open(BO)
            assert await refusal(world.open()) is RefusalCode.TOO_MANY_TABLES
            assert await refusal(world.lobby.sit(elsewhere.id, ADA, None, None)) is RefusalCode.TOO_MANY_TABLES
            assert places(await world.lobby.sit(second.id, ADA, Seat(1), None)) == [None, "Ada"]
            assert places(await world.open(sit=False)) == [None, None]
            await world.lobby.stand(first.id, ADA.id, None, None)
            assert places(await world.lobby.sit(elsewhere.id, ADA, None, None)) == ["Bo", "Ada"]
            assert await refusal(world.open()) is RefusalCode.TOO_MANY_TABLES

    async def test_a_match_that_is_over_counts_no_more(self) -> None:
        async with worlds() as several:
            world = await several.start(per_player=1)
            table = await world.open(seats=2)
            await world.bot(table.id)
            record = await world.ready(table.id, ADA)
            assert await refusal(world.open()) is RefusalCode.TOO_MANY_TABLES
            await world.tables.sweeper.match_over(table.id, record.match)
            assert places(await world.open()) == ["Ada", None]

    async def test_a_rematch_counts_again(self) -> None:
        async with worlds() as several:
            world = await several.start(per_player=1)
            table = await world.full()
            record = await world.ready(table, ADA, BO)
            await world.tables.sweeper.match_over(table, record.match)
            another = await world.open()
            assert await refusal(world.lobby.rematch(table, ADA.id, None)) is RefusalCode.TOO_MANY_TABLES
            await world.lobby.stand(another.id, ADA.id, None, None)
            assert places(await world.lobby.rematch(table, ADA.id, None)) == ["Bo", "Ada"]
            assert await refusal(world.open()) is RefusalCode.TOO_MANY_TABLES

    async def test_so_many_are_opened_from_one_address_whoever_asks(self) -> None:
        async with worlds() as several:
            world = await several.start(per_address=2)
            message = OpenTable(game=GameName("tiny"))

            async def open_from(address: str, player: Any) -> TableRecord:
                return await world.lobby.open(world.lobby.id_of(player.id, None), player, message, address)

            first = await open_from("1.2.3.4", ADA)
            await open_from("1.2.3.4", BO)
            assert await refusal(open_from("1.2.3.4", CY)) is RefusalCode.TOO_MANY_TABLES
            assert places(await open_from("5.6.7.8", CY)) == ["Cy", None]
            await world.lobby.stand(first.id, ADA.id, None, None)
            assert places(await open_from("1.2.3.4", CY)) == ["Cy", None]
            assert "1.2.3.4" not in str(several.memory.documents)

    async def test_two_seats_taken_at_the_same_moment_are_both_noted(self) -> None:
        async with worlds() as several:
            one, other = await several.start(per_player=2), await several.start(per_player=2)
            room = await one.lobby._seat_limits.room_at((await one.open(BO)).id, ADA.id)
            table, late = await one.open(), await one.open(BO)
            await one.lobby._seat_limits.take(late.id, room)
            await other.lobby.sit(late.id, ADA, None, None)
            assert places(await one.tables.repository.read(table.id)) == ["Ada", None]
            assert await refusal(other.open()) is RefusalCode.TOO_MANY_TABLES

"""Tables when an answer of the store is lost, or a process dies between two changes: what was done is done once."""

from collections.abc import Awaitable, Callable

import pytest
from lobby.table_worlds import ADA, BO, CY, TableWorld, places, refusal, worlds
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.tables import Access, AddBot, Kick, Reveal, TableStage, TransferHost
from quarterdeck_protocol.names import Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.tables.invites import EntryCredentials
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.store_errors import Unavailable

Command = Callable[[TableWorld, TableId], Awaitable[TableRecord]]

COMMANDS: dict[str, Command] = {
    "sit": lambda world, table: world.lobby.sit(table, CY, Seat(2), Ref("r")),
    "stand": lambda world, table: world.lobby.stand(table, BO.id, None, Ref("r")),
    "kick": lambda world, table: world.lobby.kick(Kick(table=table, seat=Seat(1), ref=Ref("r")), ADA.id),
    "transfer_host": lambda world, table: world.lobby.transfer_host(
        TransferHost(table=table, player=BO.id, ref=Ref("r")), ADA.id
    ),
    "add_bot": lambda world, table: world.lobby.add_bot(AddBot(table=table, ref=Ref("r")), ADA.id),
    "ready": lambda world, table: world.lobby.ready(table, BO.id, entropy_hash("six"), Ref("r")),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("asking", ["here", "elsewhere"])
async def test_a_command_whose_answer_was_lost_is_done_once_when_it_is_sent_again(name: str, asking: str) -> None:
    command = COMMANDS[name]
    async with worlds() as several:
        world, other = await several.start(), await several.start()
        table = (await world.open(game="density-deck")).id
        await world.lobby.sit(table, BO, Seat(1), None)
        losing = world.losing
        world.tables.subscribers.subscribe(table, world.received.append, lambda: ADA)
        losing.loses = 1
        with pytest.raises(Unavailable):
            await command(world, table)
        done = await world.tables.repository.read(table)
        assert done.changed == 3
        assert await command(world if asking == "here" else other, table) == done


async def test_a_table_whose_opening_was_answered_by_nobody_is_opened_once_with_one_code() -> None:
    async with worlds() as several:
        world = await several.start(per_player=1)
        world.losing.loses = 1
        with pytest.raises(Unavailable):
            await world.open(access=Access.UNLISTED, ref="open")
        table = await world.open(access=Access.UNLISTED, ref="open")
        assert (table.changed, await world.tables.repository.read_all()) == (1, [table])
        knowing = EntryCredentials(code=table.code)
        assert await world.lobby.named(None, knowing) == table.id
        assert places(await world.lobby.sit(table.id, BO, None, None, knowing=knowing)) == ["Ada", "Bo"]
        assert await refusal(world.open()) is RefusalCode.TOO_MANY_TABLES


async def test_a_rematch_whose_answer_was_lost_is_one_rematch() -> None:
    async with worlds() as several:
        world = await several.start()
        table = await world.full()
        record = await world.ready(table, ADA, BO)
        await world.tables.sweeper.match_over(table, record.match)
        world.losing.loses = 1
        with pytest.raises(Unavailable):
            await world.lobby.rematch(table, ADA.id, Ref("again"))
        set_up = await world.tables.repository.read(table)
        assert await world.lobby.rematch(table, ADA.id, Ref("again")) == set_up
        assert places(set_up) == ["Bo", "Ada"]


LAST: dict[str, Command] = {
    "ready": lambda world, table: world.lobby.ready(table, BO.id, None, Ref("last")),
    "share": lambda world, table: world.lobby.reveal(Reveal(table=table, entropy="Bo", ref=Ref("last")), BO.id),
}


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("dies", ["after the last word", "after the deal", "after the table names the match"])
async def test_a_match_is_dealt_once_to_those_who_were_ready_wherever_its_process_dies(last: str, dies: str) -> None:
    async with worlds() as several:
        dying, living = await several.start(), await several.start()
        table = await dying.full()
        if last == "share":
            await dying.bind(table, ADA, BO)
            await dying.reveal(table, ADA)
        else:
            await dying.ready(table, ADA)
        if dies == "after the deal":

            async def die() -> None:
                raise Unavailable("it has died")

            dying.dealing.meanwhile = die
        else:
            dying.losing.loses = 1 if dies == "after the last word" else 2
        with pytest.raises(Unavailable):
            await LAST[last](dying, table)
        await several.end(dying)
        await living.tables.sweeper.sweep()
        record = await living.tables.repository.read(table)
        assert (record.stage, [each.match for each in several.begun]) == (TableStage.PLAYING, [record.match])
        assert several.begun[0].entropy == (("Ada", "Bo") if last == "share" else ("", ""))
        assert await LAST[last](living, table) == record

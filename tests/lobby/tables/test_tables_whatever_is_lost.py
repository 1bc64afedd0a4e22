"""Tables when an answer of the store is lost, or a process dies between two changes: what was done is done once."""

from collections.abc import Awaitable, Callable

import pytest
from lobby.desks import ADA, BO, CY, Desk, desks, places, refusal
from quarterdeck_protocol.names import Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.tables import AddBot, Kick, TableStage, TransferHost
from quarterdeck_server.lobby.tables.invites import EntryCredentials
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.store_errors import Unavailable

Command = Callable[[Desk, TableId], Awaitable[TableRecord]]

COMMANDS: dict[str, Command] = {
    "sit": lambda desk, table: desk.lobby.sit(table, CY, Seat(2), Ref("r")),
    "stand": lambda desk, table: desk.lobby.stand(table, BO.id, None, Ref("r")),
    "kick": lambda desk, table: desk.lobby.kick(Kick(table=table, seat=Seat(1), ref=Ref("r")), ADA.id),
    "transfer_host": lambda desk, table: desk.lobby.transfer_host(
        TransferHost(table=table, player=BO.id, ref=Ref("r")), ADA.id
    ),
    "add_bot": lambda desk, table: desk.lobby.add_bot(AddBot(table=table, ref=Ref("r")), ADA.id),
    "ready": lambda desk, table: desk.lobby.ready(table, BO.id, "six", Ref("r")),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("asking", ["here", "elsewhere"])
async def test_a_command_whose_answer_was_lost_is_done_once_when_it_is_sent_again(name: str, asking: str) -> None:
    command = COMMANDS[name]
    async with desks() as several:
        desk, other = await several.start(), await several.start()
        table = (await desk.open(game="density-deck")).id
        await desk.lobby.sit(table, BO, Seat(1), None)
        losing = desk.losing
        desk.tables.followers.follow(table, desk.told.append, lambda: ADA.id)
        losing.loses = 1
        with pytest.raises(Unavailable):
            await command(desk, table)
        done = await desk.tables.repository.read(table)
        assert done.changed == 3
        assert await command(desk if asking == "here" else other, table) == done


async def test_a_table_whose_opening_was_answered_by_nobody_is_opened_once_with_one_code() -> None:
    async with desks() as several:
        desk = await several.start(per_player=1)
        desk.losing.loses = 1
        with pytest.raises(Unavailable):
            await desk.open(access="unlisted", ref="open")
        table = await desk.open(access="unlisted", ref="open")
        assert (table.changed, len(several.memory.tables)) == (1, 1)
        knowing = EntryCredentials(code=table.code)
        assert await desk.lobby.named(None, knowing) == table.id
        assert places(await desk.lobby.sit(table.id, BO, None, None, knowing=knowing)) == ["Ada", "Bo"]
        assert await refusal(desk.open()) is RefusalCode.TOO_MANY_TABLES


async def test_a_rematch_whose_answer_was_lost_is_one_rematch() -> None:
    async with desks() as several:
        desk = await several.start()
        table = await desk.full()
        kept = await desk.ready(table, ADA, BO)
        await desk.tables.sweeper.match_over(table, kept.match)
        desk.losing.loses = 1
        with pytest.raises(Unavailable):
            await desk.lobby.rematch(table, ADA.id, Ref("again"))
        set_up = await desk.tables.repository.read(table)
        assert await desk.lobby.rematch(table, ADA.id, Ref("again")) == set_up
        assert places(set_up) == ["Bo", "Ada"]


@pytest.mark.parametrize("dies", ["after the last ready", "after the deal", "after the table names the match"])
async def test_a_match_is_dealt_once_to_those_who_were_ready_wherever_its_process_dies(dies: str) -> None:
    async with desks() as several:
        dying, living = await several.start(), await several.start()
        table = await dying.full()
        await dying.ready(table, ADA)
        if dies == "after the deal":

            async def die() -> None:
                raise Unavailable("it has died")

            dying.dealing.meanwhile = die
        else:
            dying.losing.loses = 1 if dies == "after the last ready" else 2
        with pytest.raises(Unavailable):
            await dying.lobby.ready(table, BO.id, "six", Ref("ready"))
        await several.end(dying)
        await living.tables.sweeper.sweep()
        kept = await living.tables.repository.read(table)
        assert (kept.stage, [each.match for each in several.begun]) == (TableStage.PLAYING, [kept.match])
        assert several.begun[0].entropy == ("Ada", "six")
        assert await living.lobby.ready(table, BO.id, "six", Ref("ready")) == kept

"""The last action of a match is taken back in the terminal client: the player asks, or answers."""

import msgspec
from quarterdeck_client import Client
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.undo import UndoState
from screens import terminal
from servers import soon

KEEP = msgspec.Raw(b'{"type":"keep_hand"}')


async def test_a_player_asks_and_answers_with_one_key(ada: Client, bo: Client) -> None:
    table = await ada.tables.open("myacards", seats=2)
    await bo.tables.sit(table.id)
    for client in (ada, bo):
        await client.tables.ready(table.id)
    other: FollowedMatch = await bo.watch_match(table.match)
    async with terminal(ada, Plan(back_to=table.id)) as shown:
        await shown.own_turn()
        mine = shown.playing.seated
        await shown.press("z")
        await shown.shows("No action can be taken back now.")
        await mine.act(KEEP, mine.latest.version)
        await shown.press("z")
        await shown.shows("Take your last action back?")
        await shown.press("1")
        await soon(lambda: other.undo is not None and other.undo.state is UndoState.ASKED)
        await shown.shows("Ada asks to take the last action back.")
        await other.answer_undo(agree=True)
        await shown.shows("Ada took the last action back.")
        await other.act(KEEP, other.latest.version)
        await other.ask_undo()
        await shown.shows("Bo asks to take the last action back. z: answer")
        await shown.press("z")
        await shown.shows("Decline")
        await shown.press("2")
        await shown.shows("the request of Bo was declined")

"""A pause by consent in the terminal client: the player asks, answers and goes on with one key."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.recess import RecessState, RecessStep
from screens import terminal
from servers import soon


async def test_a_player_asks_answers_and_goes_on_with_one_key(ada: Client, bo: Client) -> None:
    table = await ada.tables.open("myacards", seats=2)
    await bo.tables.sit(table.id)
    for client in (ada, bo):
        await client.tables.ready(table.id)
    other = await bo.watch_match(table.match)
    async with terminal(ada, Plan(back_to=table.id)) as shown:
        await shown.own_turn()
        await shown.press("equals_sign")
        await shown.shows("Ask for a pause?")
        await shown.press("1")
        await soon(lambda: other.recess is not None and other.recess.state is RecessState.ASKED)
        await shown.press("equals_sign")
        await shown.shows("Wait for the others.")
        await other.recess_match(RecessStep.AGREE)
        await shown.shows("Pause: all clocks stand. =: go on")
        await other.recess_match(RecessStep.RESUME)
        await shown.press("equals_sign")
        await shown.shows("Go on?")
        await shown.press("1")
        await shown.shows("The pause is over.")
        await other.recess_match(RecessStep.ASK)
        await shown.shows("Bo asks for a pause. =: answer")
        await shown.press("equals_sign")
        await shown.shows("Decline")
        await shown.press("2")
        await shown.shows("No pause: the request of Bo was declined.")

"""Players are challenged in the terminal client, by name or from the dialog about a player."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.players import show_player
from quarterdeck_protocol.lobby.social.challenges import ChallengedBy
from screens import terminal
from servers import PASSWORD, soon


async def test_a_player_is_challenged_by_name_with_deck_and_terms(ada: Client, bo: Client) -> None:
    await bo.account.register("Bo", PASSWORD)
    await bo.challenges.set_challengers(ChallengedBy.EVERYBODY)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Challenge a player")
        await shown.write("The name of the player", "nobody of this name")
        await shown.shows("There is no player `nobody of this name`")
        await shown.pick("Challenge a player")
        await shown.write("The name of the player", bo.player.name)
        await shown.pick("Amiibart")
        await shown.pick("Rated: no")
        await shown.pick("Your seat: drawn")
        await shown.pick("Your deck: the house")
        await shown.pick("Send it")
        await shown.shows(f"You challenge {bo.player.name}: amiibart, 30 s")
        await shown.shows("Cancel your challenge to")
    (received,) = (await bo.challenges.list()).received
    assert (received.rated, received.seat) == (True, 0)


async def test_a_player_is_challenged_in_the_dialog_about_them(ada: Client, bo: Client) -> None:
    await bo.challenges.set_challengers(ChallengedBy.EVERYBODY)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        shown.app.run_worker(show_player(shown.app, ada, bo.player))
        await shown.pick("Challenge …")
        await shown.pick("Density Deck")
        await shown.pick("Send it")
        await soon(lambda: "You challenge" in shown.text)
    assert [each.game for each in (await bo.challenges.list()).received] == ["density-deck"]

"""The inbox of the terminal client: challenges are answered by keys."""

from lobby.people import at_one_address
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.lobby.social.challenges import ChallengedBy, DeclineReason
from screens import terminal
from servers import PASSWORD, LiveServer


async def test_a_challenge_is_answered_in_the_inbox_and_leads_to_its_match(ada: Client, bo: Client) -> None:
    await ada.challenges.set_challengers(ChallengedBy.EVERYBODY)
    await bo.challenges.set_challengers(ChallengedBy.EVERYBODY)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        declined = await bo.challenges.create(ada.player.id, "density-deck")
        sent = await ada.challenges.create(bo.player.id, "tiny")
        await shown.press("j")
        await shown.pick("Cancel your challenge to")
        await shown.pick("Answer")
        await shown.pick("Decline: not this game")
        await shown.shows("Challenge a player")
        assert (await bo.challenges.answer(declined.id)).reason is DeclineReason.GAME
        await shown.press("escape")
        assert sent.id not in [each.id for each in (await bo.challenges.list()).received]
        await bo.challenges.create(ada.player.id, "density-deck")
        await shown.press("j")
        await shown.pick("Answer")
        await shown.pick("Accept")
        await shown.shows("Density Deck · deal ")


async def test_a_match_that_would_not_be_rated_is_accepted_only_knowingly(
    server: LiveServer, ada: Client, bo: Client
) -> None:
    for client, name in ((ada, "Ada"), (bo, "Bo")):
        await client.account.register(name, PASSWORD)
    await at_one_address(server, ada.player.id, bo.player.id)
    made = await bo.challenges.create(ada.player.id, "density-deck", rated=True)
    assert made.unrated is None  # the addresses of players are told to nobody beforehand
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Answer")
        await shown.pick("Accept")
        await shown.shows("This match would not be rated: `same_address`")
        await shown.pick("Accept all the same")
        await shown.shows("Density Deck · deal ")

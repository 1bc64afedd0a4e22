"""Dialog about a new challenge: the player, the game and its terms."""

from typing import Any

from quarterdeck_protocol.sides import Player
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.terminal.screens.table_options import clock_setting, deck_at, decks_of, times_with
from quarterdeck_client.terminal.widgets.forms import SettingsForm, chosen, set_up, written, yes_or_no
from quarterdeck_client.words.challenge_words import terms_in_words

USUAL_TIME = 30.0
SEATS = (None, 0, 1)
SEATS_IN_WORDS = ("drawn", "the first one", "the second one")


async def challenge(app: App[Any], client: Client, player: Player | None = None) -> str:
    """Let the user challenge this player, or one whose name they enter. Return what has come of it; empty if the user
    leaves."""
    try:
        if player is None:
            name = await written(app, "The name of the player:")
            if name is None:
                return ""
            player = (await client.standings.profile(name=name[:64])).player
        return await _sent(app, client, player)
    except ClientError as error:
        return str(error)


async def _sent(app: App[Any], client: Client, player: Player) -> str:
    offers = [offer for offer in client.welcome.games if offer.least_seats <= 2 <= offer.most_seats]
    which = await chosen(app, f"Challenge {player.name} to which game?", [offer.title for offer in offers])
    if which is None:
        return ""
    offer = offers[which]
    settings = (
        clock_setting(USUAL_TIME, offer.limits_a_turn),
        yes_or_no("Rated", is_so=False),
        SettingsForm("Your seat", SEATS_IN_WORDS),
        *([SettingsForm("Your deck", decks_of(offer))] if offer.decks else []),
    )
    answer = await set_up(app, f"Challenge {player.name}: {offer.title}", "Send it", settings)
    if answer is None:
        return ""
    clock, rated, seat, *deck = answer
    made = await client.challenges.create(
        player.id,
        offer.name,
        time_limit=round(times_with(USUAL_TIME)[clock] * 1000),
        rated=bool(rated),
        seat=SEATS[seat],
        deck=deck_at(offer, deck[0]) if deck else None,
    )
    return f"You challenge {player.name}: {terms_in_words(made)}. j: inbox"

"""Actions on the seats of a table; most are only for its host."""

from typing import Any

from quarterdeck_protocol.lobby.tables import Table
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import Seat
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.phrases import names_of
from quarterdeck_client.terminal.plan import bot_titles, usual_bot
from quarterdeck_client.terminal.screens.players import Place, PlayerAction, show_player
from quarterdeck_client.terminal.screens.webhook_dialog import LABEL, Subject, show_webhooks
from quarterdeck_client.terminal.widgets.forms import chosen


async def ask_about_seats(app: App[Any], client: Client, table: Table, place: Place) -> None:
    """Let the player choose a seat: a free one to move to, or another player's, to show that player. The host can also
    kick that player or make them the host. Each player can also see their webhooks about the table. Raises
    `ClientError`."""
    sitting = [each.player for each in table.places if each.player is not None]
    names = iter(names_of(sitting))
    answers = ["free: sit down there" if each.player is None else next(names) for each in table.places]
    which = await chosen(app, "Which seat?", [*answers, *([LABEL] if client.webhooks.are_sent_here else [])])
    if which is None:
        return
    if which == len(answers):
        await show_webhooks(app, client, Subject(table=table.id))
        return
    seat, player = Seat(which), table.places[which].player
    if player is None:
        await client.tables.sit(table.id, seat)
        return
    deeds: list[PlayerAction] = []
    if table.host == client.player.id and player.id != client.player.id:
        deeds.append(PlayerAction("Kick them", lambda: client.tables.kick(table.id, seat)))
        if player.bot is None:
            deeds.append(PlayerAction("Make them the host", lambda: client.tables.transfer_host(table.id, player.id)))

    await show_player(app, client, player, place=place, further=[_quietly(deed) for deed in deeds])


def _quietly(deed: PlayerAction) -> PlayerAction:
    """Return the action without a message about its outcome, because the table on the screen shows its effect."""

    async def do() -> None:
        await deed.do()

    return PlayerAction(deed.label, do)


async def ask_for_a_bot(app: App[Any], client: Client, table: Table, offer: GameOffer | None) -> None:
    """Add a bot of the server; if the game has several kinds, ask which. Raises `ClientError`."""
    if offer is None or len(offer.bots) <= 1:
        await client.tables.add_bot(table.id)
        return
    strongest_first = offer.bots[::-1]
    which = await chosen(app, "Which server bot?", [_in_words(offer, kind) for kind in strongest_first])
    if which is not None:
        await client.tables.add_bot(table.id, strongest_first[which])


def _in_words(offer: GameOffer, kind: str) -> str:
    title, note = bot_titles(offer)[kind], ""
    if kind == offer.bots[-1]:
        note = ", the strongest"
    elif kind == usual_bot(offer):
        note = ", the usual one"
    about = next((each.description for each in offer.bot_titles if each.name == kind), "")
    return f"{title}{note}: {about}" if about else f"{title}{note}"

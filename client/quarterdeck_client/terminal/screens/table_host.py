"""What is done at a table where somebody is still missing: its host decides who sits there."""

from typing import Any

from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.tables import Table
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.phrases import names_of
from quarterdeck_client.terminal.screens.players import Place, PlayerAction, look_at
from quarterdeck_client.terminal.widgets.forms import chosen


async def ask_about_seats(app: App[Any], client: Client, table: Table, place: Place) -> None:
    """Let a seat be chosen: a free one to move to, or somebody to look at, and for the host to decide about. Raises
    `ClientError`."""
    sitting = [each.player for each in table.places if each.player is not None]
    names = iter(names_of(sitting))
    answers = ["free: sit down there" if each.player is None else next(names) for each in table.places]
    which = await chosen(app, "Which seat?", answers)
    if which is None:
        return
    seat, player = Seat(which), table.places[which].player
    if player is None:
        await client.tables.sit(table.id, seat)
        return
    deeds: list[PlayerAction] = []
    if table.host == client.player.id and player.id != client.player.id:
        deeds.append(PlayerAction("Take them away from this seat", lambda: client.tables.kick(table.id, seat)))
        if player.bot is None:
            deeds.append(PlayerAction("Let them be the host", lambda: client.tables.transfer_host(table.id, player.id)))

    await look_at(app, client, player, place=place, further=[_quietly(deed) for deed in deeds])


def _quietly(deed: PlayerAction) -> PlayerAction:
    """Return the deed without what the server answers to it: the table shows it."""

    async def do() -> None:
        await deed.do()

    return PlayerAction(deed.label, do)


async def ask_for_a_bot(app: App[Any], client: Client, table: Table, kinds: tuple[str, ...]) -> None:
    """Let a bot of the house sit down; if there are several kinds, ask which. Raises `ClientError`."""
    which: int | None = len(kinds) - 1
    if len(kinds) > 1:
        strongest_first = kinds[::-1]
        answers = [_named(kind, is_first=kind == kinds[-1]) for kind in strongest_first]
        which = await chosen(app, "Which bot of the house sits down?", answers)
        kinds = strongest_first
    if which is not None:
        await client.tables.add_bot(table.id, kinds[which])


def _named(kind: str, *, is_first: bool) -> str:
    return f"{kind.replace('_', ' ').capitalize()}{', the strongest' if is_first else ''}"

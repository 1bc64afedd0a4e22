"""Messages about tables and matches: one for the channel, with what a stranger may see, and one for each player."""

import hashlib
from collections.abc import Sequence
from typing import Any

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.lobby.tables import Table as TableShown
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.webhooks.hook_messages import escaped
from quarterdeck_server.web.discord.asked import Asked
from quarterdeck_server.web.discord.discord_messages import (
    DANGER,
    MOST_IN_A_ROW,
    PRIMARY,
    SUCCESS,
    Answer,
    Part,
    Row,
    button,
    embed,
    link,
    message,
    row,
    select,
)
from quarterdeck_server.web.discord.labels import Labelled, labelled, number_of_pages, page_of
from quarterdeck_server.web.discord.view_texts import board

MOST_EVENTS = 8


async def seated_table(asked: Asked, id_: str) -> TableRecord:
    """Return a table, for a command about it that is checked on its own. Raises `CommandRefused`, `Unavailable`."""
    record = await asked.services.tables.repository.find(TableId(id_))
    if record is None:
        raise CommandRefused(RefusalCode.UNKNOWN_TABLE, Text("This table has closed."))
    return record


async def public_message(asked: Asked, id_: str, *, replaces: bool = False) -> Answer:
    """Return the message about a table for everybody in the channel. Of a table that strangers may not see, it has the
    buttons alone."""
    record = await seated_table(asked, id_)
    table = asked.services.tables.subscribers.shown(record)
    is_gathering = table.stage in (TableStage.GATHERING, TableStage.REVEALING)
    path = f"/t/{table.id}" if is_gathering else f"/m/{table.match}"
    preview = await asked.preview(path)
    players = [
        escaped(place.player.name) + (" ✓" if is_gathering and place.ready else "")
        for place in table.places
        if place.player is not None
    ]
    lines = [" – ".join(players), preview.text]
    if record.access is Access.UNLISTED or asked.services.site.admission.is_private:
        lines = []
    elif not is_gathering:
        lines[1] = await _public_board(asked, table) or preview.text
    parts = _public_buttons(asked, table, is_gathering=is_gathering)
    if asked.origin:
        parts.append(link(asked.say_to_all(Text("Open in the browser")), asked.origin + path))
    title = asked.title(table.game, asked.public_language)
    url, picture = (asked.origin + path, asked.picture(path, preview)) if asked.origin else ("", "")
    return message(embeds=[embed(title, "\n".join(lines), url, picture)], rows=[row(*parts)], replaces=replaces)


def _public_buttons(asked: Asked, table: TableShown, *, is_gathering: bool) -> list[Part]:
    say = asked.say_to_all
    refresh = button(say(Text("Refresh")), f"show:{table.id}")
    if is_gathering:
        join = button(say(Text("Join")), f"join:{table.id}", SUCCESS)
        return [join, button(say(Text("Add a bot")), f"bot:{table.id}"), refresh]
    play = button(say(Text("Play")), f"play:{table.id}", PRIMARY)
    if table.stage is TableStage.OVER:
        return [button(say(Text("Again")), f"again:{table.id}", SUCCESS), refresh]
    return [play, refresh]


async def _public_board(asked: Asked, table: TableShown) -> str:
    """Return the match as spectators see it now; empty if they may not see it."""
    try:
        update = await asked.ask(None, "watch_match", match=table.match)
    except CommandRefused:
        return ""
    book = asked.book(table.game, update["players"], asked.public_language, is_markup=True)
    return "\n".join([_standing(asked.say_to_all, update, book), board(update["view"], book, asked.say_to_all)])


async def panel(asked: Asked, identity: Identity, id_: str, *, page: int = 0, replaces: bool, note: str = "") -> Answer:
    """Return the message with which a player plays at a table: only this player sees it."""
    table = await seated_table(asked, id_)
    if table.stage in (TableStage.GATHERING, TableStage.REVEALING):
        text = note or asked.say(Text("The match has not begun. All seats must be taken."))
        again = button(asked.say(Text("Refresh")), f"at:{table.id}")
        return message(content=text, rows=[row(again)], is_private=True, replaces=replaces)
    update = await asked.ask(identity, "watch_match", match=table.match)
    return panel_of(asked, table.id, update, page=page, replaces=replaces, note=note)


def panel_of(
    asked: Asked, table: str, update: dict[str, Any], *, page: int = 0, replaces: bool, note: str = ""
) -> Answer:
    """Return the message for the player whose `update` this is."""
    game = update["game"]
    book = asked.book(game, update["players"], asked.language, is_markup=True)
    happened = [book.at(update["view"]).event(event) for event in update["events"][-MOST_EVENTS:]]
    text = "\n".join(
        [
            _standing(asked.say, update, book),
            board(update["view"], book, asked.say),
            *(f"> {each}" for each in happened),
        ]
    )
    choices = labelled(update["choices"], plain_book(asked, update))
    rows = choice_rows(asked, f"act:{table}:{moment_of(update)}:", table, choices, page)
    last = [button(asked.say(Text("Refresh")), f"at:{table}")]
    if update["result"] is None and update["seat"] is not None:
        last.append(button(asked.say(Text("Resign")), f"resign:{table}", DANGER))
    return message(
        content=note,
        embeds=[embed(asked.title(game, asked.language), text)],
        rows=[*rows, row(*last)],
        is_private=True,
        replaces=replaces,
    )


def plain_book(asked: Asked, update: dict[str, Any]) -> PhraseBook:
    """Return the phrases for labels, which have no markup."""
    return asked.book(update["game"], update["players"], asked.language, is_markup=False).at(update["view"])


def moment_of(update: dict[str, Any]) -> str:
    """Return a short text for a match and its version: a panel of an earlier match at its table has another one."""
    return f"{update['version']}-{hashlib.sha256(update['match'].encode()).hexdigest()[:6]}"


def choice_rows(asked: Asked, custom_id: str, table: str, choices: Sequence[Labelled], page: int) -> list[Row]:
    """Return buttons for a few choices, or a select with one page of many. Their ids begin with `custom_id`."""
    if not choices:
        return []
    if len(choices) <= MOST_IN_A_ROW:
        return [row(*(button(each.label, f"{custom_id}{each.value}", PRIMARY) for each in choices))]
    pages = number_of_pages(choices)
    page = min(max(page, 0), pages - 1)
    hint = Text("Choose an action ({page} of {pages})", page=page + 1, pages=pages)
    shown = select(custom_id, asked.say(hint), [(each.label, each.value) for each in page_of(choices, page)])
    turns = [
        button(asked.say(text), f"page:{table}:{to}")
        for text, to in ((Text("Earlier choices"), page - 1), (Text("Further choices"), page + 1))
        if 0 <= to < pages
    ]
    return [row(shown), row(*turns)]


def _standing(say: Any, update: dict[str, Any], book: Any) -> str:
    """Return who is to decide until when, or the result."""
    if update["result"] is not None:
        places = update["result"]["places"]
        order = sorted(range(len(places)), key=lambda seat: int(places[seat]))
        names = ", ".join(f"{places[seat]}. {book.seat(seat)}" for seat in order)
        return str(say(Text("The match has ended: {places}.", places=names or "–")))
    waiting = ", ".join(f"{book.seat(each['seat'])} (<t:{each['until'] // 1000}:R>)" for each in update["waiting"])
    return str(say(Text("To decide: {players}", players=waiting or "–")))

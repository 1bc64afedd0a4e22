"""Rows of the lobby's table list. A table keeps its number as long as it is listed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quarterdeck_protocol.folding import folded
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.tables import Access, Perspectives, ReplayAccess, SpectatorDelay, Table, TableStage
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import PlayerId, TableId
from quarterdeck_protocol.sides import Player
from rich.cells import cell_len, set_cell_size

from quarterdeck_client.lobby.tables import place_of
from quarterdeck_client.phrases import name_of, places_in_words, time_in_words

MOST_SHOWN = 50
DELAYS = {
    SpectatorDelay.HALF_A_MINUTE: "spectators 30 s later",
    SpectatorDelay.THREE_MINUTES: "spectators 3 min later",
    SpectatorDelay.END: "spectators after the end",
}
UNRATED = {Unrated.BOTS: "not rated with bots", Unrated.GUESTS: "not rated with guests"}


class Numbered:
    """The numbers of the tables in the lobby's list: a new table gets the first free number."""

    def __init__(self) -> None:
        self._at: list[TableId | None] = []

    def take(self, tables: Sequence[Table]) -> list[Table | None]:
        """Replace the tables, and return them in the order of their numbers, with `None` for each free number."""
        there = {table.id: table for table in tables[:MOST_SHOWN]}
        self._at = [id_ if id_ in there else None for id_ in self._at]
        for id_ in there:
            if id_ not in self._at:
                self._put(id_)
        while self._at and self._at[-1] is None:
            del self._at[-1]
        return [None if id_ is None else there[id_] for id_ in self._at]

    def _put(self, id_: TableId) -> None:
        if None in self._at:
            self._at[self._at.index(None)] = id_
        else:
            self._at.append(id_)


def is_part(wanted: str, name: str) -> bool:
    """True if a name has this part, however it is typed. A part of signs alone is found as it is."""
    part = folded(wanted)
    return part in folded(name) if part else wanted in name


class Search(NamedTuple):
    """A name, or a part of a name, that the player searches for in the lobby."""

    name: str = ""
    among_hosts: bool = False

    def finds(self, table: Table) -> bool:
        """True if a player with this name sits at the table, or is its host."""
        return any(
            is_part(self.name, name_of(player))
            for player in people_at([table])
            if not self.among_hosts or player.id == table.host
        )

    @property
    def in_words(self) -> str:
        return f"Only those {'hosted by' if self.among_hosts else 'with'} “{self.name}” (/)." if self.name else ""


def counted(tables: Sequence[Table]) -> str:
    """Return a text with the numbers of tables, of their players, and of free seats."""
    if not tables:
        return "No table is open yet."
    many = "One table is open." if len(tables) == 1 else f"{len(tables)} tables are open."
    players = {player.id for player in people_at(tables) if player.bot is None}
    free = sum(place.player is None for table in tables for place in table.places)
    return f"{many} {_many(len(players), 'player')}, {_many(free, 'free seat')}."


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def table_in_a_row(table: Table, games: Mapping[str, GameOffer], me: PlayerId) -> str:
    """Return the row of a table for a wide screen, in columns, with the number of players and the host."""
    verb, title, limits = _what(table, games, me)
    taken = sum(place.player is not None for place in table.places)
    host = next((name_of(player) for player in people_at([table]) if player.id == table.host), "")
    seats = f"{taken}/{len(table.places)}"
    row = f"{verb} {_cell(title, 14)} {seats:<5} {_cell(f'host {host}' if host else '', 22)}"
    return f"{row} {places_in_words(table.places)} · {_terms(table, limits)}"


def _cell(words: str, width: int) -> str:
    return set_cell_size(words, width) if cell_len(words) <= width else f"{set_cell_size(words, width - 1)}…"


def table_in_words(table: Table, games: Mapping[str, GameOffer], me: PlayerId) -> str:
    """Return the row of a table for a narrow screen: the player's possible action, the players, and the terms."""
    verb, title, limits = _what(table, games, me)
    return f"{verb} {title} – {places_in_words(table.places)} · {_terms(table, limits)}"


def _what(table: Table, games: Mapping[str, GameOffer], me: PlayerId) -> tuple[str, str, int]:
    is_own = place_of(me, table) is not None
    verb = "Go on:   " if is_own else "Sit down:" if table.stage is TableStage.GATHERING else "Watch:   "
    game = games.get(table.game)
    return (verb, table.game, 0) if game is None else (verb, game.title, game.limits_a_turn)


def people_at(tables: Sequence[Table]) -> list[Player]:
    """Return the players at these tables."""
    return [place.player for table in tables for place in table.places if place.player is not None]


def _terms(table: Table, limits_a_turn: int) -> str:
    """Return the text of a table's terms, and of what a player needs to join."""
    terms = [time_in_words(table, limits_a_turn)]
    if table.rated:
        terms.append("rated" if table.unrated is None else UNRATED.get(table.unrated, "not rated"))
    terms += [
        *(["password"] if table.access is Access.PASSWORD else []),
        *([] if table.spectators else ["no spectators"]),
        *(
            []
            if table.spectator_delay is SpectatorDelay.NONE
            else [DELAYS.get(table.spectator_delay, "spectators later")]
        ),
        *(["spectators see hands"] if table.perspectives is Perspectives.DURING else []),
        *(["hidden cards stay hidden"] if table.replays is ReplayAccess.NOBODY else []),
    ]
    return " · ".join(terms)

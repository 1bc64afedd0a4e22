"""The tables of the first screen: each keeps its number as long as it is there."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import PlayerId, TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.tables import Table

from quarterdeck_client.phrases import places_in_words, time_in_words
from quarterdeck_client.tables import place_of

MOST_SHOWN = 50


class Numbered:
    """Tables by number: a new one takes the first number that is free."""

    def __init__(self) -> None:
        self._at: list[TableId | None] = []

    def take(self, tables: Sequence[Table]) -> list[Table | None]:
        """Take in which tables there are now, and give them by number; `None` where one is gone."""
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


def table_in_words(table: Table, games: Mapping[str, GameOffer], me: PlayerId) -> str:
    """Say what one does at this table, who sits there, and how one plays."""
    is_own = place_of(me, table) is not None
    verb = "Go on:   " if is_own else "Sit down:" if table.stage == "gathering" else "Watch:   "
    game = games.get(table.game)
    title, limits = (table.game, 0) if game is None else (game.title, game.limits_a_turn)
    return f"{verb} {title} – {places_in_words(table.places)} · {_terms(table, limits)}"


def people_at(tables: Sequence[Table]) -> list[Player]:
    """Return who sits at these tables."""
    return [place.player for table in tables for place in table.places if place.player is not None]


def _terms(table: Table, limits_a_turn: int) -> str:
    """Say how one plays there, and what it takes to come."""
    terms = [time_in_words(table, limits_a_turn), *(["rated"] if table.rated else [])]
    terms += [*(["password"] if table.access == "password" else []), *([] if table.spectators else ["no spectators"])]
    return " · ".join(terms)

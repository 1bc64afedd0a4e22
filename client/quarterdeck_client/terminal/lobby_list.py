"""The tables of the first screen: each keeps its number as long as it is there."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.gathering import Table
from quarterdeck_protocol.names import PlayerId, TableId
from quarterdeck_protocol.sides import Player

from quarterdeck_client.phrasing import places_in_words

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


def table_in_words(table: Table, titles: Mapping[str, str], me: PlayerId) -> str:
    """Say what one does at this table, who sits there, and how one plays."""
    is_own = any(place.player is not None and place.player.id == me for place in table.places)
    verb = "Go on:   " if is_own else "Sit down:" if table.stage == "gathering" else "Watch:   "
    return f"{verb} {titles.get(table.game, table.game)} – {places_in_words(table.places)} · {_terms(table)}"


def people_at(tables: Sequence[Table]) -> list[Player]:
    """Give who sits at these tables."""
    return [place.player for table in tables for place in table.places if place.player is not None]


def _terms(table: Table) -> str:
    """Say how one plays there, and what it takes to come."""
    clock = f"{table.time_limit / 1000:g} s"
    terms = [clock, *(["rated"] if table.rated else []), *(["password"] if table.access == "password" else [])]
    return " · ".join(terms if table.spectators else [*terms, "no spectators"])

"""Tables of tournaments as CSV, for other programs. Pure. `reports` has the format of FIDE.

They are made of the public view of a tournament, so no file tells a result earlier than the page.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from quarterdeck_protocol.lobby.tournaments import Tournament

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings that a spreadsheet would take for a formula."""


def standings_csv(tournament: Tournament) -> str:
    """Return the standings as a table."""
    ties = [str(each) for each in tournament.tie_breaks]
    head = ("place", "player", "name", "stage", "number", "rating", "points", *ties)
    return _table(
        head,
        (
            (
                each.place,
                each.player.id,
                each.player.name,
                each.stage,
                each.number,
                each.rating,
                _decimal(each.points),
                *map(_decimal, each.tie_breaks),
            )
            for each in tournament.entrants
        ),
    )


def pairings_csv(tournament: Tournament) -> str:
    """Return the pairings as a table, with a row for each player of a pairing."""
    names = {each.player.id: each.player.name for each in tournament.entrants}
    head = ("round", "pairing", "seat", "player", "name", "points", "match", "ruling")
    return _table(
        head,
        (
            (
                number,
                place,
                seat,
                player,
                names.get(player, ""),
                None if pairing.points is None else _decimal(pairing.points[seat]),
                pairing.match,
                pairing.ruling,
            )
            for number, of in enumerate(tournament.rounds, 1)
            for place, pairing in enumerate(of.pairings, 1)
            for seat, player in enumerate(pairing.players)
        ),
    )


def _decimal(hundredths: int) -> str:
    return f"{hundredths / 100:g}"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table with texts that no spreadsheet takes for a formula."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(head)
    for row in rows:
        table.writerow(f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell for cell in row)
    return written.getvalue()

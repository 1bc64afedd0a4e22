"""Files of tournaments for other programs: tables as CSV, and the report of FIDE (TRF16). Pure.

They are made of the public view of a tournament, so no file tells a result earlier than the page.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from quarterdeck_protocol.lobby.tournaments import (
    Entrant,
    Tournament,
    TournamentFormat,
    TournamentPairing,
    TournamentStage,
)
from quarterdeck_protocol.names import PlayerId

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings that a spreadsheet would take for a formula."""

ROUND, NAME, SCORE, HALF = 91, 33, 9_990, 50
"""The column in which the rounds of a player begin, the width of a name, the largest score of a report, and half a
point."""


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


def has_report(tournament: Tournament) -> bool:
    """True if the report of FIDE can express a tournament: it has rounds, two seats, and small scores."""
    if tournament.summary.format is TournamentFormat.ARENA:
        return False
    pairings = [pairing for of in tournament.rounds for pairing in of.pairings]
    return all(len(each.players) <= 2 for each in pairings) and all(
        each.points <= SCORE for each in tournament.entrants
    )


def report(tournament: Tournament) -> str:
    """Return the report of FIDE (TRF16). The first seat is white, and a round without a pairing is a bye of zero points
    (`Z`), or of a half point (`H`) before a late entry."""
    numbers = {each.player.id: each.number for each in tournament.entrants if each.number is not None}
    players = sorted(
        (each for each in tournament.entrants if each.number is not None), key=lambda each: each.number or 0
    )
    summary = tournament.summary
    is_over = summary.stage in (TournamentStage.ENDED, TournamentStage.CANCELLED)
    return "".join(
        f"{line}\n"
        for line in (
            f"012 {_line(summary.name)}",
            f"062 {len(players)}",
            f"092 {summary.format} of {_line(summary.game)}",
            f"102 {_line(tournament.director.name)}",
            f"XXR {len(tournament.rounds) if is_over else summary.rounds}",
            *(_player(each, tournament, numbers) for each in players),
        )
    )


def _player(entrant: Entrant, tournament: Tournament, numbers: dict[PlayerId, int]) -> str:
    line = [" "] * ROUND
    fields = {
        0: "001",
        4: f"{entrant.number:>4}",
        14: _line(entrant.player.name)[:NAME],
        48: f"{entrant.rating:>4}"[:4],
        80: f"{entrant.points / 100:4.1f}",
        85: f"{entrant.place:>4}",
    }
    for column, text in fields.items():
        line[column : column + len(text)] = text
    own = [next((each for each in of.pairings if entrant.player.id in each.players), None) for of in tournament.rounds]
    missed = (entrant.points - sum(_points(each, entrant.player.id) for each in own)) // HALF
    blocks = (
        _block(each, entrant.player.id, numbers) if each is not None else f"0000 - {'H' if at < missed else 'Z'}  "
        for at, each in enumerate(own)
    )
    return ("".join(line) + "".join(blocks)).rstrip()


def _points(pairing: TournamentPairing | None, player: PlayerId) -> int:
    if pairing is None or pairing.points is None:
        return 0
    return pairing.points[pairing.players.index(player)]


def _block(pairing: TournamentPairing, player: PlayerId, numbers: dict[PlayerId, int]) -> str:
    """Return one round of a player as the ten columns of FIDE's report format (TRF)."""
    seat = pairing.players.index(player)
    if len(pairing.players) == 1:
        return "0000 - U  "
    opponent = numbers[pairing.players[1 - seat]]
    result = " " if pairing.points is None else _result(pairing.points[seat], pairing.points[1 - seat])
    return f"{opponent:>4} {'wb'[seat]} {result}  "


def _result(own: int, other: int) -> str:
    if own == other:
        return "=" if own else "0"
    return "1" if own > other else "0"


def _line(text: str) -> str:
    return " ".join(text.split())


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

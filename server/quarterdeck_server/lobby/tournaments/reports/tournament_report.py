"""The report of a tournament in FIDE's format, of 2016 or of 2026, and its text. Pure.

It is made of the public view of a tournament, so it tells no result earlier than the page.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from enum import IntEnum
from typing import NamedTuple

import msgspec
from quarterdeck_protocol.lobby.tournaments import (
    Entrant,
    EntrantStage,
    TieBreak,
    Tournament,
    TournamentFormat,
    TournamentPairing,
    TournamentRound,
    TournamentStage,
)
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tournaments.swiss_system.acceleration import virtual_points
from quarterdeck_server.lobby.tournaments.tournament_field import POINT

HALF, WIN = 5, 10
"""Points in tenths."""

LONGEST_NAME, HIGHEST_RATING, MOST_POINTS = 33, 9_999, 999
FIRST_ROUND, COLUMNS = 91, 10
"""The column in which the rounds of a player begin, and the width of a round."""

TIE_BREAKS = {
    TieBreak.BUCHHOLZ_CUT_1: "BH/C1",
    TieBreak.BUCHHOLZ: "BH",
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.WINS: "WON",
    TieBreak.PROGRESS: "PS",
    TieBreak.DIRECT_ENCOUNTER: "DE",
}
SYSTEMS = {TournamentFormat.SWISS: "FIDE_DUTCH", TournamentFormat.ROUND_ROBIN: "FIDE_ROUNDROBIN"}
POINTS = {"1": WIN, "+": WIN, "U": WIN, "F": WIN, "=": HALF, "H": HALF, "0": 0, "-": 0, "Z": 0, " ": 0}
"""The results of a report: won, won by forfeit, bye, full-point bye, drawn, half-point bye, lost, lost by forfeit, not
paired, and not known yet. This server writes no forfeits and no full-point byes."""

FORFEITS = "+-"


class Edition(IntEnum):
    """An edition of the format."""

    TRF16 = 16
    TRF26 = 26


class Cell(NamedTuple):
    """One round of a player."""

    result: str
    opponent: int = 0
    seat: int | None = None

    def __str__(self) -> str:
        if self.seat is None:
            return f"0000 - {self.result}"
        return f"{self.opponent:>4} {'wb'[self.seat]} {self.result}"


ABSENT, BYE, BEFORE_ENTRY = Cell("Z"), Cell("U"), Cell("H")


class ReportedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a report."""

    number: int
    name: str
    rating: int
    points: int
    """The points in tenths."""

    place: int | None
    """`None` if another program has written no place."""

    rounds: tuple[Cell, ...]

    def __str__(self) -> str:
        rounds = "  ".join(map(str, self.rounds))
        start = f"001 {self.number:>4}      {self.name:<33} {self.rating:>4}"
        return f"{start:<80}{self.points / WIN:4.1f} {self.place or '':>4}  {rounds}".rstrip()


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a tournament."""

    edition: Edition
    name: str
    kind: str
    director: str
    rounds: int
    """The number of rounds that the tournament is to have."""

    players: tuple[ReportedPlayer, ...]
    """All players by their starting numbers."""

    begins: str = ""
    ends: str = ""
    format: TournamentFormat = TournamentFormat.SWISS
    tie_breaks: tuple[str, ...] = ()
    first_seat: int | None = None
    """The seat of the first player in the first round, where the report states it."""

    accelerated: bool = False
    """True if the upper half has virtual points in the first rounds, by the Baku method."""

    @property
    def virtual_points(self) -> tuple[str, ...]:
        """The records of the virtual points."""
        if not self.accelerated:
            return ()
        here = [each for each in self.players if not each.rounds or each.rounds[0].result not in "ZH"]
        found: dict[int, list[int]] = {}
        for round_ in range(1, self.rounds + 1):
            found.setdefault(virtual_points(1, len(here), round_, self.rounds), []).append(round_)
        last = sum(virtual_points(each.number, len(here), 1, self.rounds) > 0 for each in self.players)
        return tuple(
            f"250      {points / POINT:04.1f} {rounds[0]:03} {rounds[-1]:03} 0001 {last:04}"
            for points, rounds in found.items()
            if points
        )

    @property
    def played(self) -> int:
        """The number of rounds that are paired."""
        return max(
            (at for each in self.players for at, of in enumerate(each.rounds, 1) if of.seat is not None), default=0
        )

    def __str__(self) -> str:
        end = "\r\n" if self.edition is Edition.TRF26 else "\n"
        return "".join(f"{line}{end}" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        is_new = self.edition is Edition.TRF26
        yield f"012 {self.name}"
        if is_new and self.begins:
            yield f"042 {self.begins}"
        if is_new and self.ends:
            yield f"052 {self.ends}"
        yield f"062 {len(self.players)}"
        yield f"092 {self.kind}"
        yield f"102 {self.director}"
        if not is_new:
            yield f"XXR {self.rounds}"
        else:
            yield f"142 {self.rounds}"
            if self.first_seat is not None:
                yield f"152 {'WB'[self.first_seat]}"
            if self.format in SYSTEMS:
                yield f"192 {SYSTEMS[self.format]}{'_BAKU' * self.accelerated}"
            if self.tie_breaks:
                yield f"212 {','.join(('PTS', *self.tie_breaks))}"
        yield from self.virtual_points
        yield from map(str, self.players)


def has_report(tournament: Tournament) -> bool:
    """True if a report can express a tournament: it has rounds, two seats, and small scores."""
    if tournament.summary.format is TournamentFormat.ARENA:
        return False
    return all(len(each.players) <= 2 for of in tournament.rounds for each in of.pairings) and all(
        each.points <= 10 * MOST_POINTS for each in tournament.entrants
    )


def report_of(tournament: Tournament, edition: Edition = Edition.TRF16) -> Report:
    """Return the report of a tournament. The first seat is white, and a round without a pairing is a bye of zero points
    (`Z`), or of a half point (`H`) before a late entry. The bracket after a cut is not in it."""
    summary = tournament.summary
    numbered = {each.number: each for each in tournament.entrants if each.number is not None}
    is_over = summary.stage in (TournamentStage.ENDED, TournamentStage.CANCELLED)
    rounds = tournament.rounds
    planned = len(rounds) if is_over else summary.rounds
    if tournament.cut:
        rounds = tuple(each for each in rounds if not any(pairing.part for pairing in each.pairings))
        planned = len(rounds)
    days = [f"{datetime.fromtimestamp(each.paired_at / 1000, UTC):%Y/%m/%d}" for each in rounds]
    is_open = any(pairing.points is None for each in rounds for pairing in each.pairings)
    are_known = all(each in TIE_BREAKS for each in tournament.tie_breaks)
    return Report(
        edition=edition,
        name=_line(summary.name),
        kind=f"{summary.format} of {_line(summary.game)}",
        director=_line(tournament.director.name),
        rounds=planned,
        players=tuple(
            _player(each, rounds, numbered, is_next=not is_over and not is_open and len(rounds) < planned)
            for _, each in sorted(numbered.items())
        ),
        begins=days[0] if days else "",
        ends=days[-1] if days else "",
        format=summary.format,
        accelerated=tournament.accelerated,
        tie_breaks=tuple(TIE_BREAKS[each] for each in tournament.tie_breaks) if are_known else (),
    )


def _player(
    entrant: Entrant, rounds: tuple[TournamentRound, ...], numbered: Mapping[int, Entrant], *, is_next: bool
) -> ReportedPlayer:
    """Return the row of a player. Before a next round, it says already that somebody is not here."""
    own = [_own(each, entrant.player.id) for each in rounds]
    won = sum(each.points[each.players.index(entrant.player.id)] for each in own if each is not None and each.points)
    missed = (entrant.points - won) // 50
    number_of = {each.player.id: number for number, each in numbered.items()}
    cells = [
        _cell(each, entrant.player.id, number_of) if each is not None else BEFORE_ENTRY if at < missed else ABSENT
        for at, each in enumerate(own)
    ]
    if is_next and entrant.stage is not EntrantStage.IN:
        cells.append(ABSENT)
    return ReportedPlayer(
        number=entrant.number or 0,
        name=_line(entrant.player.name)[:LONGEST_NAME].rstrip(),
        rating=min(entrant.rating, HIGHEST_RATING),
        points=entrant.points // 10,
        place=entrant.place,
        rounds=tuple(cells),
    )


def _own(of: TournamentRound, player: PlayerId) -> TournamentPairing | None:
    return next((each for each in of.pairings if player in each.players), None)


def _cell(pairing: TournamentPairing, player: PlayerId, number_of: Mapping[PlayerId, int]) -> Cell:
    if len(pairing.players) == 1:
        return BYE
    seat = pairing.players.index(player)
    result = " "
    if pairing.points is not None:
        own, other = pairing.points[seat], pairing.points[1 - seat]
        result = "1" if own > other else "=" if own == other and own else "0"
        if (own, other) == (50, 0):  # a ruling: half a point for one player
            result = "="
    return Cell(result, number_of[pairing.players[1 - seat]], seat)


def _line(text: str) -> str:
    return " ".join(text.split())

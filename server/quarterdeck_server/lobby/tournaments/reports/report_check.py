"""Check of a report by the rules of this server: points, places and pairings are derived again. Pure.

A report has no log and no seed. So the lot of the first seat is taken from the first round.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import Raw
from quarterdeck_protocol.lobby.tournaments import EntrantStage, PairingRule, TournamentId
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId

from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.draws import field_of, lot
from quarterdeck_server.lobby.tournaments.pairing_state import Pairing, Round
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.reports.tournament_report import (
    BYE,
    POINTS,
    TIE_BREAKS,
    WIN,
    Cell,
    Report,
    ReportedPlayer,
)
from quarterdeck_server.lobby.tournaments.standings import standings
from quarterdeck_server.lobby.tournaments.tournament_field import POINT, Pairs
from quarterdeck_server.lobby.tournaments.tournament_state import EntrantState, Tournament

NOBODY = PlayerId("")
NOW = Milliseconds(0)


class RoundFound(NamedTuple):
    """A round of a report, as the rules pair it."""

    round: int
    rule: PairingRule | None
    expected: tuple[tuple[int, ...], ...]
    """The groups that the report does not have: starting numbers, the first seat first."""


class ReportFound(NamedTuple):
    """What was checked of a report."""

    rounds: tuple[RoundFound, ...]
    places: tuple[int, ...]
    """The starting numbers of players who have another place by the tie-breaks that the report names."""

    @property
    def is_right(self) -> bool:
        """True if nothing differs."""
        return not self.places and not any(each.expected for each in self.rounds)


def check_report(report: Report) -> ReportFound:
    """Pair all rounds of a report again, and rank its players."""
    seed = _seed(report)
    rounds = []
    for number in range(1, report.played + 1):
        pairs = pair(field_of(_state(report, number), seed))
        paired = {*_groups(report, number)}
        rounds.append(RoundFound(number, pairs.rule, tuple(each for each in pairs.groups if each not in paired)))
    return ReportFound(tuple(rounds), tuple(_misplaced(report)))


def with_next_round(report: Report) -> tuple[Report, Pairs]:
    """Return a report with its next round, of all players who are not absent in it. Raises `ValueError` if there is
    none."""
    number = report.played + 1
    state = _state(report, number)
    if number > report.rounds:
        raise ValueError("the report has all of its rounds")
    if number > 1 and not state.rounds[-1].is_over:
        raise ValueError(f"round {number - 1} has no results yet")
    if len(state.playing) < 2:
        raise ValueError("fewer than two players are here")
    pairs = pair(field_of(state, _seed(report)))
    cells = {}
    for group in pairs.groups:
        for seat, each in enumerate(group):
            cells[each] = BYE if len(group) == 1 else Cell(" ", group[1 - seat], seat)
    players = (
        msgspec.structs.replace(
            each,
            rounds=(*each.rounds, cells[each.number]) if each.number in cells else each.rounds,
            points=each.points + WIN * (cells.get(each.number) == BYE),
        )
        for each in report.players
    )
    return msgspec.structs.replace(report, players=tuple(players)), pairs


def _player(number: int) -> PlayerId:
    return PlayerId(f"{number:04}")


def _seed(report: Report) -> str:
    """Return a seed by whose lot the first seat is that of the report."""
    seat = report.first_seat
    if seat is None and report.played:
        of_first = ((each, each.rounds[0]) for each in report.players if each.rounds)
        seat = next((cell.seat ^ (each.number + 1) % 2 for each, cell in of_first if cell.seat is not None), 0)
    seeds = (f"{number:064x}" for number in range(256))
    return next(each for each in seeds if lot(each, "first seat")[0] % 2 == (seat or 0))


def _groups(report: Report, number: int) -> Iterator[tuple[int, ...]]:
    """Return the groups of a round, the first seat first."""
    for each in report.players:
        cell = _cell(each, number)
        if cell == BYE:
            yield (each.number,)
        elif cell is not None and cell.seat == 0:
            yield (each.number, cell.opponent)


def _cell(player: ReportedPlayer, number: int) -> Cell | None:
    return player.rounds[number - 1] if number <= len(player.rounds) else None


def _state(report: Report, number: int) -> Tournament:
    """Return the tournament before a round, with the players of that round."""
    settings = log.Settings(
        name=report.name,
        game=GameName(""),
        format=report.format,
        options=Raw(b"{}"),
        time_limit=NOW,
        rounds=max(report.rounds, number),
        most_entrants=len(report.players),
        starts_at=None,
        between_rounds=None,
        bots=False,
        stored_rules=log.FormatRules(
            virtual_opponents=True,
            accelerated=report.accelerated,
            tie_breaks=tuple(kind for code in report.tie_breaks for kind, of in TIE_BREAKS.items() if of == code),
        ),
    )
    state = Tournament(TournamentId(""), log.Created(at=NOW, by=NOBODY, settings=settings, commitment=""))
    for each in report.players:
        joined = log.Joined(at=NOW, player=_player(each.number), rating=each.rating, deck_hash=None)
        missed = sum(cell.result == "H" for cell in each.rounds[: number - 1])
        entrant = state.entrants[joined.player] = EntrantState(joined, missed)
        cell = _cell(each, number)
        is_here = cell == BYE or cell is None or cell.seat is not None
        entrant.number, entrant.stage = each.number, EntrantStage.IN if is_here else EntrantStage.OUT
    state.rounds += [_round(report, at) for at in range(1, number)]
    return state


def _round(report: Report, number: int) -> Round:
    by_number = {each.number: each for each in report.players}
    pairings = []
    for group in _groups(report, number):
        pairing = Pairing(tuple(map(_player, group)))
        results = [by_number[each].rounds[number - 1].result for each in group]
        if len(group) > 1:
            pairing.points = None if " " in results else tuple(POINT // WIN * POINTS[each] for each in results)
        pairings.append(pairing)
    return Round(NOW, pairings, NOW)


def _misplaced(report: Report) -> Iterator[int]:
    """Return the players who have another place, if the report names the tie-breaks."""
    if not report.tie_breaks:
        return
    place_of = {each.player: each.place for each in standings(_state(report, report.played + 1))}
    yield from (each.number for each in report.players if each.place not in {None, place_of[_player(each.number)]})

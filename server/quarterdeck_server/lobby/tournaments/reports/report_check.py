"""Check of a report by the rules of this server: points, places and pairings are derived again. Pure.

A report has no log and no seed. So the lot of the first seat is taken from the first round.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import Raw
from quarterdeck_protocol.lobby.tournaments import EntrantStage, PairingRule, TournamentFormat, TournamentId
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId

from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.draws import field_of, lot
from quarterdeck_server.lobby.tournaments.pairing_state import Pairing, Round
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.reports.tournament_report import (
    BYE,
    FORFEITS,
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
        pairs = _paired(_state(report, number), seed)
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
    pairs = _paired(state, _seed(report))
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


def _paired(state: Tournament, seed: str) -> Pairs:
    """Return the pairs of the next round, with the starting numbers of the report."""
    pairs = pair(field_of(state, seed))
    number_of = [int(each.player) for each in state.numbered()]
    groups = tuple(tuple(number_of[each - 1] for each in group) for group in pairs.groups)
    return msgspec.structs.replace(pairs, groups=groups)


def _has_entered(player: ReportedPlayer, number: int) -> bool:
    """True if a player is in the drawing of a round: until the first pairing, absent players have no number in it."""
    rounds = player.rounds[:number]
    return len(rounds) < number or any(each.result not in "HZF" for each in rounds)


def _player(number: int) -> PlayerId:
    return PlayerId(f"{number:04}")


def _seed(report: Report) -> str:
    """Return a seed by whose lot the first seat is that of the report."""
    seat = report.first_seat
    if seat is None and report.played:
        of_first = (each.rounds[0].seat for each in report.players if each.rounds and _has_entered(each, 1))
        seat = next((seat ^ at % 2 for at, seat in enumerate(of_first) if seat is not None), 0)
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
        entrant = state.entrants[joined.player] = EntrantState(joined, missed=0)
        entrant.half_byes = frozenset(at for at, cell in enumerate(each.rounds[: number - 1]) if cell.result == "H")
        cell = _cell(each, number)
        is_here = cell == BYE or cell is None or cell.seat is not None
        entrant.stage = EntrantStage.IN if is_here else EntrantStage.OUT
        if _has_entered(each, number) or report.format is TournamentFormat.ROUND_ROBIN:
            entrant.number = each.number
    state.rounds += [_round(report, at) for at in range(1, number)]
    return state


def _round(report: Report, number: int) -> Round:
    """Return a round. A player who has won by forfeit has a bye in it, and one who has lost so was away: they may meet
    again."""
    result_of = {each.number: cell.result for each in report.players if (cell := _cell(each, number)) is not None}
    pairings = [Pairing((_player(each),)) for each, result in result_of.items() if result in ("+", "F")]
    for group in _groups(report, number):
        results = [result_of[each] for each in group]
        if results[0] in FORFEITS:
            continue
        pairing = Pairing(tuple(map(_player, group)))
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

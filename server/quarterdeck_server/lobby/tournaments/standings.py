"""Standings of a tournament, derived from its rounds. Pure."""

from typing import NamedTuple

from quarterdeck_protocol.lobby.tournaments import EntrantStage, TieBreak, TournamentFormat
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tournaments.arenas.arena import Arena
from quarterdeck_server.lobby.tournaments.tie_breaks import (
    HUNDREDTH,
    OPEN,
    Meeting,
    Meetings,
    Results,
    direct_encounters,
    tie_break,
    tie_breaks_of,
)
from quarterdeck_server.lobby.tournaments.tournament_field import POINT
from quarterdeck_server.lobby.tournaments.tournament_state import BRACKETS, Tournament

Rank = tuple[bool, int, int, tuple[int, ...]]
Row = tuple[Rank, int, PlayerId, int, tuple[int, ...]]
"""The rank of a player, the higher the better, then what orders equal ones, then the standing."""


LAST = frozenset({EntrantStage.DISQUALIFIED, EntrantStage.WAITING})


class Standing(NamedTuple):
    """The standing of a player. Points and tie-breaks are in hundredths."""

    player: PlayerId
    place: int
    points: int
    tie_breaks: tuple[int, ...]


def meetings(state: Tournament) -> dict[PlayerId, list[Meeting | None]]:
    """Return all rounds of each player before a cut."""
    rounds = state.rounds[: state.before_cut]
    found: dict[PlayerId, list[Meeting | None]] = {player: [None] * len(rounds) for player in state.entrants}
    for number, round_ in enumerate(rounds):
        for pairing in round_.pairings:
            if pairing.points is None:
                for player in pairing.players:
                    found[player][number] = OPEN
                continue
            scored = list(zip(pairing.players, pairing.points, strict=True))
            for seat, (player, points_) in enumerate(scored):
                found[player][number] = Meeting(points_, (*scored[:seat], *scored[seat + 1 :]), seat)
    return found


def points(state: Tournament, played: Meetings) -> dict[PlayerId, int]:
    """Return the points of each player in units of `POINT`. A late entry in the Swiss system has a half for each round
    before it. `played` are the `meetings`."""
    won = {player: sum(each.points for each in of if each is not None) for player, of in played.items()}
    return {
        player: won[player] + POINT // 2 * (each.missed + len(each.half_byes))
        for player, each in state.entrants.items()
    }


def results(state: Tournament) -> Results:
    """Return the results on which the tie-breaks depend."""
    played = meetings(state)
    missed = {player: frozenset(range(each.missed)) | each.half_byes for player, each in state.entrants.items()}
    is_swiss = state.settings.format is TournamentFormat.SWISS
    return Results(played, points(state, played), missed, is_swiss and state.settings.rules.virtual_opponents)


def tie_breaks(state: Tournament) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a tournament in the order in which they count."""
    return tie_breaks_of(state.settings.format, state.settings.rules.tie_breaks)


def standings(state: Tournament) -> list[Standing]:
    """Return the standings: by the place in a bracket, points, tie-breaks, and starting number. Only players who are
    equal in all but the number share a place. Disqualified players are last."""
    if state.arena is not None:
        return _of_arena(state, state.arena)
    found = results(state)
    ties = _numbers(state, found)
    reached = {} if not state.rounds or state.format not in BRACKETS else state.bracket().places()
    last_place = len(state.entrants) + 1
    rows: list[Row] = []
    for player, entrant in state.entrants.items():
        is_out = entrant.stage in LAST
        numbers = tuple(ties[player])
        of_bracket = -reached.get(entrant.number or 0, last_place)
        score = found.total[player] // HUNDREDTH
        rank = (not is_out, of_bracket, score, numbers)
        rows.append((rank, -(entrant.number or last_place), player, score, numbers))
    return _placed(rows)


def _numbers(state: Tournament, found: Results) -> dict[PlayerId, list[int]]:
    """Return the tie-breaks of each player. The direct encounter compares players with equal points who are equal in
    the tie-breaks before it, too."""
    numbers: dict[PlayerId, list[int]] = {player: [] for player in state.entrants}
    for kind in tie_breaks(state):
        if kind is not TieBreak.DIRECT_ENCOUNTER:
            for player, of in numbers.items():
                of.append(tie_break(kind, player, found))
            continue
        tied: dict[tuple[int, ...], list[PlayerId]] = {}
        for player, of in numbers.items():
            tied.setdefault((found.total[player], *of), []).append(player)
        for group in tied.values():
            for player, behind in direct_encounters(group, found).items():
                numbers[player].append(behind)
    return numbers


def _of_arena(state: Tournament, arena: Arena) -> list[Standing]:
    """Return the standings of an arena: by points, then by performance."""
    rows: list[Row] = []
    for player, entrant in state.entrants.items():
        each = arena.named(arena.number_of[player])
        score, numbers = 100 * each.score, (100 * each.performance,)
        is_out = entrant.stage in LAST
        rows.append(((not is_out, 0, score, numbers), -each.number, player, score, numbers))
    return _placed(rows)


def _placed(rows: list[Row]) -> list[Standing]:
    rows.sort(key=lambda row: row[:2], reverse=True)
    ordered: list[Standing] = []
    for number, (rank, _, player, score, numbers) in enumerate(rows, 1):
        is_equal = number > 1 and rows[number - 2][0] == rank
        ordered.append(Standing(player, ordered[-1].place if is_equal else number, score, numbers))
    return ordered

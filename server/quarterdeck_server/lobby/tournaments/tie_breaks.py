"""Tie-breaks: numbers that order players with as many points. Pure.

All are in hundredths. In the Swiss system, a round without an opponent counts as one against a virtual opponent, by the
tie-break regulations of FIDE of March 2026 (article 16). In other formats it counts as 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby
from typing import NamedTuple, assert_never

from quarterdeck_protocol.lobby.tournaments import TieBreak, TournamentFormat
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tournaments.tournament_field import POINT

HUNDREDTH = POINT // 100
DRAW = POINT // 2

FLOORS = {TieBreak.OPPONENTS_WINS_33: 3333, TieBreak.OPPONENTS_WINS_25: 2500}
"""The least share of won points that counts for an opponent, in hundredths of a percent."""

SWISS = (TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
USUAL = {
    TournamentFormat.SWISS: SWISS,
    TournamentFormat.ROUND_ROBIN: (TieBreak.SONNEBORN_BERGER, TieBreak.DIRECT_ENCOUNTER, TieBreak.WINS),
    TournamentFormat.PODS: (TieBreak.BUCHHOLZ, TieBreak.WINS),
    TournamentFormat.ARENA: (TieBreak.PERFORMANCE,),
}
"""The tie-breaks of each format, unless the tournament has its own. In a bracket nobody needs any."""


class Meeting(NamedTuple):
    """A round of one player: the opponents with their points in it, none in a round without one. Points are in units of
    `POINT`."""

    points: int
    opponents: tuple[tuple[PlayerId, int], ...]
    seat: int

    def against(self, points: int) -> int:
        """Return the points, in halves, of a player with these points against one with `points`: 2 for a win, 1 for a
        draw. Two players whom a ruling gave nothing have both lost."""
        if not self.points and len(self.opponents) == 1:
            return 0
        return (self.points > points) * 2 or int(self.points == points)


OPEN = Meeting(0, (), -1)
"""A pairing without a result yet."""

Meetings = Mapping[PlayerId, Sequence[Meeting | None]]
"""All rounds of each player: `None` for a round in which the player had no pairing."""


class _Part(NamedTuple):
    """What one round adds to a sum over opponents: the opponent's points, and their product with the own result."""

    score: int
    product: int
    is_voluntary: bool = False
    """True for a round that the player has left out."""


@dataclass(frozen=True)
class Results:
    """The results of all players before a cut, from which tie-breaks are computed."""

    played: Meetings
    total: Mapping[PlayerId, int]
    """The points of each player, in units of `POINT`."""

    missed: Mapping[PlayerId, frozenset[int]]
    """The rounds without a pairing that give half a point each, as before a late entry."""

    has_virtual_opponents: bool = False

    def points_in(self, player: PlayerId, round_: int) -> int:
        """Return the points of a player in a round, from 0."""
        each = self.played[player][round_]
        return each.points if each is not None else DRAW * (round_ in self.missed.get(player, ()))

    @cached_property
    def adjusted(self) -> Mapping[PlayerId, int]:
        """The points of each player as they count for opponents: the rounds after the last pairing are draws."""
        if not self.has_virtual_opponents:
            return self.total
        return {player: self._adjusted(player) for player in self.played}

    def _adjusted(self, player: PlayerId) -> int:
        rounds = self.played[player]
        last = max((at for at, each in enumerate(rounds, 1) if each is not None), default=0)
        return sum(self.points_in(player, at) for at in range(last)) + DRAW * (len(rounds) - last)

    @cached_property
    def parts(self) -> Mapping[PlayerId, list[_Part]]:
        """What each opponent of each player, virtual ones too, adds to Buchholz and Sonneborn-Berger."""
        return {player: self._parts(player) for player in self.played}

    def _parts(self, player: PlayerId) -> list[_Part]:
        found: list[_Part] = []
        rounds = self.played[player]
        virtual = min(self.total[player], DRAW * len(rounds))
        for at, each in enumerate(rounds):
            if each is not None and each.opponents:
                scores = ((self.adjusted[other], each.against(points)) for other, points in each.opponents)
                found += [_Part(score, score * halves // 2) for score, halves in scores]
            elif self.has_virtual_opponents and each is not OPEN:
                product = virtual * self.points_in(player, at) // POINT
                found.append(_Part(virtual, product, is_voluntary=each is None))
        return found


def tie_breaks_of(format_: TournamentFormat, chosen: Sequence[TieBreak]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a tournament in the order in which they count."""
    return tuple(chosen) or USUAL.get(format_, ())


def tie_break(kind: TieBreak, player: PlayerId, results: Results) -> int:
    """Return a tie-break of a player, other than the direct encounter."""
    played = results.played
    met = [each for each in played[player] if each is not None and each.opponents]
    match kind:
        case TieBreak.BUCHHOLZ:
            return sum(each.score for each in results.parts[player]) // HUNDREDTH
        case TieBreak.BUCHHOLZ_CUT_1:
            parts = results.parts[player]
            left_out = [each for each in parts if each.is_voluntary] or parts
            is_complete = results.has_virtual_opponents or len(met) == len(played[player])
            cut = min((each.score for each in left_out), default=0) if is_complete else 0
            return (sum(each.score for each in parts) - cut) // HUNDREDTH
        case TieBreak.SONNEBORN_BERGER:
            return sum(each.product for each in results.parts[player]) // HUNDREDTH
        case TieBreak.WINS:
            return 100 * sum(all(each.points > points for _, points in each.opponents) for each in met)
        case TieBreak.PROGRESS:
            rounds = range(len(played[player]))
            return sum(accumulate(results.points_in(player, each) for each in rounds)) // HUNDREDTH
        case TieBreak.OPPONENTS_WINS_33 | TieBreak.OPPONENTS_WINS_25:
            opponents = [opponent for each in met for opponent, _ in each.opponents]
            shares = [max(FLOORS[kind], _share_of_wins(played[each])) for each in opponents]
            return sum(shares) // len(shares) if shares else 0
        case TieBreak.DIRECT_ENCOUNTER | TieBreak.PERFORMANCE | TieBreak.OTHER:
            raise ValueError("not a tie-break of one player's rounds")
        case _:
            assert_never(kind)


def direct_encounters(tied: Sequence[PlayerId], results: Results) -> dict[PlayerId, int]:
    """Return for each of several tied players how many of them the direct encounter puts behind the player, in
    hundredths. As long as some have not met, only a player whom nobody could reach any more is ahead. Players who are
    still tied are compared again, among themselves."""
    behind: dict[PlayerId, int] = {}
    _encounter(list(tied), results, 0, behind)
    return behind


def _encounter(tied: list[PlayerId], results: Results, after: int, behind: dict[PlayerId, int]) -> None:
    """Order tied players. `after` is the number of players who are behind all of them."""
    groups = _separated(tied, results)
    for group in reversed(groups):
        if len(groups) == 1 or len(group) == 1:
            behind.update(dict.fromkeys(group, 100 * after))
        else:
            _encounter(group, results, after, behind)
        after += len(group)


def _separated(tied: list[PlayerId], results: Results) -> list[list[PlayerId]]:
    """Return tied players in groups by the points against each other, the best first."""
    won = {player: _points_against(player, {*tied} - {player}, results) for player in tied}
    ordered = sorted(tied, key=lambda player: -won[player][0])
    most = {player: points + 2 * (len(tied) - 1 - met) * 60 for player, (points, met) in won.items()}
    if all(met == len(tied) - 1 for _, met in won.values()):
        return [list(group) for _, group in groupby(ordered, key=lambda player: won[player][0])]
    groups: list[list[PlayerId]] = []
    while len(ordered) > 1 and won[ordered[0]][0] > max(most[player] for player in ordered[1:]):
        groups.append([ordered.pop(0)])
    return [*groups, ordered]


def _points_against(player: PlayerId, others: set[PlayerId], results: Results) -> tuple[int, int]:
    """Return the points against other players, in units of 120 for a win, and the number of them that were met. Several
    matches against one of them count as their average."""
    found: dict[PlayerId, list[int]] = {}
    for each in results.played[player]:
        for other, points in () if each is None else each.opponents:
            if other in others and each is not None:
                found.setdefault(other, []).append(60 * each.against(points))
    return sum(sum(each) // len(each) for each in found.values()), len(found)


def _share_of_wins(rounds: Sequence[Meeting | None]) -> int:
    """Return the share of the points of matches that a player has won, in hundredths of a percent. Byes do not
    count."""
    met = [each for each in rounds if each is not None and each.opponents]
    most = sum(2 * len(each.opponents) for each in met)
    won = sum(each.against(points) for each in met for _, points in each.opponents)
    return 10_000 * won // most if most else 0

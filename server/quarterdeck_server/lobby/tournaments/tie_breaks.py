"""Tie-breaks: numbers that order players with as many points. Pure.

All are in hundredths. Rounds without an opponent count as 0 in all of them.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, assert_never

from quarterdeck_protocol.lobby.tournaments import TieBreak, TournamentFormat
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tournaments.tournament_field import POINT

HUNDREDTH = POINT // 100

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
        draw."""
        return (self.points > points) * 2 or int(self.points == points)


Meetings = Mapping[PlayerId, Sequence[Meeting | None]]
"""All rounds of each player: `None` for a round in which the player had no pairing, or has no result yet."""


def tie_breaks_of(format_: TournamentFormat, chosen: Sequence[TieBreak]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a tournament in the order in which they count."""
    return tuple(chosen) or USUAL.get(format_, ())


def tie_break(kind: TieBreak, player: PlayerId, played: Meetings, total: Mapping[PlayerId, int]) -> int:
    """Return a tie-break of a player. `total` are the points of all players."""
    met = [each for each in played[player] if each is not None and each.opponents]
    opponents = [opponent for each in met for opponent, _ in each.opponents]
    scores = [total[each] for each in opponents]
    match kind:
        case TieBreak.BUCHHOLZ:
            return sum(scores) // HUNDREDTH
        case TieBreak.BUCHHOLZ_CUT_1:
            is_complete = len(met) == len(played[player]) and met
            return (sum(scores) - (min(scores) if is_complete else 0)) // HUNDREDTH
        case TieBreak.SONNEBORN_BERGER:
            won = sum(total[other] * each.against(points) for each in met for other, points in each.opponents)
            return won // (2 * HUNDREDTH)
        case TieBreak.WINS:
            return 100 * sum(all(each.points > points for _, points in each.opponents) for each in met)
        case TieBreak.PROGRESS:
            return sum(accumulate(0 if each is None else each.points for each in played[player])) // HUNDREDTH
        case TieBreak.DIRECT_ENCOUNTER:
            return _direct(player, played, {each for each in total if total[each] == total[player]})
        case TieBreak.OPPONENTS_WINS_33 | TieBreak.OPPONENTS_WINS_25:
            shares = [max(FLOORS[kind], _share_of_wins(played[each])) for each in opponents]
            return sum(shares) // len(shares) if shares else 0
        case TieBreak.PERFORMANCE | TieBreak.OTHER:
            raise ValueError("not a tie-break of rounds")
        case _:
            assert_never(kind)


def _direct(player: PlayerId, played: Meetings, tied: set[PlayerId]) -> int:
    """Return the points against the players with as many points, if each of them has met all others."""
    won = 0
    for one in tied:
        met: set[PlayerId] = {one}
        for each in played[one]:
            for other, points in () if each is None else each.opponents:
                met.add(other)
                if one == player and other in tied and each is not None:
                    won += 50 * each.against(points)
        if not tied <= met:
            return 0
    return won


def _share_of_wins(rounds: Sequence[Meeting | None]) -> int:
    """Return the share of the points of matches that a player has won, in hundredths of a percent. Byes do not
    count."""
    met = [each for each in rounds if each is not None and each.opponents]
    most = sum(2 * len(each.opponents) for each in met)
    won = sum(each.against(points) for each in met for _, points in each.opponents)
    return 10_000 * won // most if most else 0

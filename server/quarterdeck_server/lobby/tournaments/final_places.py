"""The best and the worst final place that each player of a running tournament can still reach. Pure.

They follow from public results only. They hold unless somebody leaves or a director rules: then everybody can move up.
Ties may fall either way. Up to `MOST_COUNTED` players in the Swiss system and the round robin, the points that are left
are shared out: two players who meet cannot both win. For more players the bounds are simpler, and wider.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quarterdeck_protocol.lobby.tournaments import EntrantStage, TournamentFormat, TournamentStage
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tournaments.standings import LAST, Standing, meetings, points
from quarterdeck_server.lobby.tournaments.tournament_field import POINT
from quarterdeck_server.lobby.tournaments.tournament_state import BRACKETS, SEATS, Tournament

MOST_COUNTED = 16
SHARES = ((POINT, 0), (POINT // 2, POINT // 2), (0, POINT))
"""The results of a match of two players."""

Places = dict[PlayerId, tuple[int, int]]


def final_places(state: Tournament, placed: Sequence[Standing]) -> Places:
    """Return the best and the worst place of each player; nothing before the first round, while players may enter late,
    and after the end. `placed` are the standings."""
    if state.arena is not None or state.stage is not TournamentStage.RUNNING or state.takes_entries:
        return {}
    if state.format in BRACKETS:
        number_of = {each.number: each.player for each in state.numbered()}
        reached = {number_of[number]: places for number, places in state.bracket().final_places().items()}
        others = {each.player: (each.place, each.place) for each in placed}
        return {player: reached.get(player, places) for player, places in others.items()}
    rounds_left = state.rounds_of_points - len(state.rounds)
    if rounds_left == 0 and state.rounds[-1].is_over:
        found: Places = {each.player: (each.place, each.place) for each in placed}
    else:
        found = _Outlook.of(state, rounds_left).places()
    cut = state.settings.rules.cut_to or 0
    return {
        player: (1 if best <= cut else best, max(worst, min(cut, len(found))))
        for player, (best, worst) in found.items()
    }


class _Outlook(NamedTuple):
    """The points of all players, and those that they can still get."""

    now: dict[PlayerId, int]
    most: dict[PlayerId, int]
    """The points of a player who wins everything that is left."""

    open: list[tuple[PlayerId, ...]]
    """The matches of the last round without a public result."""

    later: int
    """The most points that a player can get in later rounds."""

    left: int | None
    """The points that all players together can get in later rounds; `None` if that is not counted."""

    @classmethod
    def of(cls, state: Tournament, rounds_left: int) -> "_Outlook":
        is_pods = state.settings.format is TournamentFormat.PODS
        won = POINT // 100 * state.settings.rules.place_points[0] if is_pods else POINT
        total = points(state, meetings(state))
        now = {player: total[player] for player, each in state.entrants.items() if each.stage not in LAST}
        open_ = [each.players for each in state.rounds[-1].pairings if each.points is None]
        playing = {player for players in open_ for player in players}
        gone = {player for player in now if state.entrants[player].stage is EntrantStage.REMOVED}
        later = rounds_left * won
        most = {player: now[player] + (player in playing) * won + (player not in gone) * later for player in now}
        is_counted = len(now) <= MOST_COUNTED and not is_pods
        left = later * (-(-(len(now) - len(gone)) // SEATS)) if is_counted else None
        return cls(now, most, open_, later, left)

    def places(self) -> Places:
        if self.left is None:
            lowest, highest = sorted(self.now.values()), sorted(self.most.values())
            size = len(lowest)
            return {
                player: (
                    1 + size - bisect_right(lowest, self.most[player]),
                    size - bisect_left(highest, now),
                )
                for player, now in self.now.items()
            }
        return {player: (self._best(player), self._worst(player, self.left)) for player in self.now}

    def _pairs(self, player: PlayerId) -> Iterator[tuple[PlayerId, PlayerId]]:
        """Yield the open matches of others."""
        for one, other in self.open:
            if player not in (one, other) and one in self.now and other in self.now:
                yield one, other

    def _best(self, player: PlayerId) -> int:
        """Return the place of a player who wins everything that is left, with the results of others that suit best."""
        own = self.most[player]
        ahead = sum(points_ > own for each, points_ in self.now.items() if each != player)
        for one, other in self._pairs(player):
            here, there = self.now[one], self.now[other]
            least = min((here + won > own) + (there + lost > own) for won, lost in SHARES)
            ahead += least - (here > own) - (there > own)
        return 1 + ahead

    def _worst(self, player: PlayerId, left: int) -> int:
        """Return the place of a player who loses everything that is left. The fewest points of later rounds that let a
        number of others catch up are those of `cheapest`, by this number."""
        missing = {each: max(0, self.now[player] - points_) for each, points_ in self.now.items() if each != player}
        pairs = list(self._pairs(player))
        for players in self.open:
            if player in players:
                missing.update({each: max(0, missing[each] - POINT) for each in players if each in missing})
        paired = {each for pair in pairs for each in pair}
        cheapest = [0]
        for each, needed in missing.items():
            if each not in paired:
                cheapest = self._joined(cheapest, [[needed]] if self._is_possible(each, needed) else [])
        for one, other in pairs:
            options = []
            for won, lost in SHARES:
                costs = ((one, max(0, missing[one] - won)), (other, max(0, missing[other] - lost)))
                options.append([cost for each, cost in costs if self._is_possible(each, cost)])
            cheapest = self._joined(cheapest, options)
        return 1 + max(number for number, cost in enumerate(cheapest) if cost <= left)

    def _is_possible(self, player: PlayerId, needed: int) -> bool:
        return needed == 0 or (needed <= self.later and self.most[player] >= self.now[player] + needed)

    def _joined(self, cheapest: Sequence[int], options: Sequence[Sequence[int]]) -> list[int]:
        """Return the fewest points that let a number of players catch up, with the players of one group more. `options`
        are the points that its players need, for each result of their match."""
        group = [0]
        for costs in options:
            for number in range(1, len(costs) + 1):
                needed = sum(sorted(costs)[:number])
                if number == len(group):
                    group.append(needed)
                group[number] = min(group[number], needed)
        most = len(cheapest) + len(group) - 1
        joined = [1 << 60] * most
        for number, cost in enumerate(cheapest):
            for more, added in enumerate(group):
                joined[number + more] = min(joined[number + more], cost + added)
        return joined

"""Brackets of single and double elimination. Pure.

A bracket is a list of nodes: matches whose players are seeds, or winners or losers of earlier nodes. The nodes of one
level are played in one round. Results are taken in round by round, so a bracket follows from its seeds and its rounds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from quarterdeck_protocol.lobby.tournaments import BracketPart

from quarterdeck_server.lobby.tournaments.tournament_field import Played

CROSSINGS = {5: (2, 2), 6: (8, 6, 1, 1), 7: (8, 11, 7, 0, 1)}
"""For 32, 64 and 128 places of double elimination, where the losers of each round of the winners' bracket, from the
second one, go on: the loser of match `n`, from 0, at place `n ^ mask`. Of all such masks, those for 32 and 64 let the
fewest players meet again before the final. For 128 a search has not tried all."""

NOBODY = 0
"""The player in a free place: the opponent in a bye, or of a player who has withdrawn."""


@dataclass(slots=True)
class Node:
    """A match of a bracket. Its players are numbers once they are known."""

    part: BracketPart
    level: int
    players: list[int | None]
    winner: int | None = None
    loser: int | None = None

    @property
    def is_known(self) -> bool:
        """True if both places are decided, by players or by nobody."""
        return None not in self.players

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(each for each in self.players if each)

    def decide(self, winner: int) -> None:
        """Record the winner of this match of the bracket; `NOBODY` if neither player goes on."""
        others = [each for each in self.people if each != winner]
        self.winner, self.loser = winner, others[0] if winner and others else NOBODY


class Bracket:
    """A bracket after some rounds."""

    def __init__(
        self,
        seeds: Sequence[int],
        played: Sequence[Sequence[Played]],
        *,
        is_double: bool,
        third_place: bool = False,
        is_crossed: bool = True,
    ) -> None:
        """Make a bracket of at least two players, the strongest first, and play the rounds that are over. Brackets of
        older tournaments do without the `CROSSINGS`."""
        self._nodes: list[Node] = []
        self._links: list[tuple[Node, bool, Node, int]] = []
        self._reset: tuple[Node, Node] | None = None
        self.parts: list[dict[frozenset[int], BracketPart]] = []
        """For each played round, the part of the bracket of each group."""

        levels = (len(seeds) - 1).bit_length()
        placed = [seeds[each - 1] if each <= len(seeds) else NOBODY for each in _order(levels)]
        upper = self._upper(placed, levels, is_double=is_double)
        if is_double:
            self._lower(upper, levels, CROSSINGS.get(levels, ()) if is_crossed else ())
        elif third_place and levels > 1:
            third = self._node(BracketPart.THIRD_PLACE, levels)
            for place, semifinal in enumerate(upper[-2]):
                self._links.append((semifinal, False, third, place))
        self._settle()
        for groups in played:
            self._play(groups)

    def _node(self, part: BracketPart, level: int) -> Node:
        node = Node(part, level, [None, None])
        self._nodes.append(node)
        return node

    def _upper(self, placed: Sequence[int], levels: int, *, is_double: bool) -> list[list[Node]]:
        """Add the winners' bracket: the matches of players who have lost none."""
        rounds: list[list[Node]] = []
        for round_ in range(1, levels + 1):
            is_last = round_ == levels and not is_double
            part = BracketPart.FINAL if is_last else BracketPart.WINNERS
            level = max(1, 2 * round_ - 2) if is_double else round_
            row = [self._node(part, level) for _ in range(2 ** (levels - round_))]
            for number, node in enumerate(row):
                for place in (0, 1):
                    if round_ == 1:
                        node.players[place] = placed[2 * number + place]
                    else:
                        self._links.append((rounds[-1][2 * number + place], True, node, place))
            rounds.append(row)
        return rounds

    def _lower(self, upper: Sequence[Sequence[Node]], levels: int, crossings: Sequence[int]) -> None:
        """Add the tree of the players with one loss, the final, and its repetition if its loser had no loss before."""
        last: list[tuple[Node, bool]] = [(node, False) for node in upper[0]]
        for round_ in range(2, levels + 1):
            halved = [self._node(BracketPart.LOSERS, 2 * round_ - 2) for _ in range(len(last) // 2)]
            for number, node in enumerate(halved):
                for place in (0, 1):
                    source, by_winning = last[2 * number + place]
                    self._links.append((source, by_winning, node, place))
            joined = [self._node(BracketPart.LOSERS, 2 * round_ - 1) for _ in halved]
            mask = len(joined) - 1 if round_ % 2 == 0 else 0  # so that the same two rarely meet again
            if crossings:
                mask = crossings[round_ - 2] if round_ - 2 < len(crossings) else 0
            for number, (node, stays) in enumerate(zip(joined, halved, strict=True)):
                self._links.append((stays, True, node, 0))
                self._links.append((upper[round_ - 1][number ^ mask], False, node, 1))
            last = [(node, True) for node in joined]
        final = self._node(BracketPart.FINAL, 2 * levels)
        self._links.append((upper[-1][0], True, final, 0))
        source, by_winning = last[0]
        self._links.append((source, by_winning, final, 1))
        self._reset = final, self._node(BracketPart.FINAL, 2 * levels + 1)

    def _settle(self) -> None:
        """Hand players on to their next nodes. Free places need no match, except in the first round, where byes are
        shown."""
        for source, by_winning, node, place in self._links:
            if source.winner is not None and node.players[place] is None:
                node.players[place] = source.winner if by_winning else source.loser
        if self._reset is not None:
            final, again = self._reset
            if final.winner is not None and not again.is_known:
                is_needed = final.winner != NOBODY and final.winner == final.players[1]
                again.players = list(final.players) if is_needed and final.loser else [NOBODY, NOBODY]
        for node in self._nodes:
            if node.winner is None and node.is_known and not node.people:
                node.decide(NOBODY)
                return self._settle()
        level = self._level
        ready = [each for each in self._nodes if each.level == level and each.winner is None]
        if ready and not any(len(each.people) > 1 for each in ready):
            for node in ready:
                node.decide(node.people[0])
            return self._settle()
        return None

    @property
    def _level(self) -> int | None:
        """The level of the bracket that is played next; `None` if all levels are played."""
        return min((each.level for each in self._nodes if each.winner is None), default=None)

    @property
    def _ready(self) -> list[Node]:
        level = self._level
        return [each for each in self._nodes if each.level == level and each.winner is None]

    @property
    def is_over(self) -> bool:
        """True if no match is left."""
        return self._level is None

    def groups(self, present: Collection[int]) -> list[tuple[int, ...]]:
        """Return the matches of the next round, as groups of players. A player goes on alone if the opponent is not
        present."""
        found = [tuple(each for each in node.people if each in present) for node in self._ready]
        return [each for each in found if each]

    def next_parts(self) -> dict[frozenset[int], BracketPart]:
        """Return the part of the bracket to which each match of the next round belongs, also if a player of it is not
        present."""
        return {
            frozenset(group): node.part
            for node in self._ready
            for group in (node.people, *((each,) for each in node.people))
        }

    def _play(self, groups: Sequence[Played]) -> None:
        self.parts.append(self.next_parts())
        for node in self._ready:
            group = next((each for each in groups if set(each.numbers) <= {*node.people}), None)
            node.decide(NOBODY if group is None or group.winner is None else group.winner)
        self._settle()

    def places(self) -> dict[int, int]:
        """Return the place of each player, from 1. Players who lost in the same round share a place."""
        reached: dict[int, tuple[int, int, int]] = {}
        for node in sorted(self._nodes, key=lambda each: (each.level, each.part is not BracketPart.THIRD_PLACE)):
            rank = 0 if node.part is BracketPart.THIRD_PLACE else 1
            for player in node.people:
                is_out = node.winner is not None and node.winner != player
                reached[player] = (node.level, rank, 0 if is_out else 1)
        ranks = sorted(reached.values(), reverse=True)
        return {player: ranks.index(rank) + 1 for player, rank in reached.items()}

    def final_places(self) -> dict[int, tuple[int, int]]:
        """Return the best and the worst place that each player can still reach."""
        open_ = [node for node in self._nodes if node.winner is None]
        playing = {player: node for node in open_ for player in node.people}
        third = {player for player, node in playing.items() if node.part is BracketPart.THIRD_PLACE}
        first = len(playing) - len(third)
        places = self.places()
        taken = [*places.values()]
        return {
            player: (first + 1, len(playing))
            if player in third
            else (1, first)
            if player in playing
            else (place, place + taken.count(place) - 1)
            for player, place in places.items()
        }


def _order(levels: int) -> list[int]:
    """Return the seeds in the order of the first round, so that the strongest meet last."""
    order = [1]
    for _ in range(levels):
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    return order


def rounds_of(players: int, *, is_double: bool) -> int:
    """Return the largest number of rounds of a bracket."""
    levels = max(1, (players - 1).bit_length())
    return 2 * levels + 1 if is_double else levels

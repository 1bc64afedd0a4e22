"""Search for the best action of a seat: a Monte-Carlo tree search over all states that are possible as far as the seat
knows.

Single-observer information-set search (Cowling, Powley and Whitehouse, 2012): every playthrough begins in another
possible state, and the value of an action is learned over all of them. Each seat is assumed to act in its own interest.
Below the tree a playthrough continues with random actions for a while, and the game then evaluates the position. The
budget is a number of simulated actions, so a bot level is equally strong on every machine.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_protocol.open_choices import ONE_OF_FIELD

from quarterdeck_server.bots.game_search import GameSearch


class _Node:
    """An action in the search tree, with the results of its simulated playthroughs."""

    __slots__ = ("chances", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        """The sum of what came of it for the seat that acted."""

        self.chances = 0
        """Number of visits at which it could have been taken."""

        self.children: dict[Any, _Node] = {}

    def promise(self, curiosity: float) -> float:
        return self.total / self.visits + curiosity * sqrt(log(self.chances) / self.visits)


class TreeSearch(GameSearch):
    """The tree search for one seat's best action in one state."""

    def _searched(
        self, state: Any, seat: Seat, offered: Sequence[Any], budget: int, is_over: Callable[[], bool]
    ) -> Any:
        root = _Node()
        most = self.actions + budget
        is_first = True
        while is_first or self.actions < most:
            if not is_first and is_over():
                self.is_cut = True
                break
            self._play_through(root, self._simulator.resample(state, seat, self._chance))
            is_first = False
        return max(offered, key=lambda action: root.children[action].visits if action in root.children else 0)

    def _play_through(self, root: _Node, state: Any) -> None:
        chance, node, begun = self._chance, root, state
        key = chance.randbytes(32)
        path: list[tuple[Seat, _Node]] = []
        is_in_tree = True
        left, curiosity = self._simulator.depth, self._simulator.curiosity
        version = 0
        while True:
            asked = self._asked(state)
            if asked is None or left == 0 or (not is_in_tree and self._simulator.is_quiet(begun, state)):
                break
            seat, offered = asked
            if is_in_tree:
                actions = complete(offered)
                untried = [action for action in actions if action not in node.children]
                if untried:
                    action = untried[int(chance.random() * len(untried))]
                    node.children[action] = _Node()
                    is_in_tree = False
                else:
                    action = max(actions, key=lambda each: node.children[each].promise(curiosity))
                for each in actions:
                    if (known := node.children.get(each)) is not None:
                        known.chances += 1
                node = node.children[action]
                path.append((seat, node))
            else:
                left -= 1
                action = self._simulator.plays(state, seat, offered, chance)
                if getattr(action, ONE_OF_FIELD, None) is not None:
                    action = chance.choice(complete([action]))
            version += 1
            events = self._game.decide_among(offered, state, seat, action, Dice(key, Version(version)))
            state = self._game.fold(state, events)
            self.actions += 1
        values, lasting = self._values(state), self._simulator.patience**version
        for seat, node in path:
            node.visits += 1
            node.total += values[seat] * lasting

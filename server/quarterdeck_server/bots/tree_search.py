"""Search for the best action of a seat: a Monte-Carlo tree search over all states that are possible as far as the seat
knows.

Single-observer information-set search (Cowling, Powley and Whitehouse, 2012): every playthrough begins in another
possible state, and the value of an action is learned over all of them. Each seat is assumed to act in its own interest.
Below the tree a playthrough continues with random actions for a while, and the game then evaluates the position. The
budget is a number of simulated actions, so a bot level is equally strong on every machine.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from typing import Any

from quarterdeck_games import AnyGame
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice
from quarterdeck_games.simulator import Simulator
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_protocol.open_choices import ONE_OF_FIELD


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


class TreeSearch:
    """The tree search for one seat's best action in one state."""

    def __init__(self, game: AnyGame, simulator: Simulator, seats: int, chance: Random) -> None:
        self._game = game
        self._simulator = simulator
        self._seats = [Seat(number) for number in range(seats)]
        self._chance = chance
        self.actions = 0
        """Number of simulated actions."""

        self.is_cut = False
        """True if its time limit has ended the search."""

    def best(self, state: Any, seat: Seat, budget: int, is_over: Callable[[], bool] = bool) -> Any:
        """Return the complete action that the bot takes. The seat must have choices. The search ends after `budget`
        simulated actions, or as soon as `is_over` returns true (`bool()` never does)."""
        offered = complete(self._game.choices(state, seat))
        if len(offered) == 1:
            return offered[0]
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

    def _asked(self, state: Any) -> tuple[Seat, Sequence[Any]] | None:
        """Return the first seat that has choices, and its choices; `None` if no seat has any."""
        for seat in self._seats:
            if offered := self._game.choices(state, seat):
                return seat, offered
        return None

    def _values(self, state: Any) -> Sequence[float]:
        result = self._game.result(state)
        if result is None:
            return self._simulator.values(state)
        first = result.places.count(1)
        return [1 / first if place == 1 else 0.0 for place in result.places]

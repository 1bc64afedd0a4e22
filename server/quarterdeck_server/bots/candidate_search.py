"""Search for the best choice of a seat: each promising choice is tried in the same imagined matches, and the worse half
is dropped again and again (sequential halving; Karnin, Koren and Somekh, 2013).

The yardstick is the choice of a tolerable player: all seats play on like that after the first action, and another
choice is taken only if it did better by more than chance explains (policy improvement by rollouts; Tesauro and
Galperin, 1996). All are tried in the same possible states, with the same dice, so little of the difference between two
is luck. This suits games with many choices of which few are good, where a tree would not get beyond its first branches.
The budget is a number of simulated actions, so a level is equally strong on every machine.
"""

from collections.abc import Callable, Sequence
from itertools import count
from math import ceil, inf, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.names import Seat, Version

from quarterdeck_server.bots.game_search import GameSearch

A_CANDIDATE = 250
"""Number of simulated actions in the budget for each further choice that is tried."""

MOST = 24
FEWEST = 3

ENOUGH_TO_TELL = 8
"""Number of matches after which a choice may be dropped early."""

CLEARLY = 2.5
"""Number of standard errors by which a choice must do worse to be dropped at once."""

A_TRIFLE = 0.003
"""A choice that is clearly not better than the usual one by so much of a match is not worth more thought: most such are
the same in another order."""

DOUBT = 1.0
"""Number of standard errors by which a choice must do better than the usual one to replace it."""


class Candidate:
    """An action that a bot's search considers, with the results of its simulated playthroughs."""

    __slots__ = ("action", "values")

    def __init__(self, action: Any) -> None:
        self.action = action
        self.values: list[float] = []
        """The seat's outcome in each imagined match. All candidates that are not yet dropped were tried in the same
        imagined matches."""

    @property
    def mean(self) -> float:
        return fmean(self.values)

    def ahead(self, other: "Candidate") -> tuple[float, float]:
        """Return the average lead of this action over another one in the simulated playthroughs, and the standard error
        of that lead."""
        differences = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=True)]
        return fmean(differences), stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else inf

    def is_ahead(self, other: "Candidate", errors: float) -> bool:
        """True if this action did better than the other one by more than `errors` standard errors."""
        by, error = self.ahead(other)
        return by > errors * error


class CandidateSearch(GameSearch):
    """The search for one seat's best action in one state. It is for games that name promising choices
    (`Simulator.ideas`)."""

    def _searched(
        self, state: Any, seat: Seat, offered: Sequence[Any], budget: int, is_over: Callable[[], bool]
    ) -> Any:
        usual, *others = self.candidates(state, seat, offered, budget)
        self._weigh(state, seat, [usual, *others], budget, is_over)
        tried = [each for each in others if len(each.values) == len(usual.values)]
        best = max(tried, key=lambda each: each.mean, default=usual) if usual.values else usual
        return best.action if best is not usual and best.is_ahead(usual, DOUBT) else usual.action

    def candidates(self, state: Any, seat: Seat, offered: Sequence[Any], budget: int) -> list[Candidate]:
        """Return the actions that a bot's search tries: first the action that a tolerable player would take, then the
        promising ones."""
        usual = self._simulator.plays(state, seat, offered, self._chance)
        ideas = [] if self._simulator.ideas is None else self._simulator.ideas(state, seat, offered)
        promising = sorted([(-worth, at) for at, worth in enumerate(ideas) if worth > -inf and offered[at] != usual])
        most = min(MOST, max(FEWEST, budget // A_CANDIDATE))
        return [Candidate(usual), *[Candidate(offered[at]) for _, at in promising[: most - 1]]]

    def _weigh(
        self, state: Any, seat: Seat, candidates: list[Candidate], budget: int, is_over: Callable[[], bool]
    ) -> None:
        """Simulate the candidate actions and drop the worse half again and again. The first candidate is the yardstick
        and is never dropped."""
        usual, alive = candidates[0], candidates
        rounds = ceil(log2(len(alive))) if len(alive) > 1 else 0
        most = self.actions + budget
        for number in range(rounds):
            share = (most - self.actions) // (rounds - number)
            alive = self._tried(state, seat, alive, self.actions + share, is_over)
            if len(alive) < 2 or self.is_cut:
                return
            best = sorted(alive, key=lambda each: -each.mean)[: max(2, ceil(len(alive) / 2))]
            alive = [usual, *[each for each in best if each is not usual]]

    def _tried(
        self, state: Any, seat: Seat, alive: list[Candidate], most: int, is_over: Callable[[], bool]
    ) -> list[Candidate]:
        """Simulate one match after the other with each of these actions. Return the actions that are not clearly worse
        than another one."""
        for number in count(1):
            imagined = self._simulator.resample(state, seat, self._chance)
            offered = complete(self._game.choices(imagined, seat))
            luck = self._chance.randbytes(32)
            outcomes: list[float] = []
            for each in alive:
                if is_over():
                    self.is_cut = True
                    return alive  # what some have seen and others have not does not count
                outcomes.append(self._outcome(imagined, seat, offered, each.action, luck))
            for each, outcome in zip(alive, outcomes, strict=True):
                each.values.append(outcome)
            if len(alive[0].values) >= ENOUGH_TO_TELL and number % 2 == 0:
                alive = _undecided(alive)
            if len(alive) < 2 or self.actions >= most:
                break
        return alive

    def _outcome(self, begun: Any, seat: Seat, offered: Sequence[Any], action: Any, luck: bytes) -> float:
        """Simulate a match that begins with an action and in which all seats then take their usual actions. Return the
        acting seat's outcome."""
        game, simulator, chance = self._game, self._simulator, Random(luck)  # noqa: S311 - nobody bets on a thought
        state, actor = begun, seat
        for version in range(1, simulator.depth + 1):
            events = game.decide_among(offered, state, actor, action, Dice(luck, Version(version)))
            state = game.fold(state, events)
            self.actions += 1
            if simulator.is_quiet(begun, state):
                break
            asked = self._asked(state)
            if asked is None:
                break
            actor, offered = asked
            usual = offered[0] if len(offered) == 1 else simulator.plays(state, actor, offered, chance)
            action = chance.choice(complete([usual]))
        return self._values(state)[seat]


def _undecided(alive: list[Candidate]) -> list[Candidate]:
    """Return the candidate actions that may still turn out to be the best, the usual action first. Return only one if
    the best is clear."""
    usual, best = alive[0], max(alive, key=lambda each: each.mean)
    left = [usual]
    for each in alive[1:]:
        by, error = each.ahead(usual)
        if by + CLEARLY * error > A_TRIFLE and not best.is_ahead(each, CLEARLY):
            left.append(each)
    return [best] if len(left) == 2 and best is not usual and best.is_ahead(usual, CLEARLY) else left

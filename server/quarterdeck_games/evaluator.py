"""How a game brings its own bot: what the house's greedy bot asks it, which sees no more than a player does."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quarterdeck_protocol.messages import RawUpdate


class Evaluator(NamedTuple):
    """What a game knows of how well a choice leaves its seat, from what that seat is told."""

    scores: Callable[[RawUpdate], Sequence[float]]
    """Return how good each choice of an update is: the best one is taken. Every choice is a complete action."""

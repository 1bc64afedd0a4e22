"""Interface between a game and the server's greedy bot, which sees only what a player sees."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quarterdeck_protocol.messages import RawUpdate


class Evaluator(NamedTuple):
    """A game's function that scores the choices of a seat from the seat's own view."""

    scores: Callable[[RawUpdate], Sequence[float]]
    """Return how good each choice of an update is: the best one is taken. Every choice is a complete action."""

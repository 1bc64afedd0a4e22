"""How a game brings its own bot: what the house's greedy bot asks it, which sees no more than a player does."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate


def all_choices(update: RawUpdate) -> Sequence[Raw]:
    """Return the choices as they are: none of them is a pattern."""
    return update.choices


class Evaluator(NamedTuple):
    """What a game knows of how well a choice leaves its seat, from what that seat is told."""

    scores: Callable[[RawUpdate], Sequence[float]]
    """Say of each choice of an update how good it is: the best one is taken."""

    actions: Callable[[RawUpdate], Sequence[Raw]] = all_choices
    """Return what is weighed, where it matters which part of a pattern is taken: the choices with those patterns taken
    apart. `scores` is asked about an update that has these for its choices."""

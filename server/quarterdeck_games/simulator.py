"""How a game lets itself be played ahead: what a search bot asks it, which knows no more than its seat does."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from quarterdeck_protocol.names import Seat


class Simulator(NamedTuple):
    """What a search needs of a game beside its rules."""

    resample: Callable[[Any, Seat, Random], Any]
    """Return a state that a seat may hold for the real one: what it may not see is dealt anew, every way to do so
    equally likely. It follows from what the seat may see, and from chance, and from nothing else: two states that
    look alike to the seat come out as the same one."""

    values: Callable[[Any], Sequence[float]]
    """Return how good a state of a match under way is for each seat, from 0 (lost) to 1 (won)."""

    plays: Callable[[Any, Seat, Sequence[Any], Random], Any]
    """Return which of these choices somebody who plays tolerably, and quickly, takes in a state: below the tree."""

    depth: int
    """After how many actions, those in the tree not counted, it is better to look at `values` than to play on."""

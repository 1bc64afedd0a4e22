"""Interface between a game and search bots, which know only what their seats know."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from quarterdeck_protocol.names import Seat

Card = TypeVar("Card")


class Chance(Protocol):
    """Interface of the source of randomness for searches, like `random.Random`. The rules themselves have none."""

    def random(self) -> float: ...

    def choice(self, seq: Sequence[Card], /) -> Card: ...

    def sample(self, population: Sequence[Card], /, k: int) -> list[Card]: ...

    def shuffle(self, x: list[Card], /) -> None: ...


class Simulator(NamedTuple):
    """Functions of a game for search bots, in addition to its rules."""

    resample: Callable[[Any, Seat, Chance], Any]
    """Return a state that a seat may hold for the real one: what it may not see is dealt anew, every way to do so
    equally likely, unless what others did in the open makes some likelier. It follows from what the seat may see, and
    from chance, and from nothing else: two states that look alike to the seat come out as the same one."""

    values: Callable[[Any], Sequence[float]]
    """Return how good a state of a match under way is for each seat, from 0 (lost) to 1 (won)."""

    plays: Callable[[Any, Seat, Sequence[Any], Chance], Any]
    """Return which of these choices somebody who plays tolerably, and quickly, takes in a state: below the tree."""

    is_quiet: Callable[[Any, Any], bool]
    """True if a playthrough that began in the first state may be judged in the second: where nothing is half done."""

    depth: int
    """After how many actions below the tree it is judged in any case."""

    curiosity: float = 0.7
    """The weight of actions that have looked worse so far, as in UCB1: some one and a half times by how much what comes
    of playthroughs scatters. Where little is decided before they are judged, 0.7 is so much that all is tried alike."""

    patience: float = 0.998
    """The share of a value that remains for each action on the way: who has won need not wait. Where what is judged is
    not yet the end, less than 1 only makes a bot hurry."""

    ideas: Callable[[Any, Seat, Sequence[Any]], Sequence[float]] | None = None
    """Return how promising each of these complete actions looks at a glance to a seat, from what it may see in a state
    and nothing else; `-inf` for what is not worth a thought. What `plays` takes is thought about in any case. A game
    that says so is not searched by a tree: the most promising choices are tried in the same imagined matches, so
    `plays` had better play well. Without it, a tree tries everything that is on offer."""

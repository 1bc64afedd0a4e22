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
    """Return a state that a seat may hold for the real one. The parts that the seat cannot see are dealt again. All
    ways to do so are equally likely, unless visible actions of others make some likelier. The result depends only on
    the seat's view and on chance: two states with the same view give the same result.
    """

    values: Callable[[Any], Sequence[float]]
    """Return how good a state of a match under way is for each seat, from 0 (lost) to 1 (won)."""

    plays: Callable[[Any, Seat, Sequence[Any], Chance], Any]
    """Return the choice of a quick and reasonable player in a state. It plays the match ahead below the tree."""

    is_quiet: Callable[[Any, Any], bool]
    """True if a playthrough that began in the first state may be judged in the second: where nothing is half done."""

    depth: int
    """Number of actions below the tree after which a state is always judged."""

    curiosity: float = 0.7
    """The weight of actions that have looked worse so far, as in UCB1: about one and a half times the scatter of the
    results. If few matches end before they are judged, 0.7 is so large that all actions are tried equally often.
    """

    patience: float = 0.998
    """The share of a value that remains after each further action: it is 1 for a player who need not hurry. If the
    value is an estimate, a lower share only makes a bot hurry.
    """

    ideas: Callable[[Any, Seat, Sequence[Any]], Sequence[float]] | None = None
    """Return for each of these complete actions how promising it looks to a seat, from its view only; `-inf` for an
    action that is not worth trying. The choice of `plays` is always tried. A game with this function is not searched by
    a tree: the most promising choices are tried in the same imagined matches, so `plays` should play well. Without it,
    a tree tries every choice.
    """

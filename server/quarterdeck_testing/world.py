"""Facts about each game for the tests that run for every game: the places of its cards, and its secrets.

They do not use the game's own `view` or `redact`: they are written a second time, from the rule book.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_games.game import Setup
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import Viewer
from quarterdeck_protocol.open_choices import ONE_OF_FIELD

Events = Sequence[Any]


def _stands_for(choice: Any, action: Any) -> bool:
    return any(action == part for part in parts_of(choice))


def _tells_nothing(event: Any, viewer: Viewer) -> bool:
    return False


def _as_it_is(event: Any, viewer: Viewer, chance: Random) -> Any:
    return event


def _everything_is_seen(state: Any, viewer: Viewer, events: Events, chance: Random) -> Any:
    return state


def _no_cards(state: Any) -> Counter[Any]:
    return Counter()


def _no_deck(setup: Setup) -> Counter[Any]:
    return Counter()


def parts_of(choice: Any) -> Sequence[Any]:
    """Return the complete actions of a choice: the choice itself, or one action for each value that it leaves open."""
    field = getattr(choice, ONE_OF_FIELD, None)
    if field is None:
        return (choice,)
    return [replace(choice, **{ONE_OF_FIELD: None, field: (one,)}) for one in getattr(choice, field)]


@dataclass(frozen=True, kw_only=True, repr=False)
class World:
    """Facts about a game for the tests of every game. Only the first two have no default that fits most games."""

    game: AnyGame

    most_actions: Callable[[Any, int], int]
    """After how many actions a match with these options and seats is over, whatever anybody does."""

    hosted: AnyGame | None = None
    """The same game with the further card sets of a host, in games that can have such: it is tried with both."""

    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """For each option that is a number, or has numbers in it, between which two the tests choose, if its type does not
    say so (`Meta(ge=1, le=9)`)."""

    values: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """For each option of another kind what the tests choose among."""

    hasty: frozenset[str] = frozenset()
    """The kinds of actions that bring the end nearer: half of the matches have few of them, and so go far."""

    cards: Callable[[Any], Counter[Any]] = _no_cards
    """Every physical card of a state, wherever it is."""

    deck: Callable[[Setup], Counter[Any]] = _no_deck
    """What `cards` gives once a match with this setup has begun, until it is over."""

    some_deck: Callable[[Any, Random, Any], Deck] | None = None
    """Make up a legal deck of these cards for a table with these options, in games that players bring decks to."""

    covers: Callable[[Any, Any], bool] = _stands_for
    """Whether a choice offers an action: as a rule the same one, or one that it stands for."""

    left_open: Callable[[Sequence[Any]], Sequence[Any]] = lambda choices: choices
    """The choices as they were in logs of before: with what the house chose then left open."""

    by_hand: Any = None
    """What a seat does itself where its standing order would do it for it, in games with such orders."""

    another: Callable[[Any, Viewer, Events, Random], Any] = _everything_is_seen
    """Another state that differs only in what this viewer may not see, and does not come to see by these events."""

    other_event: Callable[[Any, Viewer, Random], Any] = _as_it_is
    """The event as it would be with other contents where this viewer may not see them."""

    reveals: Callable[[Any, Viewer], bool] = _tells_nothing
    """Whether this event may tell the viewer something that was hidden until now."""

    uncovers: Callable[[Any, Viewer], bool] = _tells_nothing
    """Whether after this event the view may show something that was hidden, though the event does not tell it."""

    faces: Callable[[Any, Viewer, Events], frozenset[str]] = lambda state, viewer, events: frozenset()
    """The faces, as they stand in JSON, that may appear in a frame that tells the viewer of these events."""

    face: str = "(?!)"
    """A regular expression for a face in JSON."""

    harmless: str = "(?!)"
    """A regular expression for words of this game that look like a secret and are none."""

    def __repr__(self) -> str:
        return f"World({self.game.name!r})"

    def rules(self, *, hosted: bool = False) -> AnyGame:
        """Return the game; with `hosted`, with the further card sets of a host if the game can have such."""
        return self.hosted if hosted and self.hosted is not None else self.game

"""Facts about each game for the tests that run for every game: the places of its cards, and its secrets.

They do not use the game's own `view` or `redact`: they are written a second time, from the rule book.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, get_args

from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_games.game import Game, Setup
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import Viewer
from quarterdeck_protocol.open_choices import ONE_OF_FIELD

Events = Sequence[Any]

Absence = Literal["cards", "chance", "faces", "rule book", "secrets"]
"""Something that a game does not have, so that a promise about it does not apply:

- `cards`: no physical cards that could be lost or doubled.
- `chance`: no random draws.
- `faces`: no secrets with names of their own, which could be searched for in JSON. A hidden number is an example.
- `rule book`: no `RULES.md` beside the class. Its `phrases.rules` say how to play.
- `secrets`: no hidden information. Every viewer sees the same.
"""


class IncompleteWorldError(ValueError):
    """Error: a `World`, a game's description for the tests, lacks facts that the promises need, or contradicts its
    game."""


def _stands_for(choice: Any, action: Any) -> bool:
    return any(action == part for part in parts_of(choice))


def _reveals_nothing(event: Any, viewer: Viewer) -> bool:
    return False


def _same_event(event: Any, viewer: Viewer, chance: Random) -> Any:
    return event


def _same_state(state: Any, viewer: Viewer, events: Events, chance: Random) -> Any:
    return state


def _no_cards(state: Any) -> Counter[Any]:
    return Counter()


def _no_deck(setup: Setup) -> Counter[Any]:
    return Counter()


def _no_faces(state: Any, viewer: Viewer, events: Events) -> frozenset[str]:
    return frozenset()


NO_FACE = "(?!)"
"""A regular expression that matches nothing."""


def parts_of(choice: Any) -> Sequence[Any]:
    """Return the complete actions of a choice: the choice itself, or one action for each value that it leaves open."""
    field = getattr(choice, ONE_OF_FIELD, None)
    if field is None:
        return (choice,)
    return [replace(choice, **{ONE_OF_FIELD: None, field: (one,)}) for one in getattr(choice, field)]


@dataclass(frozen=True, kw_only=True, repr=False)
class World:
    """The facts about a game that the tests of every game need.

    `game` and `most_actions` are always needed. Cards and secrets are needed too, unless `has_no` declares that the
    game has none: otherwise a promise would be kept without examining anything. Raises `IncompleteWorldError`.
    """

    game: AnyGame

    most_actions: Callable[[Any, int], int]
    """The number of actions after which a match with these options and seats is over, whatever the players do."""

    has_no: Collection[Absence] = ()
    """Things that the game does not have. The promises check that this is true."""

    hosted: AnyGame | None = None
    """The game with further card sets, for a game with `set_rules`. The promises are tried with and without them."""

    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The lowest and highest number to try for an option whose type has no bounds (`Meta(ge=1, le=9)`)."""

    values: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """The values to try for an option of another type."""

    hasty: frozenset[str] = frozenset()
    """Names of actions that bring the end nearer. Half of the matches use them rarely, so that they take longer."""

    cards: Callable[[Any], Counter[Any]] = _no_cards
    """Return all physical cards of a state, wherever they are."""

    deck: Callable[[Setup], Counter[Any]] = _no_deck
    """Return the cards that a match with this setup has from its first entry to its end."""

    some_deck: Callable[[Any, Random, Any], Deck] | None = None
    """Return a random legal deck from these options, chance and cards of the catalogue, for a game with decks."""

    covers: Callable[[Any, Any], bool] = _stands_for
    """Return true if a choice offers an action. By default it offers itself, or each action that it stands for."""

    left_open: Callable[[Sequence[Any]], Sequence[Any]] = lambda choices: choices
    """Return the choices as older logs have them, with fields that players left to the server."""

    by_hand: Any = None
    """The action that a seat takes in place of its standing order, for a game with standing orders."""

    another: Callable[[Any, Viewer, Events, Random], Any] = _same_state
    """Return another state that this viewer cannot distinguish from the first.

    Exchange hidden cards at random. Leave alone everything that the viewer sees, and everything that the next entry,
    which has `events`, shows or depends on: the same action must be possible in both states.
    """

    other_event: Callable[[Any, Viewer, Random], Any] = _same_event
    """Return the event with other contents in the parts that this viewer may not see."""

    reveals: Callable[[Any, Viewer], bool] = _reveals_nothing
    """Return true if this event tells the viewer a fact that was hidden until now."""

    uncovers: Callable[[Any, Viewer], bool] = _reveals_nothing
    """Return true if the view shows a hidden fact after this event although the event does not tell it. An example is
    the next card of a pile whose open top card was taken."""

    faces: Callable[[Any, Viewer, Events], frozenset[str]] = _no_faces
    """Return the faces, as written in JSON, that a frame with these events may show to the viewer."""

    face: str = NO_FACE
    """A regular expression that finds the faces of cards in JSON."""

    harmless: str = NO_FACE
    """A regular expression for words of this game that look like a secret and are none."""

    def __post_init__(self) -> None:
        faults = [*self._missing(), *self._contradictions()]
        if faults:
            name = getattr(self.game, "name", type(self.game).__name__)
            listed = "\n".join(f"- {fault}" for fault in faults)
            raise IncompleteWorldError(f"The World of {name!r} is not complete:\n{listed}\n{_READ_ON}")

    def __repr__(self) -> str:
        return f"World({self.game.name!r})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the short form in Hypothesis's reports too, which would otherwise list all fields."""
        printer.text(repr(self))

    @property
    def hides(self) -> bool:
        """True if the game has hidden information."""
        return "secrets" not in self.has_no

    def rules(self, *, hosted: bool = False) -> AnyGame:
        """Return the game; with further card sets of a host if they are wanted and possible."""
        return self.hosted if hosted and self.hosted is not None else self.game

    def _missing(self) -> Iterator[str]:
        """Yield a sentence for each missing fact without which a promise would examine nothing."""
        if self.hides:
            if self.another is _same_state:
                yield (
                    "`another` is missing: a function of (state, viewer, events, chance) that returns a state that "
                    'differs only in facts hidden from this viewer. If nothing is hidden, write has_no={"secrets"}.'
                )
            if self.other_event is _same_event:
                yield (
                    "`other_event` is missing: a function of (event, viewer, chance) that returns the event with other "
                    "contents in its hidden parts. Without it `redact` is not examined."
                )
            if "faces" not in self.has_no and (self.faces is _no_faces or self.face == NO_FACE):
                yield (
                    "`face` and `faces` are missing: a regular expression that finds the name of a card in JSON, and a "
                    "function of (state, viewer, events) that returns the names a viewer may read. If the hidden facts "
                    'have no such names, write has_no={"faces"}.'
                )
        if "cards" not in self.has_no and (self.cards is _no_cards or self.deck is _no_deck):
            yield (
                "`cards` and `deck` are missing: functions that return a Counter of all cards of a state, and of all "
                'cards of a setup. If there are no cards, write has_no={"cards"}.'
            )
        if self.some_deck is None and self.game.decks is not None and self.game.catalogue is not None:
            yield "`some_deck` is missing: a function of (options, chance, cards) that returns a random legal deck."
        if self.hosted is None and self.game.set_rules is not None:
            yield "`hosted` is missing: the game with further card sets, since its `set_rules` allow them."
        if self.by_hand is None and type(self.game).has_order is not Game.has_order:
            yield "`by_hand` is missing: the action that a seat takes in place of its standing order."

    def _contradictions(self) -> Iterator[str]:
        """Yield a sentence for each fact that is declared absent but described all the same."""
        unknown = sorted(set(self.has_no) - set(get_args(Absence)))
        if unknown:
            known = ", ".join(map(repr, get_args(Absence)))
            yield f"`has_no` may contain {known}, not {', '.join(map(repr, unknown))}."
        described = {
            "cards": self.cards is not _no_cards or self.deck is not _no_deck,
            "faces": self.faces is not _no_faces or self.face != NO_FACE,
            "secrets": self.another is not _same_state or self.other_event is not _same_event,
        }
        for name, is_described in described.items():
            if is_described and name in self.has_no:
                yield f"`has_no` contains {name!r}, and yet they are described. Remove one of the two."


_READ_ON = "ADDING_A_HIDDEN_GAME.md beside ADDING_A_GAME.md explains each of them with an example."

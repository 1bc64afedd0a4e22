"""Interface between a game and the server. The rules compute decisions and have no memory.

A state is the result of `fold(events)`. `decide` reads the state and returns events. `evolve` is the only place where a
state changes; it never refuses an event and never draws random numbers. So a match can be replayed, moved to another
process, and trusted.

All data are values. An open question to a seat is part of the state, never a closure.

Results of one call are reused by the next. A `Decision` contains the state after its events, `decide_among` gets the
offered choices, and `view_on` the part that all viewers share. Computing them again would give the same results.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from quarterdeck_protocol.catalogue import CardSet, SetMark
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.messages import Outlook, Result
from quarterdeck_protocol.names import Milliseconds, Seat, Viewer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.card_sets import CardCatalogue
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.dice import Dice
from quarterdeck_games.evaluator import Evaluator
from quarterdeck_games.set_rules import SetRules
from quarterdeck_games.simulator import Simulator

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")


class Seal:
    """Prevents a state from being sent: the encoder for viewers does not know this type and refuses every value that
    contains it.

    Only `quarterdeck_games.state_codec` can encode a state, for the store and for tests.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seal)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "SEAL"


SEAL = Seal()


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """Base class of every game state. It contains hidden facts, so it must not be sent to viewers."""

    seal: Seal = SEAL


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a match that are fixed before it begins: seats, options and decks."""

    seats: int
    """Number of seats."""

    options: Any
    """The game's own options, decoded as `Game.options`."""

    decks: tuple[Deck, ...] = ()
    """The deck of each seat; empty in games without decks of players."""


class Fault(msgspec.Struct, frozen=True):
    """One fault in the settings of a match, with its place."""

    path: str
    """The place of the fault, as a JSON path: `$.seats`, `$.options.forced_fight`, `$.decks[1]`."""

    text: str
    """The fault and the right form, in a sentence."""


class IllegalAction(Exception):  # noqa: N818 - said as a player would say it
    """Error: the rules do not allow this action now. Nothing has changed; `str(error)` is a sentence with the reason,
    for the sender.

    `rule` cites the place in the rule book, by the id of its anchor: `S2:20`, `DD-13`.
    """

    def __init__(self, text: str, rule: str) -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule


class Phrases(msgspec.Struct, frozen=True, kw_only=True):
    """Phrases for a game's actions and events in words, so that a client without any rules can show them.

    The keys are type tags. A phrase is a sentence with fields: `{card}` stands for the value of the field `card`.

    - A field named `seat`, or ending in `_seat`, is shown as the name of that player.
    - An object is shown as the phrase in `things` for its tag, or for the name of the field if it has no tag.
    - A word is shown as its name in `things`, if there is one.
    - A list is shown as its elements, separated by commas.
    - `{count|# card|# cards}` is the first text if the value is 1 or a list of one element, otherwise the second. The
      value replaces `#`. A third text is for `null`, 0 and empty lists.
    - The id of a piece in the view is shown as the phrase for `piece` in `things`, if there is one.
    - Text in `[…]` is left out if one of its fields is empty.
    """

    actions: Mapping[str, str]
    events: Mapping[str, str]
    things: Mapping[str, str]
    rules: str = ""
    """The rules in brief, as Markdown, for a player at the table. A game with a rule book leaves this out: the *How to
    play* of its book takes its place.
    """


class Game(ABC, Generic[State, Action, Event, View]):
    """The rules of one game. They compute events from a state and have no memory."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    """Raised when an old log would fold to another state."""

    seats: ClassVar[range]
    """The allowed numbers of seats."""

    default_seats: ClassVar[int]
    """Number of seats by default."""

    time_bank: ClassVar[Milliseconds] = Milliseconds(0)
    """The time that each seat may take in one match beyond its limits, in total; it is used up only where a limit has
    passed."""

    limits_a_turn: ClassVar[int] = 0
    """Maximum number of `time_limit`s that a seat may use for all actions of one turn, in addition to the limit of each
    decision; 0 in games that limit decisions only. `turn_of` returns the number of the turn.
    """

    grace: ClassVar[Milliseconds | None] = None
    """The total time that a seat may be absent in one match. After that, the house resigns for it. `None` means no
    limit: the house plays for it to the end.
    """

    options: ClassVar[Any]
    """The options of a table, with defaults (a frozen struct)."""

    actions: ClassVar[Any]
    """The type of a player's action (a tagged union)."""

    events: ClassVar[Any]
    """The type of a stored event (a tagged union)."""

    views: ClassVar[Any]
    """The type of a view (a frozen struct)."""

    states: ClassVar[Any]
    """The type of a stored state (a `Secret`)."""

    cards: ClassVar[Any] = None
    """Type of a card in `card_sets` (a frozen struct), for a game without a catalogue. The schema of its cards derives
    from it."""

    listed: ClassVar[bool] = True
    """True if the lobby offers the game. Games for benchmarks and tests are not offered."""

    @property
    @abstractmethod
    def phrases(self) -> Phrases:
        """Phrases for all actions and events. They are the same for all matches of most games."""

    @property
    def decks(self) -> DeckSupport | None:
        """The game's support for decks that players bring; `None` if the game has no such decks."""
        return None

    @property
    def published_events(self) -> Any:
        """The types of events in the form sent to viewers. A game may store more in its events."""
        return self.events

    @property
    def catalogue(self) -> CardCatalogue[Any] | None:
        """The card sets of the game, if it has any to which a host can add; otherwise `None`."""
        return None

    @property
    def card_sets(self) -> tuple[CardSet[Any], ...]:
        """All cards of the game for readers, as `GET /v1/games/<game>/cards` returns them: the sets of its catalogue,
        or the cards of a game without further sets; empty for a game without cards."""
        return () if self.catalogue is None else self.catalogue.sets

    @property
    def set_rules(self) -> SetRules[Any] | None:
        """Rules for the game's card sets; `None` if a host cannot add cards."""
        return None

    def with_catalogue(self, catalogue: Any) -> "Game[State, Action, Event, View]":
        """Return this game played with these cards, which its `set_rules` have read. Only for games with such rules."""
        raise NotImplementedError

    @property
    def evaluator(self) -> Evaluator | None:
        """The evaluator of this game for the server's greedy bot; `None` if the bot cannot play the game."""
        return None

    @property
    def simulator(self) -> Simulator | None:
        """The simulator of this game for search bots; `None` if they cannot play the game."""
        return None

    @property
    def further_sets(self) -> tuple[SetMark, ...]:
        """The card sets beyond those that belong to the version of the rules. A match stores them at its opening."""
        return () if self.catalogue is None else self.catalogue.marks

    def setup(self, seats: int, options: Any, brought: Sequence[Deck | None] = ()) -> Setup:
        """Return the settings of a match. Every seat whose player has brought no deck plays a ready one."""
        if self.decks is None or seats not in self.seats:
            return Setup(seats=seats, options=options)
        given = [*brought, *[None] * (seats - len(brought))]
        decks = [self.decks.of_seat(seat) if deck is None else deck for seat, deck in enumerate(given)]
        return Setup(seats=seats, options=options, decks=tuple(decks))

    def check(self, setup: Setup) -> Sequence[Fault]:
        """Return all faults of the settings of a match at once; empty if it can be played."""
        if setup.seats not in self.seats:
            return (
                Fault(
                    "$.seats",
                    Text(
                        "{title} is played by {seats} seats, not {number}.",
                        title=self.title,
                        seats=_span(self.seats),
                        number=setup.seats,
                    ),
                ),
            )
        faults = []
        needed = 0 if self.decks is None else setup.seats
        if len(setup.decks) != needed:
            text = Text(
                "{title} with {seats} seats takes {needed} decks, not {count}.",
                title=self.title,
                seats=setup.seats,
                needed=needed,
                count=len(setup.decks),
            )
            faults.append(Fault("$.decks", text))
        if self.decks is not None:
            for seat, deck in enumerate(setup.decks):
                faults += [Fault(f"$.decks[{seat}]", text) for text in self.decks.faults(deck, setup.options)]
        return faults

    @abstractmethod
    def blank(self, setup: Setup) -> State:
        """Return the state before the first event: seats, options and decks, with no card dealt."""

    @abstractmethod
    def start(self, state: State, dice: Dice) -> Sequence[Event]:
        """Return the first events of a match: shuffle, deal, choose the starting seat."""

    @abstractmethod
    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return all choices of this seat in a fixed order; empty if the game does not wait for the seat."""

    @abstractmethod
    def decide(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        """Return the events of this action, at least one. Raises `IllegalAction`."""

    def decide_among(
        self, offered: Sequence[Action], state: State, seat: Seat, action: Action, dice: Dice
    ) -> Sequence[Event]:
        """Return the same as `decide`, for a caller that knows the seat's `choices` in this state, so that the game
        need not compute them again. Raises `IllegalAction`."""
        return self.decide(state, seat, action, dice)

    @abstractmethod
    def evolve(self, state: State, event: Event) -> State:
        """Return the state after this event. It never refuses an event and never draws random numbers."""

    @abstractmethod
    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        """Return the events when this seat, which has choices, runs out of time: at least one (G-9)."""

    def time_limit(self, state: State, seat: Seat, limit: Milliseconds) -> Milliseconds:
        """Return the time that this seat, which has choices, has for this decision alone: the table's limit, unless the
        game changes it."""
        return limit

    def turn_of(self, state: State, seat: Seat) -> int | None:
        """Return the number of the turn whose time limit applies to the present decision of this seat, which has
        choices. `None` if there is no such turn, as always in a game with `limits_a_turn` 0.

        Each seat has its own turns: it gets new time when this number differs from the last one.
        """
        return None

    @abstractmethod
    def resigned(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        """Return the events when this player leaves for good, in any seat's turn: at least one (G-10).

        Afterwards the seat has no choices until the match is over. Not called twice for a seat.
        """

    def has_order(self, state: State, seat: Seat) -> bool:
        """True if a standing order of this seat (an instruction that its player left in advance) answers its present
        question. The seat has choices.

        Only its own player may know: no view and no event may reveal an order to others. The server waits for a short
        time before it answers, and the player may act before that.
        """
        return False

    def obeyed(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        """Return the events of this seat's standing order, if `has_order`: at least one. To other viewers they must
        look as if the player had acted."""
        raise NotImplementedError

    def returned(self, state: State, seat: Seat) -> Sequence[Event]:
        """Return the events when a player is back after the server has played for the seat; often none."""
        return ()

    @abstractmethod
    def view(self, state: State, viewer: Viewer) -> View:
        """Return the state as this viewer may see it, built only from facts that the viewer may know."""

    def board(self, state: State) -> Any:
        """Return the part of a state that all viewers share, computed once for all of them; `None` if the game has no
        such part."""
        return None

    def view_on(self, board: Any, state: State, viewer: Viewer) -> View:
        """Return the same as `view`, given the state's `board`. It adds only what differs between viewers."""
        return self.view(state, viewer)

    @abstractmethod
    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        """Return the event in the form that this viewer may see; `None` if they may not learn of it at all."""

    def hidden_cards(self, state: State) -> Sequence[Sequence[Any]] | None:
        """Return the cards that are hidden from at least one viewer, place by place and in their order, with sealed
        choices. `None` if the game does not tell: then no action can be taken back.

        An action may be taken back only if this stays the same, and if the views and events of all viewers show that
        nobody has learned anything. Whether it stays the same must not depend on a fact that is hidden from the seat.
        """
        return None

    def outlooks(self, state: State, seat: Seat, choices: Sequence[Action]) -> Sequence[Outlook | None]:
        """Return the outlook (a preview in numbers) of each choice of this seat, computed only from facts that the seat
        may know; `()` if there are none."""
        return ()

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """Return the places of all seats if the match is over; otherwise `None`."""

    def rank(self, wins: int) -> str | None:
        """Return the title of a player with this number of wins; `None` if the game has no ranks."""
        return None

    def fold(self, state: State, events: Sequence[Event]) -> State:
        """Return the state after these events. A `Decision` that was made in this very state already contains the
        result, which saves a third of the time."""
        if isinstance(events, Decision) and events.before is state:
            after: State = events.after
            return after
        return reduce(self.evolve, events, state)


class Decision(tuple[Event, ...]):
    """The events of a decision, with the states before and after it. The states are neither stored nor sent, and are
    ignored in comparisons."""

    before: Any
    after: Any


class Scribe(Generic[State, Event]):
    """Builds a decision step by step: `record(event)` is the only way to change the state.

    `state` is the state so far, `events` the recorded events, and `decision()` the result.
    """

    __slots__ = ("_before", "_evolve", "events", "state")

    def __init__(self, evolve: Callable[[State, Event], State], state: State) -> None:
        self._evolve = evolve
        self._before = state
        self.state = state
        self.events: list[Event] = []

    def record(self, event: Event) -> State:
        self.events.append(event)
        self.state = self._evolve(self.state, event)
        return self.state

    def decision(self) -> Decision[Event]:
        decision = Decision(self.events)
        decision.before, decision.after = self._before, self.state
        return decision


def _span(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"

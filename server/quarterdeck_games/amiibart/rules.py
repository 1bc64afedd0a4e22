"""The rules of Amiibart TCG in the form that the server calls. Each result is computed in a module of its own."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, CardId, Event, Options, View
from quarterdeck_protocol.messages import Outlook, Result
from quarterdeck_protocol.names import Milliseconds, Seat, Viewer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games import two_seats
from quarterdeck_games.amiibart import actions
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED
from quarterdeck_games.amiibart.cards.ready import ABOUT
from quarterdeck_games.amiibart.cards.second.ready import ABOUT as ABOUT_THE_SECOND
from quarterdeck_games.amiibart.choices import choices
from quarterdeck_games.amiibart.deck_rules import decks_of
from quarterdeck_games.amiibart.effects import AskedInFull
from quarterdeck_games.amiibart.evaluation import worth
from quarterdeck_games.amiibart.evolve import evolve
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.outlooks import outlooks
from quarterdeck_games.amiibart.phrases import phrases_with
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.sets import AmiibartSets
from quarterdeck_games.amiibart.simulation import SIMULATOR
from quarterdeck_games.amiibart.state import Side, State
from quarterdeck_games.amiibart.view import redact, view
from quarterdeck_games.catalogue_game import CatalogueGame
from quarterdeck_games.dice import Dice
from quarterdeck_games.evaluator import Evaluator
from quarterdeck_games.game import Fault, Setup
from quarterdeck_games.simulator import Simulator
from quarterdeck_games.stored_events import stored_events
from quarterdeck_games.two_seats import SEATS

TURN_CAPS = range(10, 1_001)

CHOICES_A_LIMIT = 3
"""AM-65: 10 seconds for each forced choice at a table with the usual limit of 30."""


class Amiibart(CatalogueGame[State, Action, Event, View, Catalogue]):
    """The game Amiibart TCG: two players, open information, constructed decks of thirty cards and two Powers."""

    name: ClassVar[str] = "amiibart"
    title: ClassVar[str] = "Amiibart TCG"
    version: ClassVar[int] = 7
    seats: ClassVar[range] = range(2, 3)
    default_seats: ClassVar[int] = 2
    limits_a_turn = 3
    """AM-65: 90 seconds for a turn at a table with the usual limit of 30; at a slower or quicker one, as much more or
    less."""

    grace = Milliseconds(90_000)
    """The time before the house resigns for an absent seat (AM-66)."""

    options = Options
    actions = Action
    events = stored_events(Event, AskedInFull)
    published_events: ClassVar[Any] = Event
    """The events as clients see them: a question is published without the steps that follow it."""

    views = View
    states = State
    simulator: ClassVar[Simulator] = SIMULATOR

    def __init__(self, catalogue: Catalogue = SHIPPED) -> None:
        super().__init__(catalogue, decks_of(catalogue, {**ABOUT, **ABOUT_THE_SECOND}), phrases_with(catalogue.called))

    @property
    def set_rules(self) -> AmiibartSets:
        return AmiibartSets()

    def with_catalogue(self, catalogue: Catalogue) -> "Amiibart":
        return Amiibart(catalogue)

    @property
    def evaluator(self) -> Evaluator:
        return Evaluator(partial(worth, cards=self.catalogue.by_face))

    def check(self, setup: Setup) -> Sequence[Fault]:
        """Return all faults of the settings of a match, including the faults of every deck (S0:17…29)."""
        faults = list(super().check(setup))
        options: Options = setup.options
        if options.turn_cap not in TURN_CAPS:
            faults.append(
                Fault(
                    "$.options.turn_cap",
                    Text("The last turn is from 10 to 1,000, not {turn_cap}.", turn_cap=options.turn_cap),
                )
            )
        return faults

    def blank(self, setup: Setup) -> State:
        first, second = [self._side(deck) for deck in setup.decks]
        return State(catalogue=self.catalogue, options=setup.options, sides=(first, second))

    def start(self, state: State, dice: Dice) -> Sequence[Event]:
        """Flip the coin: the only randomness of the game (S0:37, AM-67)."""
        resolution = Resolution(state)
        first = dice.pick(SEATS, "coin_flipped.starting_seat")
        libraries = tuple([side.library for side in state.sides])
        powers = tuple([side.powers for side in state.sides])
        resolution.record(ab.CoinFlipped(starting_seat=first, libraries=libraries, powers=powers))
        return actions.start(resolution, first)

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        return choices(state, seat)

    def decide(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        return actions.decide(state, seat, action)

    def decide_among(
        self, offered: Sequence[Action], state: State, seat: Seat, action: Action, dice: Dice
    ) -> Sequence[Event]:
        return actions.decide(state, seat, action, offered)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return actions.timed_out(state, seat)

    def time_limit(self, state: State, seat: Seat, limit: Milliseconds) -> Milliseconds:
        """Return the time for a decision. A forced choice has its own time, in any seat's turn (AM-65)."""
        return Milliseconds(0 if state.asked is None else limit // CHOICES_A_LIMIT)

    def turn_of(self, state: State, seat: Seat) -> int | None:
        """Return the number of the turn whose time is used. All decisions of a seat in its own turn share the time of
        that turn; in the opponent's turn there is no such time (AM-65)."""
        return state.turn if seat == state.turn_seat else None

    def resigned(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return actions.resigned(seat)

    def view(self, state: State, viewer: Viewer) -> View:
        return view(state)

    def board(self, state: State) -> View:
        return view(state)

    def view_on(self, board: View, state: State, viewer: Viewer) -> View:
        """Return the state for a viewer; it is the same for all viewers (AM-7)."""
        return board

    def redact(self, event: Event, viewer: Viewer) -> Event:
        """Return the event for a viewer. Nothing is hidden (AM-7) except the tasks that follow a question."""
        return redact(event)

    def hidden_cards(self, state: State) -> Sequence[Sequence[Any]]:
        """Return no cards: nothing is hidden (AM-7)."""
        return ()

    def outlooks(self, state: State, seat: Seat, choices: Sequence[Action]) -> Sequence[Outlook | None]:
        return outlooks(state, choices)

    def result(self, state: State) -> Result | None:
        return two_seats.result(state)

    def _side(self, deck: Deck) -> Side:
        """Return the initial state of a seat with its deck. The Primary Power is the first one."""
        cards = self.catalogue.by_face
        powers = sorted([CardId(name) for name in deck.beside], key=lambda name: not cards[name].primary)
        return Side(library=tuple([CardId(card) for card in deck.all_cards]), powers=tuple(powers))

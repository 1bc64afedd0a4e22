"""The rules of MYACARDS in the form that the server calls. Each result is computed in a module of its own."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from quarterdeck_protocol.games.myacards import Action, CardId, Event, Face, Options, View
from quarterdeck_protocol.messages import Outlook, Result
from quarterdeck_protocol.names import Milliseconds, Seat, Viewer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games import two_seats
from quarterdeck_games.catalogue_game import CatalogueGame
from quarterdeck_games.dice import Dice
from quarterdeck_games.evaluator import Evaluator
from quarterdeck_games.game import Fault, Setup
from quarterdeck_games.myacards import actions
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED, decks_of
from quarterdeck_games.myacards.choices import choices
from quarterdeck_games.myacards.evaluation import worth
from quarterdeck_games.myacards.evolve import evolve
from quarterdeck_games.myacards.faces import Catalogue
from quarterdeck_games.myacards.flow import is_in_its_turn
from quarterdeck_games.myacards.outlooks import outlooks
from quarterdeck_games.myacards.phrases import phrases_with
from quarterdeck_games.myacards.sets import MyacardsSets
from quarterdeck_games.myacards.simulation import SIMULATOR
from quarterdeck_games.myacards.state import Side, State
from quarterdeck_games.myacards.view import OpenToAll, hidden_cards, open_to_all, redact, view
from quarterdeck_games.simulator import Simulator

REACTION = Milliseconds(8_000)
"""MY-48: how long the attacked player may take to react, unless only bots of the server wait for it."""

SHORTEST_REACTION = Milliseconds(2_000)
"""The shortest time for a reaction at the quickest table: longer than a standing order waits, so that no clock cuts it
short (MY-66)."""

BOUNDS = {
    "opening_hand": range(1, 9),
    "deck_min": range(45, 51),
    "turn_cap": range(4, 401),
    "effect_copies": range(2, 201),
}


class Myacards(CatalogueGame[State, Action, Event, View, Catalogue]):
    """The game MYACARDS: two players with decks of real species, hidden hands, and a field of eight columns that both
    share."""

    name: ClassVar[str] = "myacards"
    title: ClassVar[str] = "MYACARDS"
    version: ClassVar[int] = 5
    seats: ClassVar[range] = range(2, 3)  # S4:66
    default_seats: ClassVar[int] = 2
    limits_a_turn = 3
    """MY-67: 90 seconds for a turn at a table with the usual limit of 30; at a slower or quicker one, as much more or
    less."""

    grace = Milliseconds(90_000)
    """The time before the house resigns for an absent seat (MY-60)."""

    options = Options
    actions = Action
    events = Event
    views = View
    states = State
    simulator: ClassVar[Simulator] = SIMULATOR

    def __init__(self, catalogue: Catalogue = SHIPPED) -> None:
        super().__init__(catalogue, decks_of(catalogue), phrases_with(catalogue.called))

    @property
    def faces(self) -> Mapping[CardId, Face]:
        """The printed faces of all cards."""
        return self.catalogue.faces

    @property
    def set_rules(self) -> MyacardsSets:
        return MyacardsSets()

    def with_catalogue(self, catalogue: Catalogue) -> "Myacards":
        return Myacards(catalogue)

    @property
    def evaluator(self) -> Evaluator:
        return Evaluator(partial(worth, cards=self.catalogue.cards))

    def check(self, setup: Setup) -> Sequence[Fault]:
        faults = list(super().check(setup))
        options: Options = setup.options
        for name, span in BOUNDS.items():
            value = getattr(options, name)
            if value not in span:
                text = Text("This is from {least} to {most}, not {value}.", least=span[0], most=span[-1], value=value)
                faults.append(Fault(f"$.options.{name}", text))
        return faults

    def blank(self, setup: Setup) -> State:
        first, second = [Side(deck=tuple([CardId(card) for card in deck.in_order])) for deck in setup.decks]
        return State(catalogue=self.catalogue, options=setup.options, sides=(first, second))

    def start(self, state: State, dice: Dice) -> Sequence[Event]:
        return actions.opened(state, dice)

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        return choices(state, seat)

    def decide(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        return actions.decide(state, seat, action, dice)

    def decide_among(
        self, offered: Sequence[Action], state: State, seat: Seat, action: Action, dice: Dice
    ) -> Sequence[Event]:
        return actions.decide(state, seat, action, dice, offered)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return actions.timed_out(state, seat, dice)

    def time_limit(self, state: State, seat: Seat, limit: Milliseconds) -> Milliseconds:
        """Return the time for a decision. A reaction has a short time of its own (MY-48), the same for every reaction.
        The seat's actions in its own turn use only the time of the turn (MY-67)."""
        if state.window == seat and state.asked is None:
            return max(SHORTEST_REACTION, min(limit, REACTION))
        return Milliseconds(0) if is_in_its_turn(state, seat) else limit

    def turn_of(self, state: State, seat: Seat) -> int | None:
        return state.turn if is_in_its_turn(state, seat) else None

    def has_order(self, state: State, seat: Seat) -> bool:
        """True if a standing order answers for the seat: at every chance to react to an attack, regardless of the
        hand's possible reactions (MY-66)."""
        return state.window == seat and state.asked is None and state.sides[seat].passes is not None

    def obeyed(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return actions.obeyed(state, seat, dice)

    def resigned(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return actions.resigned(state, seat, dice)

    def view(self, state: State, viewer: Viewer) -> View:
        return view(state, open_to_all(state), viewer)

    def board(self, state: State) -> OpenToAll:
        return open_to_all(state)

    def view_on(self, board: OpenToAll, state: State, viewer: Viewer) -> View:
        return view(state, board, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        return redact(event, viewer)

    def hidden_cards(self, state: State) -> Sequence[Sequence[Any]]:
        return hidden_cards(state)

    def outlooks(self, state: State, seat: Seat, choices: Sequence[Action]) -> Sequence[Outlook | None]:
        return outlooks(state, choices)

    def result(self, state: State) -> Result | None:
        return two_seats.result(state)

"""The rules of Density Deck in the form that the server calls. Each result is computed in a module of its own."""

from collections.abc import Sequence
from typing import Any, ClassVar

from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games.density_deck import Action, Event, Options, PrintedCard, View
from quarterdeck_protocol.messages import Outlook, Result
from quarterdeck_protocol.names import Milliseconds, Seat, Viewer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.density_deck import absence, deals, turns
from quarterdeck_games.density_deck.box import BOX
from quarterdeck_games.density_deck.evaluation import worth
from quarterdeck_games.density_deck.evolve import AFTER, evolve
from quarterdeck_games.density_deck.outlooks import outlooks
from quarterdeck_games.density_deck.phrases import PHRASES
from quarterdeck_games.density_deck.ranks import rank_of
from quarterdeck_games.density_deck.simulation import SIMULATOR
from quarterdeck_games.density_deck.state import State, blank
from quarterdeck_games.density_deck.view import board, hidden_cards, redact, view_on
from quarterdeck_games.dice import Dice
from quarterdeck_games.evaluator import Evaluator
from quarterdeck_games.game import Fault, Game, Phrases, Setup
from quarterdeck_games.simulator import Simulator

LIVES = range(1, 101)
ROUND_CAPS = range(2, 51)


class DensityDeck(Game[State, Action, Event, View]):
    """The game Density Deck: two to four players, hidden hands, a shared centre, and fights that cost lives."""

    name: ClassVar[str] = "density-deck"
    title: ClassVar[str] = "Density Deck"
    version: ClassVar[int] = 2
    seats: ClassVar[range] = range(2, 5)  # DD-34
    default_seats: ClassVar[int] = 4  # S2:4
    time_bank = Milliseconds(30_000)
    """The extra time of each seat, once in a match (DD-39). Nobody is resigned by it: there is no `grace`."""

    options = Options
    actions = Action
    events = Event
    views = View
    states = State
    cards = PrintedCard
    phrases: ClassVar[Phrases] = PHRASES
    evaluator: ClassVar[Evaluator] = Evaluator(worth)
    simulator: ClassVar[Simulator] = SIMULATOR

    @property
    def card_sets(self) -> tuple[CardSet[PrintedCard], ...]:
        return (BOX,)

    def check(self, setup: Setup) -> Sequence[Fault]:
        faults = list(super().check(setup))
        if setup.options.lives not in LIVES:
            faults.append(
                Fault("$.options.lives", Text("Lives are from 1 to 100, not {lives}.", lives=setup.options.lives))
            )
        if setup.options.round_cap not in ROUND_CAPS:
            faults.append(
                Fault(
                    "$.options.round_cap",
                    Text("The last round is from 2 to 50, not {round_cap}.", round_cap=setup.options.round_cap),
                )
            )
        return faults

    def blank(self, setup: Setup) -> State:
        return blank(setup.seats, setup.options)

    def start(self, state: State, dice: Dice) -> Sequence[Event]:
        scribe = deals.DeckScribe(evolve, state)
        dealer = dice.pick([Seat(seat) for seat in range(len(state.lives))], "dealt.dealer_seat")  # S2:16
        deals.deal(scribe, dealer, dice)
        return scribe.decision()

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        return turns.choices(state, seat) if seat == state.turn else ()

    def decide(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        return turns.decide(state, seat, action, dice)

    def decide_among(
        self, offered: Sequence[Action], state: State, seat: Seat, action: Action, dice: Dice
    ) -> Sequence[Event]:
        return turns.decide(state, seat, action, dice)

    def evolve(self, state: State, event: Event) -> State:
        return AFTER[type(event)](state, event)

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return absence.timed_out(state, seat, dice)

    def resigned(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return absence.resigned(state, seat, dice)

    def returned(self, state: State, seat: Seat) -> Sequence[Event]:
        return absence.returned(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        return view_on(board(state), state, viewer)

    def board(self, state: State) -> View:
        return board(state)

    def view_on(self, board: View, state: State, viewer: Viewer) -> View:
        return view_on(board, state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return redact(event, viewer)

    def hidden_cards(self, state: State) -> Sequence[Sequence[Any]]:
        return hidden_cards(state)

    def outlooks(self, state: State, seat: Seat, choices: Sequence[Action]) -> Sequence[Outlook | None]:
        return outlooks(state, seat, choices)

    def result(self, state: State) -> Result | None:
        if state.ended is None:
            return None
        places = tuple(place for place in state.places if place is not None)
        return Result(places=places, reason=state.ended.value)

    def rank(self, wins: int) -> str | None:
        return rank_of(wins)

"""The rules of Amfibido in the form that the server calls. Each result is computed in a module of its own."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.messages import Outlook, Result
from quarterdeck_protocol.names import Milliseconds, Seat, Viewer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games import two_seats
from quarterdeck_games.amfibido import actions
from quarterdeck_games.amfibido.cards.box import BOX
from quarterdeck_games.amfibido.cards.copies import DECKS, FACES, SENSEI_DECK
from quarterdeck_games.amfibido.choices import choices
from quarterdeck_games.amfibido.effects import AskedInFull
from quarterdeck_games.amfibido.evaluation import worth
from quarterdeck_games.amfibido.evolve import evolve
from quarterdeck_games.amfibido.outlooks import outlooks
from quarterdeck_games.amfibido.phrases import PHRASES
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.simulation import SIMULATOR
from quarterdeck_games.amfibido.state import State
from quarterdeck_games.amfibido.view import Board, board, hidden_cards, redact, view_on
from quarterdeck_games.dice import Dice
from quarterdeck_games.evaluator import Evaluator
from quarterdeck_games.game import Fault, Game, Phrases, Setup
from quarterdeck_games.simulator import Simulator
from quarterdeck_games.stored_events import stored_events
from quarterdeck_games.two_seats import SEATS, other

ROUND_CAPS = range(4, 51)


class Amfibido(Game[State, af.Action, af.Event, af.View]):
    """The game Amfibido: two players, hidden drafts, hidden hands, three dojos and 106 cards with texts."""

    name: ClassVar[str] = "amfibido"
    title: ClassVar[str] = "Amfibido"
    version: ClassVar[int] = 3
    seats: ClassVar[range] = range(2, 3)  # AF fact 24
    default_seats: ClassVar[int] = 2
    time_bank = Milliseconds(120_000)
    """AF-48: running out of time is a pass, which is final for the round."""

    grace = Milliseconds(90_000)
    """The time before the house resigns for an absent seat (AF-49)."""

    options = af.Options
    actions = af.Action
    events = stored_events(af.Event, AskedInFull)
    published_events: ClassVar[Any] = af.Event
    """The events as clients see them: a question is published without the steps that follow it."""

    views = af.View
    states = State
    cards = af.PrintedCard
    phrases: ClassVar[Phrases] = PHRASES
    evaluator: ClassVar[Evaluator] = Evaluator(worth)
    simulator: ClassVar[Simulator] = SIMULATOR
    faces: ClassVar[Mapping[af.CardId, af.Face]] = FACES
    """The printed content of every card."""

    @property
    def card_sets(self) -> tuple[CardSet[af.PrintedCard], ...]:
        return (BOX,)

    def check(self, setup: Setup) -> Sequence[Fault]:
        faults = list(super().check(setup))
        if setup.options.max_rounds not in ROUND_CAPS:
            faults.append(
                Fault(
                    "$.options.max_rounds",
                    Text("The last round is from 4 to 50, not {max_rounds}.", max_rounds=setup.options.max_rounds),
                )
            )
        return faults

    def blank(self, setup: Setup) -> State:
        return State(options=setup.options)

    def start(self, state: State, dice: Dice) -> Sequence[af.Event]:
        """Shuffle the level decks, draw the starting seat by lot, and deal three level I cards to each player
        (S3:17…23)."""
        resolution = Resolution(state, dice)
        decks = tuple([dice.shuffled(deck, "shuffled.decks") for deck in DECKS])
        senseis = dice.shuffled(SENSEI_DECK, "shuffled.senseis") if state.options.sensei else ()
        resolution.record(
            af.Shuffled(starting_seat=dice.pick(SEATS, "shuffled.starting_seat"), decks=decks, senseis=senseis)
        )
        for seat in (resolution.state.starter, other(resolution.state.starter)):
            actions.deal_hand(resolution, seat)
        return resolution.decision()

    def choices(self, state: State, seat: Seat) -> Sequence[af.Action]:
        return choices(state, seat)

    def decide(self, state: State, seat: Seat, action: af.Action, dice: Dice) -> Sequence[af.Event]:
        return actions.decide(state, seat, action, dice)

    def decide_among(
        self, offered: Sequence[af.Action], state: State, seat: Seat, action: af.Action, dice: Dice
    ) -> Sequence[af.Event]:
        return actions.decide(state, seat, action, dice, offered)

    def evolve(self, state: State, event: af.Event) -> State:
        return evolve(state, event)

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[af.Event]:
        return actions.timed_out(state, seat, dice)

    def resigned(self, state: State, seat: Seat, dice: Dice) -> Sequence[af.Event]:
        return actions.resigned(state, seat, dice)

    def view(self, state: State, viewer: Viewer) -> af.View:
        return view_on(board(state), state, viewer)

    def board(self, state: State) -> Board:
        return board(state)

    def view_on(self, board: Board, state: State, viewer: Viewer) -> af.View:
        return view_on(board, state, viewer)

    def redact(self, event: af.Event, viewer: Viewer) -> af.Event:
        return redact(event, viewer)

    def hidden_cards(self, state: State) -> Sequence[Sequence[Any]]:
        return hidden_cards(state)

    def outlooks(self, state: State, seat: Seat, choices: Sequence[af.Action]) -> Sequence[Outlook | None]:
        return outlooks(state, seat, choices)

    def result(self, state: State) -> Result | None:
        return two_seats.result(state)

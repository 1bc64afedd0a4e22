"""The rules of Tiny: two players mark cells in turn until the agreed number of marks is reached. The player who makes
the last mark wins."""

from collections.abc import Sequence
from typing import Any, ClassVar

from quarterdeck_protocol.games.tiny import Action, Began, Event, Left, Mark, Marked, Options, Reason, View
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Seat, Viewer
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Fault, Game, IllegalAction, Phrases, Secret, Setup
from quarterdeck_games.two_seats import SEATS, lost_by, other

CELLS = 256
LONGEST_NOTE = 64


class State(Secret, frozen=True, kw_only=True):
    """The state of Tiny: the active seat and the contents of the cells. 256 cells make it about two kilobytes large."""

    turn: Seat = Seat(0)
    begun: bool = False
    marks: int = 0
    needed: int
    cells: tuple[int, ...] = (0,) * CELLS
    gone: Seat | None = None


class Tiny(Game[State, Action, Event, View]):
    """The game Tiny: two players, one kind of action, nothing hidden."""

    name: ClassVar[str] = "tiny"
    title: ClassVar[str] = "Tiny"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    default_seats: ClassVar[int] = 2
    options = Options
    actions = Action
    events = Event
    views = View
    states = State
    listed: ClassVar[bool] = False
    phrases: ClassVar[Phrases] = Phrases(
        actions={"mark": "Mark cell {cell}"},
        events={
            "began": "{seat} begins.",
            "marked": "{seat} marked cell {cell} with {mark}.",
            "left": "{seat} left the match.",
        },
        things={},
        rules="Mark any cell in turn. Whoever makes the last mark wins.",
    )

    def check(self, setup: Setup) -> Sequence[Fault]:
        faults = list(super().check(setup))
        if not 1 <= setup.options.marks <= 1_000_000_000:
            faults.append(Fault("$.options.marks", Text("The number of marks must be from 1 to 1,000,000,000.")))
        return faults

    def blank(self, setup: Setup) -> State:
        return State(needed=setup.options.marks)

    def start(self, state: State, dice: Dice) -> Sequence[Event]:
        return (Began(seat=dice.pick(SEATS, "began.seat")),)

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.turn or self._is_over(state) or not state.begun:
            return ()
        return (Mark(cell=state.marks % CELLS, note=""),)

    def decide(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        if self._is_over(state):
            raise IllegalAction(Text("The match is over."), "end")
        if seat != state.turn:
            raise IllegalAction(Text("It is the other seat's turn."), "turn")
        if not 0 <= action.cell < CELLS:
            raise IllegalAction(
                Text("There is no cell {cell}; cells go from 0 to {last}.", cell=action.cell, last=CELLS - 1),
                "cells",
            )
        if len(action.note) > LONGEST_NOTE:
            raise IllegalAction(
                Text("A note has at most {longest_note} characters.", longest_note=LONGEST_NOTE), "notes"
            )
        return (Marked(seat=seat, cell=action.cell, mark=state.marks + 1),)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Began():
                return State(turn=event.seat, begun=True, needed=state.needed)
            case Marked():
                cells = (*state.cells[: event.cell], event.mark, *state.cells[event.cell + 1 :])
                return State(turn=other(event.seat), begun=True, marks=event.mark, needed=state.needed, cells=cells)
            case Left():
                return State(
                    turn=state.turn,
                    begun=True,
                    marks=state.marks,
                    needed=state.needed,
                    cells=state.cells,
                    gone=event.seat,
                )

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return (Marked(seat=seat, cell=state.marks % CELLS, mark=state.marks + 1),)

    def resigned(self, state: State, seat: Seat, dice: Dice) -> Sequence[Event]:
        return (Left(seat=seat),)

    def view(self, state: State, viewer: Viewer) -> View:
        return View(turn=state.turn, marks=state.marks, first_cells=state.cells[:8])

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return event

    def hidden_cards(self, state: State) -> Sequence[Sequence[Any]]:
        return ()

    def result(self, state: State) -> Result | None:
        if state.gone is not None:
            return Result(places=lost_by(state.gone), reason=Reason.LEFT)
        if state.marks < state.needed:
            return None
        return Result(places=lost_by(state.turn), reason=Reason.LAST_MARK)

    def _is_over(self, state: State) -> bool:
        return state.gone is not None or state.marks >= state.needed

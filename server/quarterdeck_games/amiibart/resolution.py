"""Where a decision is worked out: what has been recorded, and what is still to be done.

The agenda lives only as long as one decision. When a player must be asked, what is left of it goes into the question
(`AskedInFull.then`), which is an event like any other; the answer takes it up from there.
"""

from msgspec.structs import replace
from quarterdeck_protocol.games.amiibart import CardId, Event, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.effects import AskedInFull, Go, PlayOn, Task
from quarterdeck_games.amiibart.evolve import evolve
from quarterdeck_games.amiibart.state import State
from quarterdeck_games.game import Scribe

HOUSE = CardId("")
"""The card of tasks that no card asks for."""


class Resolution:
    """One decision in the making."""

    __slots__ = ("agenda", "scribe")

    def __init__(self, state: State) -> None:
        self.scribe: Scribe[State, Event] = Scribe(evolve, state)
        self.agenda: list[Task] = []

    @property
    def state(self) -> State:
        return self.scribe.state

    def record(self, event: Event) -> State:
        return self.scribe.record(event)

    def first(self, *tasks: Task) -> None:
        """Do these next, before what is already on the agenda."""
        self.agenda[:0] = tasks

    def go(self, seat: Seat, *steps: PlayOn) -> None:
        """Go on with the game when everything else is done."""
        self.agenda.extend([Task(does=(Go(step),), seat=seat, card=HOUSE) for step in steps])

    def ask(self, task: Task, options: Pieces) -> None:
        """Ask the task's player; the answer goes to the task, and then all that is left is done."""
        then = (task, *self.agenda)
        self.agenda.clear()
        self.record(AskedInFull(seat=task.seat, about=task.card, options=options, then=then))

    def answered(self, task: Task, piece: str) -> Task:
        """Return the task with one more of its choices made."""
        return replace(
            task,
            targets=(*task.targets, piece),
            chosen_for=(*task.chosen_for, task.choosing[0]),
            choosing=task.choosing[1:],
        )

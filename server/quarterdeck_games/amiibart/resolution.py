"""A decision of Amiibart TCG while it is computed. When a player is asked, its remaining tasks are stored in
`AskedInFull.then`."""

from msgspec.structs import replace
from quarterdeck_protocol.games.amiibart import CardId, Event, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.agenda import AgendaScribe
from quarterdeck_games.amiibart.effects import AskedInFull, Go, PlayOn, Task
from quarterdeck_games.amiibart.evolve import evolve
from quarterdeck_games.amiibart.state import State

HOUSE = CardId("")
"""The card of tasks that no card asks for."""


class Resolution(AgendaScribe[State, Event, Task]):
    """A decision of Amiibart TCG while it is computed."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(evolve, state)

    def go(self, seat: Seat, *steps: PlayOn) -> None:
        """Add an automatic step of the game at the end of the agenda."""
        self.last(*[Task(does=(Go(step),), seat=seat, card=HOUSE) for step in steps])

    def ask(self, task: Task, options: Pieces) -> None:
        """Ask the task's player. The answer is added to the task, and then all remaining tasks are done."""
        then = self.postponed(task)
        self.record(AskedInFull(seat=task.seat, about=task.card, options=options, then=then))

    def answered(self, task: Task, piece: str) -> Task:
        """Return the task of a card text with one more of its choices made."""
        return replace(
            task,
            targets=(*task.targets, piece),
            chosen_for=(*task.chosen_for, task.choosing[0]),
            choosing=task.choosing[1:],
        )

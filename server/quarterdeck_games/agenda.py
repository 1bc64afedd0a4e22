"""Agenda of a decision: the tasks that remain, for games whose cards set one another off.

The agenda lives only as long as one decision. When a player must be asked, the rest of it goes into the question, which
is an event like any other; the answer takes it up from there.
"""

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from quarterdeck_games.game import Scribe


class Pausing(Protocol):
    """A state in which a decision may have to wait for an answer."""

    @property
    def asked(self) -> object | None: ...
    @property
    def ended(self) -> object | None: ...


State = TypeVar("State", bound=Pausing)
Event = TypeVar("Event")
Task = TypeVar("Task")


class AgendaScribe(Scribe[State, Event], Generic[State, Event, Task]):
    """Works out a decision of which some is still to be done: the tasks on its agenda, the next one first."""

    __slots__ = ("agenda",)

    def __init__(self, evolve: Callable[[State, Event], State], state: State) -> None:
        super().__init__(evolve, state)
        self.agenda: list[Task] = []

    def first(self, *tasks: Task) -> None:
        """Put these tasks before all that is already on the agenda."""
        self.agenda[:0] = tasks

    def last(self, *tasks: Task) -> None:
        """Put these tasks behind all that is already on the agenda."""
        self.agenda.extend(tasks)

    def due(self) -> Iterator[Task]:
        """Take task after task until nothing is left, a player is asked, or the match is over."""
        while self.agenda and self.state.asked is None and self.state.ended is None:
            yield self.agenda.pop(0)

    def postponed(self, task: Task) -> tuple[Task, ...]:
        """Take everything from the agenda, to be done after an answer: this task first."""
        then = (task, *self.agenda)
        self.agenda.clear()
        return then

"""Agenda of a decision: the tasks that remain to be done, for games in which cards trigger each other.

The agenda exists only during one decision. When a player must be asked, the remaining tasks are stored in the question,
which is an event like any other. The player's answer continues them from there.
"""

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from quarterdeck_games.game import Scribe


class Pausing(Protocol):
    """Interface of a state in which a decision may have to wait for a player's answer."""

    @property
    def asked(self) -> object | None: ...
    @property
    def ended(self) -> object | None: ...


State = TypeVar("State", bound=Pausing)
Event = TypeVar("Event")
Task = TypeVar("Task")


class AgendaScribe(Scribe[State, Event], Generic[State, Event, Task]):
    """Computes a decision step by step: the remaining tasks are on its agenda, the next one first."""

    __slots__ = ("agenda",)

    def __init__(self, evolve: Callable[[State, Event], State], state: State) -> None:
        super().__init__(evolve, state)
        self.agenda: list[Task] = []

    def first(self, *tasks: Task) -> None:
        """Add these tasks at the beginning of the agenda."""
        self.agenda[:0] = tasks

    def last(self, *tasks: Task) -> None:
        """Add these tasks at the end of the agenda."""
        self.agenda.extend(tasks)

    def due(self) -> Iterator[Task]:
        """Yield one task after the other until none is left, a player must be asked, or the match is over."""
        while self.agenda and self.state.asked is None and self.state.ended is None:
            yield self.agenda.pop(0)

    def postponed(self, task: Task) -> tuple[Task, ...]:
        """Remove all tasks from the agenda and return them, preceded by this one. They are done after a player's
        answer."""
        then = (task, *self.agenda)
        self.agenda.clear()
        return then

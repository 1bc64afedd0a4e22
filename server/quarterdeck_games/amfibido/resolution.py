"""A decision of Amfibido while it is computed. When a player is asked, its remaining tasks are stored in
`AskedInFull.then`."""

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import Answer, CardId, DiscardsCounted, Event, PieceId, Prompt, Triggered
from quarterdeck_protocol.names import Seat

from quarterdeck_games.agenda import AgendaScribe
from quarterdeck_games.amfibido.cards.card import When
from quarterdeck_games.amfibido.effects import AskedInFull, Cost, Effect, Go, Order, Step, Task
from quarterdeck_games.amfibido.evolve import AFTER, evolve
from quarterdeck_games.amfibido.queries import counter_of_discards
from quarterdeck_games.amfibido.state import State, card_of, is_fighter
from quarterdeck_games.dice import Dice
from quarterdeck_games.two_seats import SEATS

HOUSE = CardId("")
"""The card of tasks that no card asks for."""


class Resolution(AgendaScribe[State, Event, Task]):
    """A decision of Amfibido while it is computed."""

    __slots__ = ("dice",)

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(evolve, state)
        self.dice = dice

    def record(self, event: Event) -> State:
        self.events.append(event)  # as every scribe does it, without a call in between: there are three in every action
        self.state = state = AFTER[type(event)](self.state, event)
        first, second = state.sides
        if first.face_down or second.face_down:  # as they seldom are
            for seat in SEATS:
                if self.state.sides[seat].face_down:
                    state = self._count_discards(seat)
        return state

    def _count_discards(self, seat: Seat) -> State:
        """Record the names of the fighters that a seat has discarded face down as soon as a card counts them
        (AF-52)."""
        by, hidden = counter_of_discards(self.state, seat), self.state.sides[seat].face_down
        if by is None:
            return self.state
        fighters = tuple([card for card in hidden if is_fighter(card)])
        return super().record(DiscardsCounted(seat=seat, cards=fighters, count=len(hidden), by=by))

    def when_paid(self, *tasks: Task) -> None:
        """Add these tasks after the remaining costs of the current text (G-2)."""
        paying: list[Task] = []
        while self.agenda and isinstance(self.agenda[0].does[0], Cost):
            text = self.agenda.pop(0)
            paying.append(replace(text, does=text.does[:1]))
            if len(text.does) > 1:
                self.first(replace(text, does=text.does[1:]))
        self.first(*paying, *tasks)

    def became(self, old: PieceId, new: PieceId) -> None:
        """Change tasks that a fight has triggered, so that they apply to the new piece of its fighter."""
        self.agenda = [_about(task, old, new) for task in self.agenda]

    def go(self, step: Step) -> None:
        """Add an automatic step of the game at the end of the agenda."""
        self.last(Task(does=(Go(step),), seat=Seat(0), card=HOUSE))

    def ask(self, task: Task, awaiting: Effect, prompt: Prompt, options: tuple[Answer, ...]) -> None:
        """Ask the task's player. The answer is passed to `awaiting`, and then all remaining tasks are done."""
        then = self.postponed(replace(task, does=(awaiting,)))
        self.record(AskedInFull(seat=task.seat, about=task.card, prompt=prompt, options=options, then=then))

    def trigger(self, when: When, seat: Seat, card: CardId, piece: PieceId | None = None) -> None:
        """Put a card's abilities with this trigger at the beginning of the agenda."""
        for on in card_of(card).triggers(when):
            self.record(Triggered(seat=seat, card=card))
            self.first(Task(does=on.does, seat=seat, card=card, piece=piece))


def _about(task: Task, old: PieceId, new: PieceId) -> Task:
    does = tuple(
        [
            Order(tuple([_about(one, old, new) for one in effect.waiting])) if isinstance(effect, Order) else effect
            for effect in task.does
        ]
    )
    return replace(task, does=does, about=new if task.about == old else task.about)

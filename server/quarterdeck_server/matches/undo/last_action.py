"""The last action of a match, and the check whether it may be taken back: nobody may have learned anything by it.

The check compares what every seat and a spectator were shown before and after. Its answer follows from facts that all
of them know. So it reveals nothing about a hidden card, whatever it is.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import Milliseconds, Seat, Version, Viewer

from quarterdeck_server.matches.faults import Unprinted
from quarterdeck_server.matches.seat_clock import SeatClock

Board = Callable[[Any], Any]
"""Returns the part of the view of a state that all viewers share."""


class LastAction(Unprinted, eq=False):
    """The newest action of a match, with the state before it."""

    version: Version
    seat: Seat
    at: Milliseconds
    before: Any
    clocks: tuple[SeatClock, ...]
    """The seats' clocks after it."""

    made: tuple[Any, Sequence[Any]] | None = None
    """The state after the action and its events, until `is_open` has looked at them. An action without them may be
    taken back."""

    _is_closed: bool = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LastAction):
            return NotImplemented
        return self._compared() == other._compared()

    __hash__ = None  # type: ignore[assignment]  # its state may not be hashable

    def _compared(self) -> tuple[Any, ...]:
        return self.version, self.seat, self.at, self.before, self.clocks

    def is_open(self, game: AnyGame, seats: Sequence[Seat], board_of: Board) -> bool:
        """True if nobody has learned anything by the action. Computed once."""
        if self.made is not None:
            self._is_closed, self.made = not _is_open(game, seats, self.before, *self.made, board_of), None
        return not self._is_closed


def _is_open(
    game: AnyGame, seats: Sequence[Seat], before: Any, after: Any, events: Sequence[Any], board_of: Board
) -> bool:
    hidden = game.hidden_cards(before)
    if hidden is None or hidden != game.hidden_cards(after):
        return False
    if not hidden:  # then all viewers are shown the same, which the promises of games hold
        return True
    viewers: list[Viewer] = [None, *seats]
    told = [[game.redact(event, viewer) for event in events] for viewer in viewers]
    if any(each != told[0] for each in told):
        return False
    kinds = frozenset(type(card) for place in hidden for card in place if not isinstance(card, Enum | int | None))
    if not kinds:  # nothing is hidden
        return True
    boards = board_of(before), board_of(after)
    shown = frozenset(_cards_in(game.view_on(boards[0], before, None), kinds))
    if not shown.issuperset(_cards_in(told[0], kinds)):
        return False
    return all(
        _own_cards(game, boards[0], before, seat, kinds) == _own_cards(game, boards[1], after, seat, kinds)
        for seat in seats
    )


def _own_cards(game: AnyGame, board: Any, state: Any, seat: Seat, kinds: frozenset[type]) -> Counter[Any]:
    """Return the cards in those fields of a seat's view that differ from a spectator's."""
    own, common = game.view_on(board, state, seat), game.view_on(board, state, None)
    fields = [getattr(own, name) for name in own.__struct_fields__ if getattr(own, name) != getattr(common, name)]
    return Counter(_cards_in(fields, kinds))


def _cards_in(value: Any, kinds: frozenset[type]) -> Iterator[Any]:
    """Yield all parts of a value that are of one of these types, each as often as it occurs."""
    if type(value) in kinds:
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _cards_in(getattr(value, name), kinds)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if not isinstance(part, msgspec.Struct):  # else it explains cards that are shown elsewhere
                yield from _cards_in(key, kinds)
                yield from _cards_in(part, kinds)
    elif isinstance(value, list | tuple | frozenset):
        for part in value:
            yield from _cards_in(part, kinds)

"""Outlooks (previews) of taking a card in Density Deck: the score of the best hand that the player can keep with it."""

from collections.abc import Sequence

from quarterdeck_protocol.games.density_deck import Action, Cards, RediscardTaken, Take
from quarterdeck_protocol.messages import Outlook
from quarterdeck_protocol.names import Seat

from quarterdeck_games.density_deck.scores import total
from quarterdeck_games.density_deck.state import State, face_up


def outlooks(state: State, seat: Seat, choices: Sequence[Action]) -> tuple[Outlook | None, ...]:
    """Return the outlook of each choice: for a card to take, the seat's score after the best discard. A card to be
    drawn is unknown, so it has none. After a draw or a take, `prospects` has the score for each discard."""
    found = [_of_take(state, seat, choice.from_seat) if isinstance(choice, Take) else None for choice in choices]
    return tuple(found) if any(found) else ()


def _of_take(state: State, seat: Seat, from_seat: Seat) -> Outlook:
    """Return the outlook of taking a card. The card below it, which will then be visible, may not be known yet and does
    not count (DD-36)."""
    tops = [pile[-1] for other, pile in enumerate(state.discards) if pile and other not in (seat, from_seat)]
    elsewhere = (*state.centre[: face_up(state.round)], *tops)
    hands = _hands_with(state, seat, from_seat)
    return Outlook(score=max([total(hand, elsewhere, state.options) for hand in hands]))


def _hands_with(state: State, seat: Seat, from_seat: Seat) -> list[Cards]:
    """Return the hands that a player can keep after taking a card (DD-9)."""
    hand, taken = state.hands[seat], state.discards[from_seat][-1]
    hands = [(*hand[:at], taken, *hand[at + 1 :]) for at in range(len(hand))]
    return [*hands, hand] if state.options.rediscard_taken is RediscardTaken.ALLOWED else hands

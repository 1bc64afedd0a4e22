"""What would follow from taking a card: the score of the best hand that can be kept with it."""

from collections.abc import Sequence

from msgspec.structs import replace
from quarterdeck_protocol.games.density_deck import Action, Card, RediscardTaken, Take
from quarterdeck_protocol.messages import Outlook
from quarterdeck_protocol.names import Seat

from quarterdeck_games.cards import with_at
from quarterdeck_games.density_deck.scoring import counted_elsewhere, score
from quarterdeck_games.density_deck.state import State, centre_as_seen


def outlooks(state: State, seat: Seat, choices: Sequence[Action]) -> tuple[Outlook | None, ...]:
    """Return for each take what the seat would score with the best discard after it; a card drawn nobody knows, and
    after a draw or a take `prospects` says it for each discard."""
    if not any(isinstance(choice, Take) for choice in choices):
        return ()
    return tuple([_of_take(state, seat, choice) if isinstance(choice, Take) else None for choice in choices])


def _of_take(state: State, seat: Seat, take: Take) -> Outlook:
    """The card that comes to light below the taken one is nobody's to look at yet (DD-36), and does not count."""
    taken = state.discards[take.from_seat][-1]
    left = replace(state, discards=with_at(state.discards, take.from_seat, ()))
    elsewhere = counted_elsewhere(left, seat, centre_as_seen(state))
    hands = _hands_with(state.hands[seat], taken, may_go_back=state.options.rediscard_taken is RediscardTaken.ALLOWED)
    return Outlook(score=max([score(hand, elsewhere, state.options).total for hand in hands]))


def _hands_with(hand: tuple[Card, ...], taken: Card, *, may_go_back: bool) -> list[tuple[Card, ...]]:
    """Return the hands that can be kept when a card has been taken (DD-9)."""
    hands = [(*hand[:at], taken, *hand[at + 1 :]) for at in range(len(hand))]
    return [*hands, hand] if may_go_back else hands

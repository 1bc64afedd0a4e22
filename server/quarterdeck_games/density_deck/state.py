"""The state of a match of Density Deck, and functions that many modules use to read it."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat

from quarterdeck_games.game import Secret

HAND = 3
CENTRE = 3
FIRST_FIGHT = 2
"""The first round in which there may be a fight (S2:20)."""

# Python 3.11 looks a member of an enum up slowly: the ones that are asked for at every turn have names of their own.
PLAYING, SURRENDERED, ELIMINATED, LEFT = dd.Status.PLAYING, dd.Status.SURRENDERED, dd.Status.ELIMINATED, dd.Status.LEFT
_FORBIDDEN = dd.RediscardTaken.FORBIDDEN

_ALIKE_FROM = 4
"""The round from which on all rounds are alike."""

_DAMAGE = (0, 1, 2, 3, 4)
"""The damage of a lost fight, by round; round 1 has the floor (S2:26…28, DD-18)."""

_SURRENDER_COST = tuple([max(1, cost - 1) for cost in _DAMAGE])
_FACE_UP = (0, 0, 1, 2, 3)


SEATS = tuple([Seat(seat) for seat in range(4)])
"""The seats of the largest match. Smaller matches have the first of them."""


def _to_come(seats: int, dealer: int) -> dict[Seat | None, tuple[Seat, ...]]:
    order = tuple([Seat((dealer + step) % seats) for step in range(1, seats + 1)])
    return {None: order, **{seat: order[at:] for at, seat in enumerate(order, 1)}}


_TO_COME: Mapping[int, Sequence[Mapping[Seat | None, Sequence[Seat]]]] = {
    seats: [_to_come(seats, dealer) for dealer in range(seats)] for seats in range(2, 5)
}
"""For each number of seats and each dealer: the seats that still have a turn after each seat's turn, and all of them
before the first one, clockwise from the dealer's left.
"""


class State(Secret, frozen=True, kw_only=True, gc=False):
    """The complete state of a match. A tuple has one element for each seat, unless its description says otherwise."""

    options: dd.Options
    lives: tuple[int, ...]
    status: tuple[dd.Status, ...]
    places: tuple[int | None, ...]
    """The places of the players who are out."""

    lapses: tuple[int, ...]
    """Number of turns in a row that the server has played (DD-39)."""

    deal: int = 0
    dealer: Seat | None = None
    round: int = 0
    turn: Seat | None = None
    drawn: dd.Card | None = None
    """The fourth card of the active seat."""

    taken_from: Seat | None = None
    """The owner of the discard pile from which the fourth card was taken; `None` if it is from the pile or there is
    none."""

    pile: dd.Cards = ()
    """The draw pile, its top first."""

    centre: dd.Cards = ()
    """The three cards of the Centre Amplification. The first `face_up(round)` of them lie face up."""

    hands: tuple[dd.Cards, ...]
    discards: tuple[dd.Cards, ...]
    """The discard piles, the top of each last."""

    muck: dd.Cards = ()
    """The hands of players who have surrendered: face down, and out of play until the next deal."""

    pending: tuple[int, ...]
    """The lives that surrenders cost when the deal ends (DD-20)."""

    anyone_drew: bool = False
    """True if a card was drawn or taken in this round."""

    pile_ran_out: bool = False
    """True if the pile has run out in this deal."""

    caller: Seat | None = None
    """The seat that has called the fight that ends this deal."""

    shown: dd.HandsShown | None = None
    """The cards that the fighters of this deal have shown."""

    last: dd.Outcome | None = None
    """The end of the previous deal."""

    ended: dd.Reason | None = None


def blank(seats: int, options: dd.Options) -> State:
    """Return the state before any card has been dealt."""
    return State(
        options=options,
        lives=(options.lives,) * seats,
        status=(PLAYING,) * seats,
        places=(None,) * seats,
        lapses=(0,) * seats,
        hands=((),) * seats,
        discards=((),) * seats,
        pending=(0,) * seats,
    )


def damage(round_: int) -> int:
    """Return the lives that a lost fight costs in a round (S2:26…28)."""
    return _DAMAGE[round_ if round_ < _ALIKE_FROM else _ALIKE_FROM]


def fight_cost(round_: int) -> int | None:
    """Return the lives that a lost fight costs in a round, for display: `None` if no fight is possible (DD-42)."""
    return damage(round_) if round_ >= FIRST_FIGHT else None


def surrender_cost(round_: int) -> int:
    """Return the lives that a surrender costs in a round: one less than a lost fight, but at least one (S2:29,
    DD-19)."""
    return _SURRENDER_COST[round_ if round_ < _ALIKE_FROM else _ALIKE_FROM]


def face_up(round_: int) -> int:
    """Return the number of face-up centre cards in a round (S2:18)."""
    return _FACE_UP[round_ if round_ < _ALIKE_FROM else _ALIKE_FROM]


def centre_as_seen(state: State) -> tuple[dd.Card | None, ...]:
    """Return the centre cards with `None` for each face-down card."""
    shown = face_up(state.round)
    return state.centre[:shown] + (None,) * (len(state.centre) - shown)


def can_draw(state: State) -> bool:
    """True if there is a card to draw: in the pile, or below the top of a discard pile (DD-31)."""
    return bool(state.pile) or max(map(len, state.discards)) > 1


def discardable(state: State, seat: Seat) -> dd.Cards:
    """Return the cards that a seat with a fourth card may discard (DD-9)."""
    hand = state.hands[seat]
    if state.drawn is None:
        return hand
    if state.taken_from is not None and state.options.rediscard_taken is _FORBIDDEN:
        return hand
    return (*hand, state.drawn)


def still_in(state: State) -> list[Seat]:
    """Return the seats that have not surrendered in this deal."""
    return [seat for seat, status in zip(SEATS, state.status, strict=False) if status is PLAYING]


def next_in_round(state: State, after: Seat | None) -> Seat | None:
    """Return the next seat to have a turn in this round, or `None` when every seat in the deal has had one.

    A round starts to the left of the dealer and goes clockwise (S2:17). It skips seats that are out of the deal (DD-27,
    DD-28).
    """
    assert state.dealer is not None  # noqa: S101 - there are no rounds before the first deal
    status = state.status
    for seat in _TO_COME[len(status)][state.dealer][after]:
        if status[seat] is PLAYING:
            return seat
    return None

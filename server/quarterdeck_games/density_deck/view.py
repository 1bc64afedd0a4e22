"""Views and redacted events of Density Deck, built only from facts that the viewer may know (DD-36, DD-37)."""

from msgspec.structs import replace
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat, Viewer

from quarterdeck_games.density_deck.scores import counted_elsewhere, score
from quarterdeck_games.density_deck.state import (
    PLAYING,
    SEATS,
    State,
    centre_as_seen,
    discardable,
    face_up,
    fight_cost,
    surrender_cost,
)

_TURN, _HOLDING = dd.Stage.TURN, dd.Stage.HOLDING


def board(state: State) -> dd.View:
    """Return the part of the state that all viewers share, which is a spectator's view: pile sizes, top cards and the
    face-up centre."""
    return dd.View(
        options=state.options,
        stage=_stage(state),
        deal=state.deal,
        round=state.round,
        dealer_seat=state.dealer,
        turn_seat=state.turn,
        damage=fight_cost(state.round),
        surrender_cost=surrender_cost(state.round),
        pile_count=len(state.pile),
        centre=centre_as_seen(state),
        taken=_taken(state),
        seats=_seats(state),
        hand=None,
        drawn=None,
        score=None,
        prospects=(),
        last=state.last,
    )


def view_on(board: dd.View, state: State, viewer: Viewer) -> dd.View:
    """Return the state as one viewer may see it. A hand, its score and a drawn card are visible to their owner. The
    order of the draw pile and face-down cards are visible to nobody."""
    if viewer is None:
        return board
    hand = state.hands[viewer]
    drawn = state.drawn if viewer == state.turn else None
    scores = state.status[viewer] is PLAYING and state.deal > 0
    if drawn is None and not scores:
        return replace(board, hand=hand)
    elsewhere = counted_elsewhere(state, viewer, board.centre)
    return replace(
        board,
        hand=hand,
        drawn=drawn,
        score=score(hand, elsewhere, state.options) if scores else None,
        prospects=() if drawn is None else _prospects(state, viewer, drawn, elsewhere),
    )


def hidden_cards(state: State) -> tuple[tuple[dd.Card | None, ...], ...]:
    """Return all cards that somebody may not see (DD-36): the drawn card, the pile, the face-down centre, hands."""
    drawn = state.drawn if state.taken_from is None else None
    return ((drawn,), state.pile, state.centre[face_up(state.round) :], *state.hands, state.muck)


def redact(event: dd.Event, viewer: Viewer) -> dd.Event:
    """Return the event in the form that this viewer may see."""
    match event:
        case dd.Drew():
            return event if event.seat == viewer else replace(event, card=None)
        case dd.Dealt():
            return dd.Dealt(
                deal=event.deal,
                dealer_seat=event.dealer_seat,
                hands=tuple(hand if not hand or seat == viewer else None for seat, hand in enumerate(event.hands)),
                centre=(None,) * len(event.centre),
                pile=None,
                pile_count=event.pile_count,
            )
        case dd.Reshuffled():
            return replace(event, pile=None)
        case _:
            return event


def _stage(state: State) -> dd.Stage:
    if state.ended is not None:
        return dd.Stage.OVER
    if state.turn is None:
        return dd.Stage.NOT_DEALT
    return _TURN if state.drawn is None else _HOLDING


def _taken(state: State) -> dd.Taken | None:
    if state.taken_from is None or state.drawn is None:
        return None
    return dd.Taken(from_seat=state.taken_from, card=state.drawn)


def _seats(state: State) -> tuple[dd.SeatView, ...]:
    holding = state.turn if state.drawn is not None else None
    of_each = zip(
        *(SEATS, state.status, state.lives, state.pending, state.hands, state.discards, state.lapses, state.places),
        strict=False,
    )
    return tuple(
        [
            dd.SeatView(
                seat=seat,
                status=status,
                lives=lives,
                pending=pending,
                hand_count=len(hand) + (seat == holding),
                discard_top=discards[-1] if discards else None,
                discard_count=len(discards),
                lapses=lapses,
                place=place,
            )
            for seat, status, lives, pending, hand, discards, lapses, place in of_each
        ]
    )


def _prospects(state: State, seat: Seat, drawn: dd.Card, elsewhere: dd.Cards) -> tuple[dd.Prospect, ...]:
    """Return the score that would result from each possible discard. A seat's own top card never counts for itself."""
    four = (*state.hands[seat], drawn)
    prospects = []
    for card in dict.fromkeys(discardable(state, seat)):
        at = four.index(card)
        rest = (*four[:at], *four[at + 1 :])
        prospects.append(dd.Prospect(discard=card, score=score(rest, elsewhere, state.options)))
    return tuple(prospects)

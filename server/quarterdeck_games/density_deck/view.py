"""What may be seen: views and events are built up from what is allowed (DD-36, DD-37)."""

from msgspec.structs import replace
from quarterdeck_protocol.games.density_deck import (
    Dealt,
    Drew,
    Event,
    Prospect,
    Reshuffled,
    Score,
    SeatView,
    Stage,
    Taken,
    View,
)
from quarterdeck_protocol.names import Seat, Viewer

from quarterdeck_games.density_deck.scores import counted_elsewhere, score
from quarterdeck_games.density_deck.state import (
    PLAYING,
    State,
    centre_as_seen,
    discardable,
    fight_cost,
    surrender_cost,
)


def view(state: State, viewer: Viewer) -> View:
    """Return the state as one viewer may see it: pile sizes, tops and the face-up centre are everybody's; a hand and a
    card drawn are their owner's; the pile's order and what lies face down nobody's."""
    mine = viewer is not None and state.status[viewer] is PLAYING and state.deal > 0
    holding = viewer is not None and viewer == state.turn
    return View(
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
        seats=tuple(_seat(state, Seat(seat)) for seat in range(len(state.lives))),
        hand=None if viewer is None else state.hands[viewer],
        drawn=state.drawn if holding else None,
        score=_score(state, viewer) if viewer is not None and mine else None,
        prospects=_prospects(state, viewer) if viewer is not None and holding else (),
        last=state.last,
    )


def redact(event: Event, viewer: Viewer) -> Event:
    """Return the event as this viewer may hear of it."""
    match event:
        case Drew():
            return event if event.seat == viewer else replace(event, card=None)
        case Dealt():
            return Dealt(
                deal=event.deal,
                dealer_seat=event.dealer_seat,
                hands=tuple(hand if not hand or seat == viewer else None for seat, hand in enumerate(event.hands)),
                centre=(None,) * len(event.centre),
                pile=None,
                pile_count=event.pile_count,
            )
        case Reshuffled():
            return replace(event, pile=None)
        case _:
            return event


def _stage(state: State) -> Stage:
    if state.ended is not None:
        return Stage.OVER
    if state.turn is None:
        return Stage.NOT_DEALT
    return Stage.TURN if state.drawn is None else Stage.HOLDING


def _taken(state: State) -> Taken | None:
    if state.taken_from is None or state.drawn is None:
        return None
    return Taken(from_seat=state.taken_from, card=state.drawn)


def _seat(state: State, seat: Seat) -> SeatView:
    discards = state.discards[seat]
    holding = seat == state.turn and state.drawn is not None
    return SeatView(
        seat=seat,
        status=state.status[seat],
        lives=state.lives[seat],
        pending=state.pending[seat],
        hand_count=len(state.hands[seat]) + holding,
        discard_top=discards[-1] if discards else None,
        discard_count=len(discards),
        lapses=state.lapses[seat],
        place=state.places[seat],
    )


def _score(state: State, seat: Seat) -> Score:
    return score(state.hands[seat], counted_elsewhere(state, seat, centre_as_seen(state)), state.options)


def _prospects(state: State, seat: Seat) -> tuple[Prospect, ...]:
    """Return, for each card that may be discarded, what would then be scored: one's own top never counts for
    oneself."""
    if state.drawn is None:
        return ()
    elsewhere = counted_elsewhere(state, seat, centre_as_seen(state))
    four = (*state.hands[seat], state.drawn)
    prospects = []
    for card in dict.fromkeys(discardable(state, seat)):
        at = four.index(card)
        rest = (*four[:at], *four[at + 1 :])
        prospects.append(Prospect(discard=card, score=score(rest, elsewhere, state.options)))
    return tuple(prospects)

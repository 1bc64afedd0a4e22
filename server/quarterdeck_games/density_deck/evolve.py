"""The state changes of Density Deck: the effect of each event. No other module changes a state.

The events are handled by a table instead of one `match` statement. There are twenty, and each is applied twice for
every action (for the decision and for the log). Trying the cases one by one took longer than the changes. A test checks
that the table has every event.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace
from quarterdeck_protocol.games import density_deck as dd

from quarterdeck_games.density_deck.state import ELIMINATED, LEFT, PLAYING, SURRENDERED, State, centre_as_seen

ABSENT_AFTER = 2
"""Number of turns in a row played by the house after which a seat is absent (DD-39)."""

Value = TypeVar("Value")


def evolve(state: State, event: dd.Event) -> State:
    """Return the state after this event. The event must be complete, not a viewer's redacted form."""
    return AFTER[type(event)](state, event)


def _with(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    changed = [*values]
    changed[seat] = value
    return tuple(changed)


def _dealt(state: State, event: dd.Dealt) -> State:
    nobody = (0,) * len(state.lives)
    return replace(
        state,
        deal=event.deal,
        dealer=event.dealer_seat,
        round=0,
        turn=None,
        drawn=None,
        taken_from=None,
        pile=event.pile,
        centre=event.centre,
        hands=event.hands,
        discards=((),) * len(state.lives),
        muck=(),
        pending=nobody,
        status=tuple([PLAYING if lives else out for lives, out in zip(state.lives, state.status, strict=True)]),
        lapses=tuple([turns if turns >= ABSENT_AFTER else 0 for turns in state.lapses])
        if any(state.lapses)
        else nobody,
        anyone_drew=False,
        pile_ran_out=False,
        caller=None,
        shown=None,
    )


def _flipped(state: State, event: dd.Flipped) -> State:
    return state  # how many of the centre lie face up follows from the round, which begins next


def _round_began(state: State, event: dd.RoundBegan) -> State:
    return replace(state, round=event.round, turn=None, anyone_drew=False)


def _turn_began(state: State, event: dd.TurnBegan) -> State:
    return replace(state, turn=event.seat)


def _drew(state: State, event: dd.Drew) -> State:
    pile = state.pile[1:]
    return replace(state, pile=pile, drawn=event.card, anyone_drew=True, pile_ran_out=state.pile_ran_out or not pile)


def _took(state: State, event: dd.Took) -> State:
    rest = state.discards[event.from_seat][:-1]
    discards = _with(state.discards, event.from_seat, rest)
    return replace(state, discards=discards, drawn=event.card, taken_from=event.from_seat, anyone_drew=True)


def _reshuffled(state: State, event: dd.Reshuffled) -> State:
    """Return the state after a reshuffle. The top cards of the discard piles stay, because they count for scores
    (DD-31)."""
    return replace(state, pile=event.pile, discards=tuple([discards[-1:] for discards in state.discards]))


def _discarded(state: State, event: dd.Discarded) -> State:
    """Return the state after a discard. The fourth card takes the place of the discarded one, so the rest of the hand
    keeps its order."""
    seat, card = event.seat, event.card
    discards = _with(state.discards, seat, (*state.discards[seat], card))
    if card == state.drawn or state.drawn is None:
        return replace(state, discards=discards, drawn=None, taken_from=None)
    hand = state.hands[seat]
    hands = _with(state.hands, seat, _with(hand, hand.index(card), state.drawn))
    return replace(state, discards=discards, hands=hands, drawn=None, taken_from=None)


def _passed(state: State, event: dd.Passed) -> State:
    return state  # the turn that begins next is the change


def _surrendered(state: State, event: dd.Surrendered) -> State:
    seat = event.seat
    muck = (*state.muck, *state.hands[seat])
    pending = _with(state.pending, seat, event.cost)
    hands = _with(state.hands, seat, ())
    status = state.status
    if status[seat] is not LEFT:
        status = _with(status, seat, SURRENDERED)
    if seat == state.turn and state.drawn is not None:
        muck = (*muck, state.drawn)  # DD-21, DD-22
        return replace(state, hands=hands, muck=muck, pending=pending, status=status, drawn=None, taken_from=None)
    return replace(state, hands=hands, muck=muck, pending=pending, status=status)


def _lapsed(state: State, event: dd.Lapsed) -> State:
    return replace(state, lapses=_with(state.lapses, event.seat, event.turns))


def _came_back(state: State, event: dd.CameBack) -> State:
    return replace(state, lapses=_with(state.lapses, event.seat, 0))


def _left(state: State, event: dd.Left) -> State:
    return replace(state, status=_with(state.status, event.seat, LEFT))


def _fight_called(state: State, event: dd.FightCalled) -> State:
    return replace(state, caller=event.seat)


def _fight_forced(state: State, event: dd.FightForced) -> State:
    return state  # the hands that are shown next are the change


def _hands_shown(state: State, event: dd.HandsShown) -> State:
    return replace(state, shown=event)


def _damaged(state: State, event: dd.Damaged) -> State:
    return replace(state, lives=_with(state.lives, event.seat, event.lives))


def _deal_ended(state: State, event: dd.DealEnded) -> State:
    outcome = dd.Outcome(
        deal=event.deal,
        round=state.round,
        ending=event.ending,
        caller_seat=state.caller,
        winners=event.winners,
        showings=state.shown.showings if state.shown else (),
        centre=state.shown.centre if state.shown else centre_as_seen(state),
        damage=event.damage,
        lives=state.lives,
    )
    return replace(state, turn=None, last=outcome, pending=(0,) * len(state.lives))


def _eliminated(state: State, event: dd.Eliminated) -> State:
    places = _with(state.places, event.seat, event.place)
    if state.status[event.seat] is LEFT:
        return replace(state, places=places)
    return replace(state, places=places, status=_with(state.status, event.seat, ELIMINATED))


def _match_ended(state: State, event: dd.MatchEnded) -> State:
    return replace(state, places=event.places, ended=event.reason, turn=None)


AFTER: Mapping[type[dd.Event], Callable[[State, Any], State]] = {
    dd.Dealt: _dealt,
    dd.Flipped: _flipped,
    dd.RoundBegan: _round_began,
    dd.TurnBegan: _turn_began,
    dd.Drew: _drew,
    dd.Took: _took,
    dd.Reshuffled: _reshuffled,
    dd.Discarded: _discarded,
    dd.Passed: _passed,
    dd.Surrendered: _surrendered,
    dd.Lapsed: _lapsed,
    dd.CameBack: _came_back,
    dd.Left: _left,
    dd.FightCalled: _fight_called,
    dd.FightForced: _fight_forced,
    dd.HandsShown: _hands_shown,
    dd.Damaged: _damaged,
    dd.DealEnded: _deal_ended,
    dd.Eliminated: _eliminated,
    dd.MatchEnded: _match_ended,
}
"""The function that applies each event to a state."""

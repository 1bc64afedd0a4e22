"""The state changes of MYACARDS: the effect of each event. No other module changes a state, and a test checks that
every event is handled.

Changes of cards on the field are in `evolve_field`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Stage, Until
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards import evolve_field as field
from quarterdeck_games.myacards.field import ZONE_OF
from quarterdeck_games.myacards.state import Attacking, Placing, State
from quarterdeck_games.piles import without
from quarterdeck_games.two_seats import other, with_side


def evolve(state: State, event: my.Event) -> State:
    """Return the state after this event. It never refuses an event and never draws random numbers."""
    after = _EVOLVE[type(event)](state, event)
    return after.with_field_of(state)


def _as_it_is(state: State, event: my.Event) -> State:
    return state


def _shuffled(state: State, event: my.Shuffled) -> State:
    decks = event.decks or ((), ())
    sides = [replace(side, deck=deck) for side, deck in zip(state.sides, decks, strict=True)]
    return replace(state, stage=Stage.OPENING, starter=event.starting_seat, sides=(sides[0], sides[1]))


def _hand_dealt(state: State, event: my.HandDealt) -> State:
    side = state.sides[event.seat]
    return with_side(state, event.seat, hand=event.cards or (), deck=side.deck[event.count :])


def _hand_kept(state: State, event: my.HandKept) -> State:
    return with_side(state, event.seat, kept=True)


def _mulliganed(state: State, event: my.Mulliganed) -> State:
    return with_side(state, event.seat, hand=(), deck=event.deck or ())


def _turn_began(state: State, event: my.TurnBegan) -> State:
    return replace(state, turn=event.turn, stage=Stage.PLAY, pace=None, at_once=None)


def _drew(state: State, event: my.Drew) -> State:
    side = state.sides[event.seat]
    return with_side(state, event.seat, hand=(*side.hand, side.deck[0]), deck=side.deck[1:])


def _placement_began(state: State, event: my.PlacementBegan) -> State:
    side = state.sides[event.seat]
    placing = Placing(card=event.card, zone=ZONE_OF[event.zone], sacrifices=event.sacrifices)
    state = replace(state, placing=placing)
    return with_side(state, event.seat, hand=without(side.hand, event.card))


def _sacrifice_chosen(state: State, event: my.SacrificeChosen) -> State:
    placing = state.placing
    if placing is None:
        return state
    return replace(state, placing=replace(placing, chosen=(*placing.chosen, event.piece)))


def _attacks_began(state: State, event: my.AttacksBegan) -> State:
    return replace(state, stage=Stage.ATTACK)


def _window_opened(state: State, event: my.WindowOpened) -> State:
    attack = state.attack
    if attack is None:
        return state
    return replace(state, window=event.seat, attack=replace(attack, point=event.point))


def _passed(state: State, event: my.Passed) -> State:
    """Return the state after an attack was let pass. A pass only for this moment is not stored."""
    state = replace(state, window=None)
    if event.until is Until.NOW:
        return state
    return with_side(state, event.seat, passes=event.until)


def _watched(state: State, event: my.Watched) -> State:
    return with_side(state, event.seat, passes=None)


def _attack_declared(state: State, event: my.AttackDeclared) -> State:
    state, zone = field.attacked(state, event)
    attack = Attacking(piece=event.piece, target=event.target, column=zone & 7)
    return replace(state, attack=attack, pace=event.speed if event.in_order else state.pace, at_once=None)


def _attack_resolved(state: State, event: my.AttackResolved) -> State:
    attack = state.attack
    return state if attack is None else replace(state, attack=replace(attack, point=my.Point.AFTER), window=None)


def _attack_over(state: State, event: my.AttackOver) -> State:
    state = replace(state, attack=None, window=None)
    foe = other(event.seat)
    if state.sides[foe].passes is Until.ATTACK:
        state = with_side(state, foe, passes=None)
    return state


def _waived(state: State, event: my.Waived) -> State:
    side = state.sides[event.seat]
    return with_side(state, event.seat, waived=side.waived + event.sacrifices)


def _discarded(state: State, event: my.Discarded) -> State:
    side = state.sides[event.seat]
    oblivion = (*side.oblivion, event.card)
    return with_side(state, event.seat, hand=without(side.hand, event.card), oblivion=oblivion)


def _milled(state: State, event: my.Milled) -> State:
    side = state.sides[event.seat]
    return with_side(state, event.seat, deck=side.deck[1:], oblivion=(*side.oblivion, event.card))


def _recovered(state: State, event: my.Recovered) -> State:
    side = state.sides[event.seat]
    oblivion = without(side.oblivion, event.card)
    return with_side(state, event.seat, hand=(*side.hand, event.card), oblivion=oblivion)


def _asked(state: State, event: my.Asked) -> State:
    return replace(state, asked=event)


def _answered(state: State, event: my.Answered) -> State:
    return replace(state, asked=None)


def _hand_full(state: State, event: my.HandFull) -> State:
    return replace(state, stage=Stage.DISCARD)


def _turn_ended(state: State, event: my.TurnEnded) -> State:
    """Return the state after a turn has ended. After the second turn both players have ended their first ones
    (S4:65)."""
    state = field.rested(state, event.turn)
    for seat in (event.seat, other(event.seat)):
        side = state.sides[seat]
        passes = None if side.passes is Until.TURN else side.passes
        if side.passes is not passes or side.waived:
            state = with_side(state, seat, passes=passes, waived=0)
    return replace(state, live=state.live or event.turn >= 2, pace=None, at_once=None)


def _match_ended(state: State, event: my.MatchEnded) -> State:
    return replace(
        state,
        stage=Stage.OVER,
        ended=event.reason,
        places=event.places,
        asked=None,
        placing=None,
        attack=None,
        window=None,
        sides=_with_what_was_being_placed(state),
    )


def _with_what_was_being_placed(state: State) -> Any:
    """Return the state's seats with a card that waited for its sacrifices back in hand, when the match ends early."""
    if state.placing is None:
        return state.sides
    seat = Seat(state.active_seat)
    side = state.sides[seat]
    return with_side(state, seat, hand=(*side.hand, state.placing.card)).sides


_EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    my.Shuffled: _shuffled,
    my.HandDealt: _hand_dealt,
    my.HandKept: _hand_kept,
    my.Mulliganed: _mulliganed,
    my.TurnBegan: _turn_began,
    my.Drew: _drew,
    my.PlacementBegan: _placement_began,
    my.SacrificeChosen: _sacrifice_chosen,
    my.Placed: field.placed,
    my.Played: field.played,
    my.AttacksBegan: _attacks_began,
    my.AttackDeclared: _attack_declared,
    my.WindowOpened: _window_opened,
    my.Passed: _passed,
    my.Watched: _watched,
    my.AttackResolved: _attack_resolved,
    my.AttackOver: _attack_over,
    my.Removed: field.removed,
    my.Returned: field.returned,
    my.Moved: field.moved,
    my.Chipped: field.chipped,
    my.AttackGranted: field.attack_granted,
    my.Stilled: field.stilled,
    my.Shielded: field.shielded,
    my.Waived: _waived,
    my.BonusGained: field.bonus_gained,
    my.BonusLost: field.bonus_lost,
    my.Discarded: _discarded,
    my.Milled: _milled,
    my.Recovered: _recovered,
    my.HandSeen: _as_it_is,
    my.Asked: _asked,
    my.Answered: _answered,
    my.HandFull: _hand_full,
    my.TurnEnded: _turn_ended,
    my.Lapsed: _as_it_is,
    my.Left: _as_it_is,
    my.MatchEnded: _match_ended,
}

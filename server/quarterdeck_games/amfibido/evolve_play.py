"""The effects of events on the cards in play of Amfibido: fighters, combo moves, equipment, dojos and cooldown
zones."""

from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.state import (
    COOLDOWN,
    DOJOS,
    FIGHT,
    HAND,
    LOST,
    WON,
    Combo,
    Dojo,
    Equipment,
    Fighter,
    Gain,
    State,
    find,
    is_fighter,
    may_rest,
)
from quarterdeck_games.piles import with_at, without
from quarterdeck_games.two_seats import SEATS, sides_with, with_side


def _dojo(state: State, seat: int, number: int, dojo: Dojo) -> State:
    return with_side(state, seat, dojos=with_at(state.sides[seat].dojos, number - 1, dojo))


def _piece(state: State, seat: Seat, piece: af.PieceId | None, **changes: Any) -> State:
    """Return the state with a changed fighter or piece of equipment, wherever it is."""
    found = find(state, seat, piece)
    if found is None:
        return state
    number, thing = found
    dojo = state.sides[seat].dojos[number - 1]
    if isinstance(thing, Fighter):
        return _dojo(state, seat, number, replace(dojo, fighter=replace(thing, **changes)))
    at = dojo.equipment.index(thing)
    equipment = with_at(dojo.equipment, at, replace(thing, **changes))
    return _dojo(state, seat, number, replace(dojo, equipment=equipment))


def taken(state: State, seat: Seat, card: af.CardId, source: af.Zone) -> State:
    """Return the state with a card removed from the place where it was."""
    side = state.sides[seat]
    if source is HAND:  # as it is most of the time
        return with_side(state, seat, hand=without(side.hand, card))
    match source:
        case af.Zone.REVEALED:
            return replace(state, revealed=without(state.revealed, card))
        case af.Zone.LOOKED_AT:
            return replace(state, looked_at=without(state.looked_at, card))
        case af.Zone.COOLDOWN:
            cooling = next(cooling for cooling in side.cooldown if cooling.card == card)
            return with_side(state, seat, cooldown=without(side.cooldown, cooling))
        case af.Zone.HAND | af.Zone.DECK | af.Zone.DISCARD:
            return state  # an event of its own has taken it from there


def fielded(state: State, event: af.Fielded) -> State:
    if event.source is not HAND:
        state = taken(state, event.seat, event.card, event.source)
    side = state.sides[event.seat]
    dojo = side.dojos[event.dojo - 1]
    if is_fighter(event.card):
        dojo = replace(dojo, fighter=Fighter(piece=event.piece, card=event.card), entered=True)
    else:
        dojo = replace(dojo, equipment=(*dojo.equipment, Equipment(piece=event.piece, card=event.card)))
    hand = without(side.hand, event.card) if event.source is HAND else side.hand
    dojos = with_at(side.dojos, event.dojo - 1, dojo)
    return replace(state, pieces=state.pieces + 1, sides=sides_with(state, event.seat, hand=hand, dojos=dojos))


def attached(state: State, event: af.Attached) -> State:
    state = taken(state, event.seat, event.card, event.source)
    combo = Combo(piece=event.piece, card=event.card, knockout=event.knockout)
    return _with_combo(replace(state, pieces=state.pieces + 1), event.seat, event.to_piece, combo)


def copied(state: State, event: af.Copied) -> State:
    combo = Combo(piece=event.piece, card=event.card, copy=True, knockout=event.knockout)
    return _with_combo(state, event.seat, event.to_piece, combo)


def _with_combo(state: State, seat: Seat, fighter: af.PieceId, combo: Combo) -> State:
    """Return the state after a combo move was put on a fighter. A copy counts as played as well (AF-42)."""
    state = with_side(state, seat, combos_played=state.sides[seat].combos_played + 1)
    found = find(state, seat, fighter)
    assert found is not None  # noqa: S101 - a combo move is played on a fighter in play
    assert isinstance(found[1], Fighter)  # noqa: S101 - the same
    return _piece(state, seat, fighter, combos=(*found[1].combos, combo))


def boomerang_gained(state: State, event: af.BoomerangGained) -> State:
    """Return the state after a combo move gained boomerang. The card has it if any of its copies was given it
    (AF-41)."""
    dojos = list(state.sides[event.seat].dojos)
    for at, dojo in enumerate(dojos):
        fighter = dojo.fighter
        if fighter is not None and any(combo.piece == event.piece for combo in fighter.combos):
            combos = tuple(
                [replace(combo, boomerang=True) if combo.piece == event.piece else combo for combo in fighter.combos]
            )
            dojos[at] = replace(dojo, fighter=replace(fighter, combos=combos))
    return with_side(state, event.seat, dojos=tuple(dojos))


def activated(state: State, event: af.Activated) -> State:
    if event.piece is None:
        return with_side(state, event.seat, sensei_used=True)
    return _piece(state, event.seat, event.piece, used=True)


def switched(state: State, event: af.Switched) -> State:
    """Return the state after a card moved to another dojo. If two cards change places, both count as entering a dojo
    (AF-15)."""
    found = find(state, event.seat, event.piece)
    assert found is not None  # noqa: S101 - what is switched is in play
    number, thing = found
    dojos = list(state.sides[event.seat].dojos)
    here, there = dojos[number - 1], dojos[event.dojo - 1]
    if isinstance(thing, Fighter):
        dojos[number - 1] = replace(here, fighter=there.fighter, entered=here.entered or there.fighter is not None)
        dojos[event.dojo - 1] = replace(there, fighter=thing, entered=True)
    else:
        back = tuple([one for one in there.equipment if one.piece == event.swaps])
        stays = tuple([one for one in there.equipment if one.piece != event.swaps])
        dojos[number - 1] = replace(here, equipment=without(here.equipment, thing) + back)
        dojos[event.dojo - 1] = replace(there, equipment=(*stays, thing))
    return with_side(state, event.seat, dojos=tuple(dojos))


def transformed(state: State, event: af.Transformed) -> State:
    """Return the state after a card was transformed. A fighter's combo moves stay on it when it becomes another card
    (S3:83, AF fact 13)."""
    found = find(state, event.seat, event.piece)
    assert found is not None  # noqa: S101 - what transforms is in play
    number, thing = found
    state = replace(
        state,
        pieces=state.pieces + 1,
        discard=(*state.discard, event.card),
        revealed=without(state.revealed, event.becomes),
    )
    dojo = state.sides[event.seat].dojos[number - 1]
    if isinstance(thing, Fighter):
        fighter = Fighter(
            piece=event.as_piece,
            card=event.becomes,
            combos=thing.combos,
            outcome=thing.outcome,
            knocked_out=thing.knocked_out,
        )
        return _dojo(state, event.seat, number, replace(dojo, fighter=fighter, entered=True))
    at = dojo.equipment.index(thing)
    equipment = with_at(dojo.equipment, at, Equipment(piece=event.as_piece, card=event.becomes))
    return _dojo(state, event.seat, number, replace(dojo, equipment=equipment))


def gained(state: State, event: af.Gained) -> State:
    found = find(state, event.seat, event.piece)
    gain = Gain(amount=event.amount, by=event.by, own=event.own)
    return state if found is None else _piece(state, event.seat, event.piece, gains=(*found[1].gains, gain))


def knockout_gained(state: State, event: af.KnockoutGained) -> State:
    return _piece(state, event.seat, event.piece, knockout=True)


def types_gained(state: State, event: af.TypesGained) -> State:
    return _piece(state, event.seat, event.piece, also=True)


def knocked_out(state: State, event: af.KnockedOut) -> State:
    return _piece(state, event.seat, event.piece, knocked_out=True)


def dojo_closed(state: State, event: af.DojoClosed) -> State:
    dojo = state.sides[event.seat].dojos[event.dojo - 1]
    return _dojo(state, event.seat, event.dojo, replace(dojo, closed=True))


def retired(state: State, event: af.Retired) -> State:
    """Return the state after a card was retired. The combo moves on a fighter are discarded at once, even those with
    boomerang (S3:300)."""
    state, combos = _removed(state, event.seat, event.piece)
    cards = tuple([combo.card for combo in combos])
    return replace(state, discard=(*state.discard, event.card, *cards))


def returned(state: State, event: af.Returned) -> State:
    """Return the state after a fighter was returned. After the fights, its combo moves with boomerang go where the end
    of the round would put them."""
    before = state
    state, combos = _removed(state, event.seat, event.piece)
    rest = [before.stage is FIGHT and may_rest(before, event.seat, combo.piece) for combo in combos]
    cooling: af.Cards = tuple([combo.card for combo, rests in zip(combos, rest, strict=True) if rests])
    gone = tuple([combo.card for combo, rests in zip(combos, rest, strict=True) if not rests])
    state = replace(state, discard=state.discard + gone)
    if event.to is COOLDOWN:
        cooling = (event.card, *cooling)
    else:
        state = with_side(state, event.seat, hand=(*state.sides[event.seat].hand, event.card))
    rests = tuple([af.Cooling(card=card, back_after=state.round + 1) for card in cooling])
    return with_side(state, event.seat, cooldown=state.sides[event.seat].cooldown + rests)


def _removed(state: State, seat: Seat, piece: af.PieceId) -> tuple[State, list[Combo]]:
    """Remove a piece from play. With a fighter its combo moves are removed, and their copies on other fighters
    (AF-41)."""
    found = find(state, seat, piece)
    assert found is not None  # noqa: S101 - what leaves play is in play
    number, thing = found
    dojo = state.sides[seat].dojos[number - 1]
    if isinstance(thing, Equipment):
        return _dojo(state, seat, number, replace(dojo, equipment=without(dojo.equipment, thing))), []
    state = _dojo(state, seat, number, replace(dojo, fighter=None))
    combos = [combo for combo in thing.combos if not combo.copy]
    for combo in combos:
        state = _without_copies(state, seat, combo.piece)
    return state, combos


def _without_copies(state: State, seat: Seat, piece: af.PieceId) -> State:
    for number in DOJOS:
        dojo = state.sides[seat].dojos[number - 1]
        if dojo.fighter is not None and any(combo.piece == piece for combo in dojo.fighter.combos):
            combos = tuple([combo for combo in dojo.fighter.combos if combo.piece != piece])
            state = _dojo(state, seat, number, replace(dojo, fighter=replace(dojo.fighter, combos=combos)))
    return state


def fought(state: State, event: af.Fought) -> State:
    """Return the state after the fights. Each fighter keeps the result of the fight in its own dojo (AF-35)."""
    winners = {fight.dojo: fight.winner_seat for fight in event.fights}
    sides = []
    for seat, side in zip(SEATS, state.sides, strict=True):
        dojos = [
            dojo
            if dojo.fighter is None or number not in winners
            else replace(dojo, fighter=replace(dojo.fighter, outcome=_outcome(winners[number], seat)))
            for number, dojo in zip(DOJOS, side.dojos, strict=True)
        ]
        sides.append(replace(side, dojos=tuple(dojos)))
    return replace(state, sides=(sides[0], sides[1]))


def _outcome(winner: Seat | None, seat: Seat) -> af.Outcome:
    if winner is None:
        return af.Outcome.DREW
    return WON if winner == seat else LOST

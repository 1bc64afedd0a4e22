"""The state changes of Amiibart TCG: the effect of each event. No other module changes a state, and a test checks that
every event is handled."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, Event, PieceId, Stage
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.effects import AskedInFull
from quarterdeck_games.amiibart.faces import ENERGY
from quarterdeck_games.amiibart.in_play import InPlay
from quarterdeck_games.amiibart.state import (
    TOKEN,
    TURN_ONE,
    TURNS,
    VOID,
    Fight,
    Fighter,
    Found,
    Side,
    State,
    card_of,
    find,
    has_fighters,
)
from quarterdeck_games.piles import with_at, without
from quarterdeck_games.two_seats import lost_by, sides_with, with_side


def evolve(state: State, event: Event) -> State:
    """Return the state after this event was applied."""
    kind = type(event)
    after = AFTER[kind](state, event)
    if kind in IN_PLAY_AFTER:
        after.__dict__["in_play"] = IN_PLAY_AFTER[kind](state.in_play, after, event)
    else:
        after.__dict__.update(state.__dict__)
    return after


def _put(state: State, seat: Seat, slot: int, fighter: Fighter | None) -> State:
    first, second = state.sides
    if seat == 0:
        return replace(state, sides=(replace(first, slots=with_at(first.slots, slot - 1, fighter)), second))
    return replace(state, sides=(first, replace(second, slots=with_at(second.slots, slot - 1, fighter))))


def _left_play(state: State, seat: Seat, slot: int, **changes: Any) -> State:
    return with_side(state, seat, slots=with_at(state.sides[seat].slots, slot - 1, None), **changes)


def _found(state: State, piece: PieceId) -> Found:
    found = find(state, piece)
    assert found is not None  # noqa: S101 - an event is about a Fighter in play
    return found


def _acts(state: State) -> State:
    """Return the state at the start of a player's own action or a turn, when the chain of triggered texts starts
    again."""
    return replace(state, chain=0, chosen=False, cut=False) if state.chain or state.chosen or state.cut else state


def _coin_flipped(state: State, event: ab.CoinFlipped) -> State:
    sides = [
        Side(library=library, powers=powers) for library, powers in zip(event.libraries, event.powers, strict=True)
    ]
    return replace(state, sides=(sides[0], sides[1]), turn_seat=event.starting_seat, stage=Stage.TURN_ONE)


def _turn_began(state: State, event: ab.TurnBegan) -> State:
    sides = sides_with(
        state,
        event.seat,
        energy=event.energy,
        drained=0,
        used=(),
        fighters_played=0,
        active=False,
        began_empty=not has_fighters(state, event.seat),
    )
    stage = TURN_ONE if event.turn <= 2 else TURNS
    return replace(_acts(state), turn=event.turn, turn_seat=event.seat, stage=stage, sides=_rested(sides))


def _rested(sides: tuple[Side, Side]) -> tuple[Side, Side]:
    """Return the seats in a new turn: every Fighter may attack again, and effects that last until the end of the turn
    are removed (AM-64)."""
    first, second = sides
    return _rested_side(first), _rested_side(second)


def _rested_side(side: Side) -> Side:
    slots = [
        replace(one, fresh=False, attacked=False, attack_now=0, keywords_now=(), keywords_basic=())
        if one is not None and (one.fresh or one.attacked or one.attack_now or one.keywords_now or one.keywords_basic)
        else one
        for one in side.slots
    ]
    return replace(side, slots=tuple(slots))


def _powers_revealed(state: State, event: ab.PowersRevealed) -> State:
    return with_side(state, event.seat, revealed=True)


def _card_played(state: State, event: ab.CardPlayed) -> State:
    side = state.sides[event.seat]
    return with_side(
        _acts(state),
        event.seat,
        library=without(side.library, event.card),
        resolving=(*side.resolving, event.card),
        energy=side.energy - event.cost,
        active=True,
        fighters_played=side.fighters_played + (event.card in state.catalogue.fighters),
    )


def _fighter_entered(state: State, event: ab.FighterEntered) -> State:
    side = state.sides[event.seat]
    card = card_of(state, event.card)
    fighter = Fighter(piece=event.piece, card=event.card, health=card.health)
    changes: dict[str, Any] = {}
    if not event.summoned:
        changes["resolving"] = without(side.resolving, event.card)
    elif card.kind is not TOKEN:
        changes["library"] = without(side.library, event.card)
    slots = with_at(side.slots, event.slot - 1, fighter)
    return replace(state, pieces=state.pieces + 1, sides=sides_with(state, event.seat, slots=slots, **changes))


def _wasted(state: State, event: ab.Wasted) -> State:
    side = state.sides[event.seat]
    return with_side(
        state, event.seat, resolving=without(side.resolving, event.card), library=_sorted(side.library, event.card)
    )


def _sorted(library: tuple[CardId, ...], card: CardId) -> tuple[CardId, ...]:
    return tuple(sorted((*library, card)))


def _gone(state: State, side: Side, card: CardId) -> dict[str, Any]:
    """Return a seat's changed fields after it discards a card. A card with Void is removed for the rest of the match
    (AM-62)."""
    face = card_of(state, card)
    if face.kind is TOKEN:
        return {}
    if VOID in face.keywords:
        return {"removed": (*side.removed, card)}
    return {"discarded": (*side.discarded, card)}


def _spell_done(state: State, event: ab.SpellDone) -> State:
    side = state.sides[event.seat]
    return with_side(state, event.seat, resolving=without(side.resolving, event.card), **_gone(state, side, event.card))


def _hazard_set(state: State, event: ab.HazardSet) -> State:
    side = state.sides[event.seat]
    return with_side(
        state, event.seat, resolving=without(side.resolving, event.card), hazards=(*side.hazards, event.card)
    )


def _stage_set(state: State, event: ab.StageSet) -> State:
    side = state.sides[event.seat]
    left = {} if side.stage is None else _gone(state, side, side.stage)
    return with_side(state, event.seat, resolving=without(side.resolving, event.card), stage=event.card, **left)


def _hazard_gone(state: State, event: ab.HazardTripped | ab.HazardLost) -> State:
    side = state.sides[event.seat]
    return with_side(state, event.seat, hazards=without(side.hazards, event.card), **_gone(state, side, event.card))


def _hazard_tripped(state: State, event: ab.HazardTripped) -> State:
    return _hazard_gone(replace(state, chain=state.chain + 1), event)


def _stage_lost(state: State, event: ab.StageLost) -> State:
    return with_side(state, event.seat, stage=None, **_gone(state, state.sides[event.seat], event.card))


def _attacked(state: State, event: ab.Attacked) -> State:
    seat, slot, fighter = _found(state, event.piece)
    targets = [one for one in [find(state, piece) for piece in event.targets] if one is not None]
    fight = Fight(
        seat=event.seat,
        piece=event.piece,
        card=event.card,
        slot=slot,
        targets=event.targets,
        target_cards=tuple([one[2].card for one in targets]),
        target_slots=tuple([one[1] for one in targets]),
        chosen=event.chosen,
        attack=event.attack,
    )
    energy = state.sides[event.seat].energy - event.cost
    attacker = replace(fighter, attacked=True)
    if event.attack is not None and fighter.keywords_basic:
        attacker = replace(attacker, keywords_basic=())
    slots = with_at(state.sides[seat].slots, slot - 1, attacker)
    sides = sides_with(state, seat, slots=slots, energy=energy, active=True)
    return replace(_acts(state), fight=fight, sides=sides)


def _fizzled(state: State, event: ab.Fizzled) -> State:
    return state if state.fight is None else replace(state, fight=replace(state.fight, fizzled=True))


def _attack_ended(state: State, event: ab.AttackEnded) -> State:
    return replace(state, fight=None)


def _power_used(state: State, event: ab.PowerUsed) -> State:
    side = state.sides[event.seat]
    return with_side(
        _acts(state), event.seat, energy=side.energy - event.cost, used=(*side.used, event.power), active=True
    )


def _triggered(state: State, event: ab.Triggered) -> State:
    return replace(state, chain=state.chain + 1)


def _damaged(state: State, event: ab.Damaged) -> State:
    seat, slot, fighter = _found(state, event.piece)
    return _put(state, seat, slot, replace(fighter, health=fighter.health - event.amount))


def _healed(state: State, event: ab.Healed) -> State:
    seat, slot, fighter = _found(state, event.piece)
    return _put(state, seat, slot, replace(fighter, health=fighter.health + event.amount))


def _strengthened(state: State, event: ab.Strengthened) -> State:
    seat, slot, fighter = _found(state, event.piece)
    if event.until_end:
        stronger = replace(fighter, attack_now=fighter.attack_now + event.attack)
    else:
        stronger = replace(fighter, attack=fighter.attack + event.attack, health=fighter.health + event.health)
    return _put(state, seat, slot, stronger)


def _keyword_gained(state: State, event: ab.KeywordGained) -> State:
    seat, slot, fighter = _found(state, event.piece)
    if event.basic:
        return _put(state, seat, slot, replace(fighter, keywords_basic=(*fighter.keywords_basic, event.keyword)))
    if event.until_end:
        return _put(state, seat, slot, replace(fighter, keywords_now=(*fighter.keywords_now, event.keyword)))
    return _put(state, seat, slot, replace(fighter, keywords=(*fighter.keywords, event.keyword)))


def _doomed(state: State, event: ab.Doomed) -> State:
    found = find(state, event.piece)
    return state if found is None else _put(state, *found[:2], replace(found[2], doomed=True))


def _died(state: State, event: ab.Died) -> State:
    side = state.sides[event.seat]
    return _left_play(state, event.seat, event.slot, tokens=event.tokens, **_gone(state, side, event.card))


def _returned(state: State, event: ab.Returned) -> State:
    _, slot, _ = _found(state, event.piece)
    back = {}
    if card_of(state, event.card).kind is not TOKEN:
        back = {"library": _sorted(state.sides[event.seat].library, event.card)}
    return _left_play(state, event.seat, slot, **back)


def _updated(state: State, event: ab.Updated) -> State:
    _, slot, _ = _found(state, event.piece)
    return _left_play(state, event.seat, slot, **_gone(state, state.sides[event.seat], event.card))


def _bound(state: State, event: ab.Bound) -> State:
    """Return the state after a Fighter was reset to its printed values. Its damage stays (AM-47)."""
    seat, slot, fighter = _found(state, event.piece)
    health = min(fighter.health, card_of(state, event.card).health)
    printed = replace(fighter, health=health, attack=0, attack_now=0, keywords=(), keywords_now=(), keywords_basic=())
    return _put(state, seat, slot, printed)


def _recovered(state: State, event: ab.Recovered) -> State:
    side = state.sides[event.seat]
    return with_side(
        state, event.seat, discarded=without(side.discarded, event.card), library=_sorted(side.library, event.card)
    )


def _energy_changed(state: State, event: ab.EnergyChanged) -> State:
    return with_side(state, event.seat, energy=state.sides[event.seat].energy + event.amount)


def _drained(state: State, event: ab.Drained) -> State:
    drained = min(ENERGY, state.sides[event.seat].drained + event.amount)
    return with_side(state, event.seat, drained=drained)


def _loop_cut(state: State, event: ab.LoopCut) -> State:
    return replace(state, cut=True)


def _asked(state: State, event: AskedInFull) -> State:
    return replace(state, asked=event, chosen=True)


def _answered(state: State, event: ab.Answered) -> State:
    return replace(state, asked=None)


def _house_chose(state: State, event: ab.HouseChose) -> State:
    """Return the state after the server chose a Fighter. As no player had a choice, an endless chain of texts still
    counts as endless (AM-61)."""
    return state


def _turn_ended(state: State, event: ab.TurnEnded) -> State:
    return replace(state, sides=_rested(sides_with(state, event.seat, energy=0, idle=event.idle)))


def _lapsed(state: State, event: ab.Lapsed) -> State:
    return _acts(state) if state.asked is None else state


def _left(state: State, event: ab.Left) -> State:
    return replace(state, places=lost_by(event.seat))


def _sudden_death(state: State, event: ab.SuddenDeath) -> State:
    return replace(state, sudden=True)


def _match_ended(state: State, event: ab.MatchEnded) -> State:
    return replace(state, stage=Stage.OVER, places=event.places, ended=event.reason, asked=None, fight=None)


AFTER: Mapping[type[Any], Callable[[State, Any], State]] = {
    ab.CoinFlipped: _coin_flipped,
    ab.TurnBegan: _turn_began,
    ab.PowersRevealed: _powers_revealed,
    ab.CardPlayed: _card_played,
    ab.FighterEntered: _fighter_entered,
    ab.Wasted: _wasted,
    ab.SpellDone: _spell_done,
    ab.HazardSet: _hazard_set,
    ab.StageSet: _stage_set,
    ab.HazardTripped: _hazard_tripped,
    ab.HazardLost: _hazard_gone,
    ab.StageLost: _stage_lost,
    ab.Attacked: _attacked,
    ab.Fizzled: _fizzled,
    ab.AttackEnded: _attack_ended,
    ab.PowerUsed: _power_used,
    ab.Triggered: _triggered,
    ab.Damaged: _damaged,
    ab.Healed: _healed,
    ab.Strengthened: _strengthened,
    ab.KeywordGained: _keyword_gained,
    ab.Doomed: _doomed,
    ab.Died: _died,
    ab.Returned: _returned,
    ab.Updated: _updated,
    ab.Bound: _bound,
    ab.Recovered: _recovered,
    ab.EnergyChanged: _energy_changed,
    ab.Drained: _drained,
    ab.LoopCut: _loop_cut,
    AskedInFull: _asked,
    ab.Answered: _answered,
    ab.HouseChose: _house_chose,
    ab.TurnEnded: _turn_ended,
    ab.Lapsed: _lapsed,
    ab.Left: _left,
    ab.SuddenDeath: _sudden_death,
    ab.MatchEnded: _match_ended,
}


def _entered(in_play: InPlay, after: State, event: ab.FighterEntered) -> InPlay:
    return in_play.entered(after.catalogue, event.seat, event.card, event.piece, event.slot)


def _gone_from_play(in_play: InPlay, after: State, event: ab.Died | ab.Returned | ab.Updated) -> InPlay:
    return in_play.left(after.catalogue, event.seat, event.card, event.piece)


def _refreshed(in_play: InPlay, after: State, event: ab.PowersRevealed | ab.StageSet | ab.StageLost) -> InPlay:
    return in_play.refreshed(after.catalogue, after.sides[event.seat], event.seat)


IN_PLAY_AFTER: Mapping[type[Any], Callable[[InPlay, State, Any], InPlay]] = {
    ab.PowersRevealed: _refreshed,
    ab.FighterEntered: _entered,
    ab.StageSet: _refreshed,
    ab.StageLost: _refreshed,
    ab.Died: _gone_from_play,
    ab.Returned: _gone_from_play,
    ab.Updated: _gone_from_play,
}
"""The events after which other cards of their seat speak; after all others, and on the other side, the same do."""

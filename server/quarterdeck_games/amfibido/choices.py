"""Computation of all choices of a seat in Amfibido."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.card import Ability, Need
from quarterdeck_games.amfibido.cards.copies import CARDS, active_levels
from quarterdeck_games.amfibido.continuous_effects import DrawsInstead, RedrawsDraft
from quarterdeck_games.amfibido.placement import equipment_in, spots
from quarterdeck_games.amfibido.queries import Pieces, neutralized, one_of, sensei_words
from quarterdeck_games.amfibido.state import (
    ACTIONS,
    DOJOS,
    DRAFT,
    Dojo,
    Equipment,
    Fighter,
    Side,
    State,
    is_fighter,
)
from quarterdeck_games.piles import distinct, without

PASS, KEEP, MULLIGAN, REDRAW, ACTIVATE_SENSEI = (
    af.Pass(),
    af.KeepHand(),
    af.Mulligan(),
    af.RedrawDraft(),
    af.ActivateSensei(),
)
PASSED_CARDS = 2
"""Number of cards that a seat is passed in the draft."""

_FIELD = {card.id: tuple(af.PlayFighter(card=card.id, dojo=dojo) for dojo in DOJOS) for card in CARDS.values()}
_EQUIP = {card.id: tuple(af.PlayEquipment(card=card.id, dojo=dojo) for dojo in DOJOS) for card in CARDS.values()}
_COMBO = {card.id: tuple(af.PlayCombo(card=card.id, dojo=dojo) for dojo in DOJOS) for card in CARDS.values()}


def choices(state: State, seat: Seat) -> tuple[af.Action, ...]:
    """Return all choices of this seat in a fixed order; none if the game does not wait for the seat."""
    if state.asked is not None:
        return state.asked.options if state.asked.seat == seat else ()
    if state.stage is ACTIONS:  # as it is most of the time
        return _actions(state, seat) if state.turn == seat else ()
    if state.stage is DRAFT:
        return _drafts(state, seat)
    match state.stage:
        case af.Stage.SECOND_DRAFT:
            return _drafts(state, seat)
        case af.Stage.MULLIGAN:
            return _mulligan(state, seat)
        case af.Stage.SENSEI:
            side = state.sides[seat]
            return () if side.decided else tuple([af.ChooseSensei(sensei=sensei) for sensei in side.offer])
        case (
            af.Stage.ACTIONS | af.Stage.DRAFT | af.Stage.NOT_DEALT | af.Stage.PREPARING | af.Stage.FIGHT | af.Stage.OVER
        ):
            return ()


def _mulligan(state: State, seat: Seat) -> tuple[af.Action, ...]:
    """Return the choices about a starting hand. The starting player decides first (AF-6). Both seats are always asked:
    otherwise a seat that is not asked would be known to hold a fighter."""
    side = state.sides[seat]
    if side.decided or (seat != state.starter and not state.sides[state.starter].decided):
        return ()
    return (KEEP,) if any(is_fighter(card) for card in side.hand) else (KEEP, MULLIGAN)


def _drafts(state: State, seat: Seat) -> tuple[af.Action, ...]:
    side = state.sides[seat]
    if side.decided:
        return ()
    offered: list[af.Action] = [af.Draft(card=card) for card in distinct(side.offer)]
    words = sensei_words(state, seat)
    if state.stage is DRAFT:
        redraws = one_of(words, RedrawsDraft)
        if redraws is not None and side.redrawn < redraws.times and side.offer:
            offered.append(REDRAW)
    elif one_of(words, DrawsInstead) is not None and len(side.offer) == PASSED_CARDS:
        offered += [af.DrawInstead(level=level) for level in active_levels(state.round)]
    return tuple(offered)


def _actions(state: State, seat: Seat) -> tuple[af.Action, ...]:
    side = state.sides[seat]
    silent = neutralized(state)
    offered: list[af.Action] = []
    for card in distinct(side.hand):
        offered += _PLAYS[card](silent, side, card)
    for number, dojo in enumerate(side.dojos, 1):
        fighter = dojo.fighter
        if fighter is not None and fighter.card in _ABLE and may_activate(side, dojo, fighter, silent):
            offered.append(af.Activate(piece=fighter.piece, card=fighter.card, dojo=number))
        for thing in dojo.equipment:
            if thing.card in _ABLE and may_activate(side, dojo, thing, silent):
                offered.append(af.Activate(piece=thing.piece, card=thing.card, dojo=number))
    if may_activate_sensei(state, side):
        offered.append(ACTIVATE_SENSEI)
    offered.append(PASS)
    return tuple(offered)


def _fielding(silent: Pieces, side: Side, card: af.CardId) -> list[af.Action]:
    return [play for play, dojo in zip(_FIELD[card], side.dojos, strict=True) if not dojo.closed]


def _equipping(silent: Pieces, side: Side, card: af.CardId) -> list[af.Action]:
    offered: list[af.Action] = []
    for play, dojo in zip(_EQUIP[card], side.dojos, strict=True):
        if not dojo.equipment:
            offered.append(play)
        else:
            offered += [
                af.PlayEquipment(card=card, dojo=play.dojo, replaces=spot, replaces_card=equipment_in(dojo, spot))
                for spot in spots(dojo, silent)
            ]
    return offered


def _comboing(silent: Pieces, side: Side, card: af.CardId) -> list[af.Action]:
    """Return the choices to play a combo move. It can be played only on the player's own fighters (AF-11)."""
    return [play for play, dojo in zip(_COMBO[card], side.dojos, strict=True) if dojo.fighter is not None]


def _acting(silent: Pieces, side: Side, card: af.CardId) -> list[af.Action]:
    missing = missing_for_card(side, card)
    return [] if missing is not None else [af.PlayAction(card=card)]


_OF_KIND: Mapping[af.Kind, Callable[[Pieces, Side, af.CardId], list[af.Action]]] = {
    af.Kind.FIGHTER: _fielding,
    af.Kind.EQUIPMENT: _equipping,
    af.Kind.COMBO: _comboing,
    af.Kind.ACTION: _acting,
}
_PLAYS = {card.id: _OF_KIND[card.kind] for card in CARDS.values() if card.kind in _OF_KIND}
_ABLE = frozenset([card.id for card in CARDS.values() if card.ability is not None])
"""The cards that may be activated."""


def missing_for_card(side: Side, card: af.CardId) -> Need | None:
    """Return the first requirement of an action card that is not met. The card itself cannot pay for its costs (G-5,
    AF-10)."""
    others = replace(side, hand=without(side.hand, card))
    return next((need for need in CARDS[card].needs if not _is_there(need, others, None)), None)


def missing_for_ability(side: Side, dojo: Dojo | None, ability: Ability) -> Need | None:
    """Return the first requirement of a card's ability that is not met: its cost, or a card to which it applies
    (G-5)."""
    for need in ability.needs:
        if not _is_there(need, side, dojo):
            return need
    return None


def _is_there(need: Need, side: Side, dojo: Dojo | None) -> bool:
    return _THERE[need](side, dojo)


_THERE: Mapping[Need, Callable[[Side, Dojo | None], bool]] = {
    Need.CARD: lambda side, dojo: len(side.hand) >= 1,
    Need.TWO_CARDS: lambda side, dojo: len(side.hand) >= 2,
    Need.FIGHTER_CARD: lambda side, dojo: any(is_fighter(card) for card in side.hand),
    Need.FIGHTER_HERE: lambda side, dojo: dojo is not None and dojo.fighter is not None,
    Need.LOW_EQUIPMENT_HERE: lambda side, dojo: (
        dojo is not None and any(CARDS[thing.card].level <= 2 for thing in dojo.equipment)
    ),
    Need.A_FIGHTER: lambda side, dojo: _has_fighter(side),
    Need.A_FIGHTER_OR_RESTING: lambda side, dojo: (
        _has_fighter(side) or any(is_fighter(one.card) for one in side.cooldown)
    ),
    Need.EQUIPMENT: lambda side, dojo: any(one.equipment for one in side.dojos),
}
"""For each condition, the check of its target. It is a table because Python 3.11 takes longer to look up the names of
an enum one by one than to do the check.
"""


def _has_fighter(side: Side) -> bool:
    return any(one.fighter is not None for one in side.dojos)


def may_activate(side: Side, dojo: Dojo, thing: Fighter | Equipment, silent: Pieces) -> bool:
    """True if a card's ability can be used as an action. It cannot while the card is neutralized (AF-31), and not twice
    a round if its text says so. Otherwise it can be used as often as the seat can pay (AF fact 7)."""
    ability = CARDS[thing.card].ability
    if ability is None or thing.piece in silent or (ability.once and thing.used):
        return False
    return missing_for_ability(side, dojo, ability) is None


def may_activate_sensei(state: State, side: Side) -> bool:
    """True if a sensei's ability can be used as an action: once a round according to the rules sheet (S3:91, AF-2)."""
    if side.sensei is None or (side.sensei_used and state.options.rules is af.Rules.SHEET):
        return False
    ability = CARDS[side.sensei].ability
    return ability is not None and missing_for_ability(side, None, ability) is None


def has_nothing_to_do(state: State, seat: Seat) -> bool:
    """True if everybody can see that this seat can only pass: it has no card in hand, and no ability without a cost. A
    seat with cards must pass itself, because passing automatically would reveal its hand (AF-9)."""
    return not state.sides[seat].hand and len(_actions(state, seat)) == 1

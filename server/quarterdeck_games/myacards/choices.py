"""The choices of a seat in MYACARDS. The kinds of offered actions depend only on facts that everybody sees."""

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus, Kind, Point, Stage, Until
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.attacks import attacks
from quarterdeck_games.myacards.bonus_calls import uncalled
from quarterdeck_games.myacards.bonuses import HIGHEST_FIRST
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.field import ZONES, has_entity
from quarterdeck_games.myacards.placement import free_in_row_1, sacrifices, zones_for
from quarterdeck_games.myacards.queries import Faces, FieldQueries
from quarterdeck_games.myacards.resolve import can_begin, options
from quarterdeck_games.myacards.state import State
from quarterdeck_games.piles import distinct

# Python 3.11 looks a member of an enum up slowly: those that are asked for in every action have names of their own.
_OPENING, _PLAY, _DISCARD = Stage.OPENING, Stage.PLAY, Stage.DISCARD
_NOBODYS = (Stage.NOT_DEALT, Stage.OVER)
"""The stages in which no player is asked for an action."""

ROW_1_KINDS = (Kind.EVENT, Kind.EFFECT, Kind.DOMINION)


def choices(state: State, seat: Seat) -> tuple[my.Action, ...]:
    """Return all choices of this seat, in a fixed order."""
    if state.stage is _OPENING:
        return _opening(state, seat)
    if state.stage in _NOBODYS:
        return ()
    if state.asked is not None:
        return tuple(options(state)) if state.asked.seat == seat else ()
    if state.window is not None:
        return _reactions(state, seat) if state.window == seat else ()
    if seat != state.active_seat:
        return ()
    if state.placing is not None:
        return tuple([my.Sacrifice(piece=piece) for piece in sacrifices(state, seat)])
    if state.stage is _DISCARD:
        return tuple([my.Discard(card=card) for card in distinct(state.sides[seat].hand)])
    return _turn(state, seat)


def _opening(state: State, seat: Seat) -> tuple[my.Action, ...]:
    side = state.sides[seat]
    if side.kept:
        return ()
    return (my.KeepHand(),) if has_opening(state.catalogue.cards, side.hand) else (my.KeepHand(), my.Mulligan())


def has_opening(cards: Faces, hand: my.Cards) -> bool:
    """True if a hand has an entity that can be placed on the first turn (MY-2)."""
    return any(cards[card].is_entity and is_free(cards[card]) for card in hand)


def is_free(card: Card) -> bool:
    return not card.sacrifices and not card.junior_of


def _turn(state: State, seat: Seat) -> tuple[my.Action, ...]:
    reading = state.field
    found: list[my.Action] = []
    if state.stage is _PLAY:
        found += places(state, seat, reading)
    else:
        found += attacks(state, seat, reading)
    found += plays(state, seat)
    found += calls(state, seat)
    if state.stage is _PLAY and state.turn > 1:
        found.append(my.BeginAttacks())  # S4:110: not on the very first turn
    found.append(my.EndTurn())
    if state.sides[seat].passes is not None:
        found.append(my.EndTurnWatching())
    return tuple(found)


def places(state: State, seat: Seat, reading: FieldQueries) -> list[my.Place]:
    """Return every way to place an entity card from the hand: each card with each zone that it can take."""
    found: list[my.Place] = []
    free: dict[Kind, tuple[my.ZoneId, ...]] = {}
    for name in distinct(state.sides[seat].hand):
        card = state.catalogue.cards[name]
        if not card.is_entity:
            continue
        zones = free.get(card.kind) if is_free(card) else None
        if zones is None:
            zones = tuple([ZONES[zone] for zone in zones_for(state, seat, card, reading)])
            if is_free(card):
                free[card.kind] = zones
        found += [my.Place(card=name, zones=(zone,)) for zone in zones]
    return found


def plays(state: State, seat: Seat) -> list[my.Play]:
    """Return the actions to play a dominion, event or effect card from the hand now."""
    cards = state.catalogue.cards
    return [my.Play(card=name) for name in distinct(state.sides[seat].hand) if may_play(state, seat, cards[name])]


def calls(state: State, seat: Seat) -> list[my.CallBonus]:
    """Return the actions to declare a bonus now, at a table where bonuses must be declared (MY-37)."""
    if not state.options.declare_bonus:
        return []
    return [my.CallBonus(bonus=bonus) for bonus in (*HIGHEST_FIRST, Bonus.TYRANT) if uncalled(state, seat, bonus)]


def may_play(state: State, seat: Seat, card: Card) -> bool:
    if card.kind not in ROW_1_KINDS or free_in_row_1(state, seat, card.kind) is None:
        return False
    if card.kind is Kind.DOMINION and not has_entity(state.board, seat):
        return False  # S4:128, MY-53
    return can_begin(state, seat, card)


def _reactions(state: State, seat: Seat) -> tuple[my.Action, ...]:
    """Return the reactions to an attack (S4:106): events, effects and dominions, or to let the attack pass."""
    found: list[my.Action] = [*plays(state, seat), *calls(state, seat)]
    found += [my.LetPass(until=until) for until in passing(state)]
    return tuple(found)


def passing(state: State) -> list[Until]:
    """Return the durations for which attacks may be let pass. After an attack, durations that concern only that attack
    are left out."""
    after = state.attack is not None and state.attack.point is Point.AFTER
    return [until for until in Until if not (after and until is Until.ATTACK)]

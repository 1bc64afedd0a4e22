"""Everything that a seat may do now, in a fixed order."""

from collections.abc import Iterator, Sequence
from itertools import product

from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, Keyword, Kind, PieceId, Pieces, Stage
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.attacks import all_effects
from quarterdeck_games.amiibart.cards.card import Card, choices_of, effects_of
from quarterdeck_games.amiibart.changes import has_something_to_do
from quarterdeck_games.amiibart.effects import Effect, Who
from quarterdeck_games.amiibart.queries import eligible
from quarterdeck_games.amiibart.state import (
    FIGHTERS_A_TURN,
    State,
    card_of,
    empty_slots,
    face_among,
    fighters,
    has,
    may_attack,
)
from quarterdeck_games.piles import distinct
from quarterdeck_games.two_seats import other

END_TURN = ab.EndTurn()


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return everything this seat may do now; nothing if it is not asked for anything."""
    if state.ended is not None or state.stage is Stage.NOT_BEGUN:
        return ()
    if state.asked is not None:
        asked = state.asked
        return tuple([ab.Choose(piece=piece) for piece in asked.options]) if asked.seat == seat else ()
    if seat != state.turn_seat:
        return ()
    offered: list[Action] = list(_fighters_to_play(state, seat))
    if state.stage is Stage.TURN_ONE:
        return offered
    offered += _cards_to_play(state, seat)
    offered += _attacks(state, seat)
    offered += _powers(state, seat)
    offered.append(END_TURN)
    return offered


def _fighters_to_play(state: State, seat: Seat) -> Iterator[Action]:
    side = state.sides[seat]
    slots = empty_slots(state, seat)
    if state.stage is not Stage.TURN_ONE and (side.fighters_played >= FIGHTERS_A_TURN or not side.energy):
        return
    if not slots:
        return
    for name in distinct(side.library):
        card = card_of(state, name)
        if card.kind is Kind.FIGHTER:
            for forge in forges(card):
                for slot in slots:
                    yield ab.PlayFighter(card=name, slot=slot, forge=forge)


def forges(card: Card) -> Sequence[int | None]:
    return range(len(card.forge)) if card.forge else (None,)


def _cards_to_play(state: State, seat: Seat) -> Iterator[Action]:
    side = state.sides[seat]
    for name in distinct(side.library):
        card = card_of(state, name)
        if card.cost > side.energy:
            continue
        match card.kind:
            case Kind.SPELL:
                for forge in forges(card):
                    does = effects_of(card, forge)
                    for targets in targets_for(state, seat, None, does):
                        if has_something_to_do(state, seat, card, does, targets):
                            yield ab.PlaySpell(card=name, targets=targets, forge=forge)
            case Kind.HAZARD if face_among(state, side.hazards, name) is None:
                yield ab.PlayHazard(card=name)
            case Kind.STAGE:
                yield ab.PlayStage(card=name)
            case _:
                pass


def _attacks(state: State, seat: Seat) -> Iterator[Action]:
    side = state.sides[seat]
    targets = basic_targets(state, seat)
    for _, fighter in fighters(state, seat):
        if not may_attack(state, fighter):
            continue
        for target in targets:
            yield ab.Attack(piece=fighter.piece, target=target)
        for number, attack in enumerate(card_of(state, fighter.card).attacks):
            if attack.cost <= side.energy:
                for chosen in targets_for(state, seat, fighter.piece, all_effects(attack), attack=True):
                    yield ab.UseAttack(piece=fighter.piece, attack=number, targets=chosen)


def basic_targets(state: State, seat: Seat) -> Pieces:
    """Return whom a basic attack may be aimed at: those with Block first (S0:155, AM-33)."""
    return _blocked(state, seat, [fighter.piece for _, fighter in fighters(state, other(seat))])


def _blocked(state: State, seat: Seat, pieces: list[PieceId]) -> Pieces:
    """Where one of the opposing Fighters among these has Block, only those that have it (AM-32)."""
    block = {one.piece for _, one in fighters(state, other(seat)) if has(state, one, Keyword.BLOCK)}
    return tuple([piece for piece in pieces if piece in block] or pieces)


def _powers(state: State, seat: Seat) -> Iterator[Action]:
    side = state.sides[seat]
    for name in side.powers:
        power = card_of(state, name)
        if power.is_active and name not in side.used and power.cost <= side.energy:
            for targets in targets_for(state, seat, None, power.does):
                if has_something_to_do(state, seat, power, power.does, targets):
                    yield ab.UsePower(power=name, targets=targets)


def targets_for(
    state: State, seat: Seat, piece: PieceId | None, does: tuple[Effect, ...], attack: bool = False
) -> Iterator[Pieces]:
    """Return every way to choose targets; none if one cannot be chosen (AM-58), the empty one if none is needed."""
    whos = choices_of(does)
    if not whos:
        yield ()
        return
    for chosen in product(*[_options(state, seat, piece, who, attack) for who in whos]):
        if len(set(chosen)) == len(chosen):
            yield chosen


def _options(state: State, seat: Seat, piece: PieceId | None, who: Who, attack: bool) -> Pieces:
    pieces = [one[2].piece for one in eligible(state, who, seat, piece)]
    return _blocked(state, seat, pieces) if attack else tuple(pieces)

"""Computation of all choices of a seat in Amiibart TCG, in a fixed order."""

from collections.abc import Sequence
from itertools import chain, compress, cycle

from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.changes import ways_to_change
from quarterdeck_games.amiibart.effects import Who
from quarterdeck_games.amiibart.queries import pieces_of, ways_of, ways_of_text
from quarterdeck_games.amiibart.state import (
    BLOCK,
    FIGHTERS_A_TURN,
    NOT_BEGUN,
    TURN_ONE,
    State,
    face_among,
    has,
    may_attack,
)
from quarterdeck_games.piles import distinct
from quarterdeck_games.two_seats import other

END_TURN = ab.EndTurn()


def choices(state: State, seat: Seat) -> Sequence[ab.Action]:
    """Return all choices of this seat; none if the game does not wait for the seat."""
    asked = state.asked
    if asked is not None:
        return tuple([ab.Choose(piece=piece) for piece in asked.options]) if asked.seat == seat else ()
    if seat != state.turn_seat or state.ended is not None or state.stage is NOT_BEGUN:
        return ()
    faces = distinct(state.sides[seat].library)
    offered = _fighters_to_play(state, seat, faces)
    if state.stage is TURN_ONE:
        return offered
    offered += _cards_to_play(state, seat, faces)
    offered += _attacks(state, seat)
    offered += _powers(state, seat)
    offered.append(END_TURN)
    return offered


def basic_targets(state: State, seat: Seat) -> Sequence[ab.PieceId]:
    """Return the targets of a seat's basic attack. If opposing Fighters have Block, only those can be attacked (S0:155,
    AM-33)."""
    return _blocking(state, seat) or [one.piece for one in state.sides[other(seat)].slots if one is not None]


def ways_of_attack(state: State, seat: Seat, choosing: tuple[Who, ...], piece: ab.PieceId) -> Sequence[ab.Pieces]:
    """Return every choice of targets for a special attack of a piece. If an opposing Fighter that may be chosen has
    Block, only Fighters with Block can be chosen (AM-32)."""
    return _ways_past(_blocking(state, seat), state, seat, choosing, piece)


def _ways_past(
    blocking: Sequence[ab.PieceId], state: State, seat: Seat, choosing: tuple[Who, ...], piece: ab.PieceId
) -> Sequence[ab.Pieces]:
    options = [pieces_of(state, who, seat, piece) for who in choosing]
    if blocking:
        options = [[one for one in pieces if one in blocking] or pieces for pieces in options]
    return ways_of(options)


def _blocking(state: State, seat: Seat) -> list[ab.PieceId]:
    """Return the opposing Fighters with Block."""
    printed = state.catalogue.blocking
    return [
        one.piece
        for one in state.sides[other(seat)].slots
        if one is not None
        and (
            one.card in printed or ((one.keywords or one.keywords_now or one.keywords_basic) and has(state, one, BLOCK))
        )
    ]


def _fighters_to_play(state: State, seat: Seat, faces: Sequence[ab.CardId]) -> list[ab.Action]:
    side = state.sides[seat]
    if state.stage is not TURN_ONE and (side.fighters_played >= FIGHTERS_A_TURN or not side.energy):
        return []
    is_free = [one is None for one in side.slots]
    if True not in is_free:
        return []
    into_each_slot = chain.from_iterable(filter(None, map(state.catalogue.fighters.get, faces)))
    return [*compress(into_each_slot, cycle(is_free))]


def _cards_to_play(state: State, seat: Seat, faces: Sequence[ab.CardId]) -> list[ab.Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[ab.Action] = []
    for face in filter(known.affordable[side.energy].__contains__, faces):
        if face in known.spells:
            card = known.by_face[face]
            for forge, text in known.spells[face]:
                ways = ways_to_change(state, seat, card, text)
                offered += [ab.PlaySpell(card=face, targets=targets, forge=forge) for targets in ways]
        elif face in known.stages:
            offered.append(known.stages[face])
        elif not side.hazards or face_among(state, side.hazards, face) is None:
            offered.append(known.hazards[face])
    return offered


def _powers(state: State, seat: Seat) -> list[ab.Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[ab.Action] = []
    for face in side.powers:
        power = known.active_powers.get(face)
        if power is not None and face not in side.used and power.cost <= side.energy:
            (text,) = known.texts[face]
            offered += [ab.UsePower(power=face, targets=way) for way in ways_to_change(state, seat, power, text)]
    return offered


def _attacks(state: State, seat: Seat) -> list[ab.Action]:
    side = state.sides[seat]
    ready = [
        one for one in side.slots if one is not None and not one.attacked and (not one.fresh or may_attack(state, one))
    ]
    if not ready:  # as most of the time
        return []
    offered: list[ab.Action] = []
    blocking = _blocking(state, seat)
    targets = blocking or [one.piece for one in state.sides[other(seat)].slots if one is not None]
    special = state.catalogue.special_attacks
    for fighter in ready:
        piece = fighter.piece
        offered += [ab.Attack(piece=piece, target=target) for target in targets]
        for number, cost, choosing, is_for_any in special.get(fighter.card, ()):
            if cost <= side.energy:
                if blocking or not is_for_any:
                    ways = _ways_past(blocking, state, seat, choosing, piece)
                else:
                    ways = ways_of_text(state, seat, choosing)
                offered += [ab.UseAttack(piece=piece, attack=number, targets=chosen) for chosen in ways]
    return offered

"""Everything that a seat may do now, in a fixed order."""

from collections.abc import Sequence
from itertools import chain, compress, cycle, product

from quarterdeck_protocol.games.amiibart import (
    Action,
    Attack,
    CardId,
    Choose,
    EndTurn,
    PieceId,
    Pieces,
    PlaySpell,
    UseAttack,
    UsePower,
)
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.changes import with_something_to_do
from quarterdeck_games.amiibart.effects import Who
from quarterdeck_games.amiibart.queries import pieces_of
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

END_TURN = EndTurn()
_WITHOUT_TARGETS: Sequence[Pieces] = ((),)


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return everything this seat may do now; nothing if it is not asked for anything."""
    if state.ended is not None or state.stage is NOT_BEGUN:
        return ()
    if state.asked is not None:
        asked = state.asked
        return tuple([Choose(piece=piece) for piece in asked.options]) if asked.seat == seat else ()
    if seat != state.turn_seat:
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


def basic_targets(state: State, seat: Seat) -> Sequence[PieceId]:
    """Return whom a seat may aim a basic attack at: those with Block first (S0:155, AM-33)."""
    return _blocking(state, seat) or [one.piece for one in state.sides[other(seat)].slots if one is not None]


def ways_of_text(state: State, seat: Seat, choosing: tuple[Who, ...]) -> Sequence[Pieces]:
    """Return every way to choose targets for a text that is no piece's; none if one cannot be chosen (AM-58), the
    empty one if none is needed."""
    if not choosing:
        return _WITHOUT_TARGETS
    known = state.in_play.ways[seat]
    ways = known.get(choosing)
    if ways is None:
        ways = known[choosing] = _ways([pieces_of(state, who, seat, None) for who in choosing])
    return ways


def ways_of_attack(state: State, seat: Seat, choosing: tuple[Who, ...], piece: PieceId) -> Sequence[Pieces]:
    """Return the same for a special attack of a piece: where one of the opposing Fighters among those that may be
    chosen has Block, only those that have it (AM-32)."""
    if not choosing:
        return _WITHOUT_TARGETS
    options = [pieces_of(state, who, seat, piece) for who in choosing]
    blocking = _blocking(state, seat)
    if blocking:
        options = [[one for one in pieces if one in blocking] or pieces for pieces in options]
    return _ways(options)


def _blocking(state: State, seat: Seat) -> list[PieceId]:
    """Return the opposing Fighters with Block."""
    return [one.piece for one in state.sides[other(seat)].slots if one is not None and has(state, one, BLOCK)]


def _ways(options: Sequence[Sequence[PieceId]]) -> Sequence[Pieces]:
    """Return every way to choose one of each, nobody twice."""
    if len(options) == 1:
        return [(one,) for one in options[0]]
    return [chosen for chosen in product(*options) if len(set(chosen)) == len(chosen)]


def _fighters_to_play(state: State, seat: Seat, faces: Sequence[CardId]) -> list[Action]:
    side = state.sides[seat]
    if state.stage is not TURN_ONE and (side.fighters_played >= FIGHTERS_A_TURN or not side.energy):
        return []
    is_free = [one is None for one in side.slots]
    if True not in is_free:
        return []
    into_each_slot = chain.from_iterable(filter(None, map(state.catalogue.fighters.get, faces)))
    return [*compress(into_each_slot, cycle(is_free))]


def _cards_to_play(state: State, seat: Seat, faces: Sequence[CardId]) -> list[Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[Action] = []
    for face in filter(known.affordable[side.energy].__contains__, faces):
        if face in known.spells:
            card = known.by_face[face]
            for forge, text in known.spells[face]:
                ways = with_something_to_do(state, seat, card, text, ways_of_text(state, seat, text.choosing))
                offered += [PlaySpell(card=face, targets=targets, forge=forge) for targets in ways]
        elif face in known.stages:
            offered.append(known.stages[face])
        elif not side.hazards or face_among(state, side.hazards, face) is None:
            offered.append(known.hazards[face])
    return offered


def _powers(state: State, seat: Seat) -> list[Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[Action] = []
    for face in side.powers:
        power = known.active_powers.get(face)
        if power is not None and face not in side.used and power.cost <= side.energy:
            (text,) = known.texts[face]
            ways = with_something_to_do(state, seat, power, text, ways_of_text(state, seat, text.choosing))
            offered += [UsePower(power=face, targets=targets) for targets in ways]
    return offered


def _attacks(state: State, seat: Seat) -> list[Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[Action] = []
    targets: Sequence[PieceId] | None = None
    for fighter in side.slots:
        if fighter is None or fighter.attacked or (fighter.fresh and not may_attack(state, fighter)):
            continue
        if targets is None:  # most of the time nobody may attack
            targets = basic_targets(state, seat)
        piece = fighter.piece
        offered += [Attack(piece=piece, target=target) for target in targets]
        for number, attack in enumerate(known.by_face[fighter.card].attacks):
            if attack.cost <= side.energy:
                ways = ways_of_attack(state, seat, known.texts[fighter.card][number].choosing, piece)
                offered += [UseAttack(piece=piece, attack=number, targets=chosen) for chosen in ways]
    return offered

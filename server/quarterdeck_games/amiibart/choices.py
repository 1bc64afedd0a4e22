"""Everything that a seat may do now, in a fixed order."""

from collections.abc import Sequence
from itertools import compress, product

from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, CardId, PieceId, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import forges
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

END_TURN = ab.EndTurn()


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return everything this seat may do now; nothing if it is not asked for anything."""
    if state.ended is not None or state.stage is NOT_BEGUN:
        return ()
    if state.asked is not None:
        asked = state.asked
        return tuple([ab.Choose(piece=piece) for piece in asked.options]) if asked.seat == seat else ()
    if seat != state.turn_seat:
        return ()
    faces = distinct(state.sides[seat].library)
    offered = _fighters_to_play(state, seat, faces)
    if state.stage is TURN_ONE:
        return offered
    aims = Aims(state, seat)
    return [
        *offered,
        *_cards_to_play(state, seat, faces, aims),
        *_attacks(state, seat, aims),
        *_powers(state, seat, aims),
        END_TURN,
    ]


class Aims:
    """Whom a seat may aim at now: each kind of Fighters is looked for once, however many texts name it."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self._known: dict[tuple[Who, ...], Sequence[Pieces]] = {}
        opposing = [one for one in state.sides[other(seat)].slots if one is not None]
        self._block = [one.piece for one in opposing if has(state, one, BLOCK)]
        self.of_basic_attacks: Sequence[PieceId] = self._block or [one.piece for one in opposing]
        """Whom a basic attack may be aimed at: those with Block first (S0:155, AM-33)."""

    def of_text(self, choosing: tuple[Who, ...]) -> Sequence[Pieces]:
        """Return every way to choose targets for a text that is no piece's; none if one cannot be chosen (AM-58), the
        empty one if none is needed."""
        known = self._known.get(choosing)
        if known is None:
            options = [pieces_of(self.state, who, self.seat, None) for who in choosing]
            known = self._known[choosing] = _ways(options)
        return known

    def of_attack(self, choosing: tuple[Who, ...], piece: PieceId) -> Sequence[Pieces]:
        """Return the same for a special attack of a piece."""
        return _ways([self._blocked(pieces_of(self.state, who, self.seat, piece)) for who in choosing])

    def _blocked(self, pieces: Sequence[PieceId]) -> Sequence[PieceId]:
        """Where one of the opposing Fighters among these has Block, only those that have it (AM-32)."""
        return [piece for piece in pieces if piece in self._block] or pieces if self._block else pieces


def _ways(options: Sequence[Sequence[PieceId]]) -> Sequence[Pieces]:
    """Return every way to choose one of each, nobody twice."""
    if len(options) == 1:
        return [(one,) for one in options[0]]
    return [chosen for chosen in product(*options) if len(set(chosen)) == len(chosen)]


def _fighters_to_play(state: State, seat: Seat, faces: Sequence[CardId]) -> Sequence[Action]:
    side = state.sides[seat]
    if state.stage is not TURN_ONE and (side.fighters_played >= FIGHTERS_A_TURN or not side.energy):
        return ()
    is_free = [one is None for one in side.slots]
    known = state.catalogue.fighters
    offered: list[Action] = []
    for face in filter(known.__contains__, faces):
        for into in known[face]:
            offered += compress(into, is_free)
    return offered


def _cards_to_play(state: State, seat: Seat, faces: Sequence[CardId], aims: Aims) -> Sequence[Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[Action] = []
    for face in filter(known.affordable[side.energy].__contains__, faces):
        if face in known.stages:
            offered.append(known.stages[face])
        elif face not in known.hazards:
            card = known.by_face[face]
            for forge, text in zip(forges(card), known.texts[face], strict=True):
                ways = with_something_to_do(state, seat, card, text, aims.of_text(text.choosing))
                offered += [ab.PlaySpell(card=face, targets=targets, forge=forge) for targets in ways]
        elif not side.hazards or face_among(state, side.hazards, face) is None:
            offered.append(known.hazards[face])
    return offered


def _powers(state: State, seat: Seat, aims: Aims) -> Sequence[Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[Action] = []
    for face in side.powers:
        power = known.active_powers.get(face)
        if power is not None and face not in side.used and power.cost <= side.energy:
            (text,) = known.texts[face]
            ways = with_something_to_do(state, seat, power, text, aims.of_text(text.choosing))
            offered += [ab.UsePower(power=face, targets=targets) for targets in ways]
    return offered


def _attacks(state: State, seat: Seat, aims: Aims) -> Sequence[Action]:
    side = state.sides[seat]
    known = state.catalogue
    offered: list[Action] = []
    for fighter in side.slots:
        if fighter is not None and may_attack(state, fighter):
            piece = fighter.piece
            offered += [ab.Attack(piece=piece, target=target) for target in aims.of_basic_attacks]
            for number, attack in enumerate(known.by_face[fighter.card].attacks):
                if attack.cost <= side.energy:
                    ways = aims.of_attack(known.texts[fighter.card][number].choosing, piece)
                    offered += [ab.UseAttack(piece=piece, attack=number, targets=chosen) for chosen in ways]
    return offered

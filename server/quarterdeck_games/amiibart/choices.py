"""Everything that a seat may do now, in a fixed order."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, CardId, Keyword, Kind, PieceId, Pieces, Stage
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import Card, forges
from quarterdeck_games.amiibart.changes import with_something_to_do
from quarterdeck_games.amiibart.effects import Who
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

Library = Sequence[tuple[CardId, Card]]
"""Each card that a seat may still play, once, with what is printed on it."""


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return everything this seat may do now; nothing if it is not asked for anything."""
    if state.ended is not None or state.stage is Stage.NOT_BEGUN:
        return ()
    if state.asked is not None:
        asked = state.asked
        return tuple([ab.Choose(piece=piece) for piece in asked.options]) if asked.seat == seat else ()
    if seat != state.turn_seat:
        return ()
    cards = state.catalogue.by_face
    library = [(name, cards[name]) for name in distinct(state.sides[seat].library)]
    offered: list[Action] = list(_fighters_to_play(state, seat, library))
    if state.stage is Stage.TURN_ONE:
        return offered
    aims = Aims(state, seat)
    offered += _cards_to_play(state, seat, library, aims)
    offered += _attacks(state, seat, aims)
    offered += _powers(state, seat, aims)
    offered.append(END_TURN)
    return offered


class Aims:
    """Whom a seat may aim at now: each kind of Fighters is looked for once, however many texts name it."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self._known: dict[tuple[Who, PieceId | None, bool], Pieces] = {}
        self._block = {one.piece for _, one in fighters(state, other(seat)) if has(state, one, Keyword.BLOCK)}

    def of_basic_attacks(self) -> Pieces:
        """Return whom a basic attack may be aimed at: those with Block first (S0:155, AM-33)."""
        return self._blocked([fighter.piece for _, fighter in fighters(self.state, other(self.seat))])

    def ways(self, choosing: tuple[Who, ...], piece: PieceId | None = None, attack: bool = False) -> Iterable[Pieces]:
        """Return every way to choose targets for a text, be it a piece's; none if one cannot be chosen (AM-58), the
        empty one if none is needed."""
        if not choosing:
            return [()]
        options = [self._options(who, piece, attack) for who in choosing]
        if len(options) == 1:
            return [(one,) for one in options[0]]
        return [chosen for chosen in product(*options) if len(set(chosen)) == len(chosen)]

    def _options(self, who: Who, piece: PieceId | None, attack: bool) -> Pieces:
        key = (who, piece if who.other else None, attack)
        if key not in self._known:
            pieces = [one[2].piece for one in eligible(self.state, who, self.seat, piece)]
            self._known[key] = self._blocked(pieces) if attack else tuple(pieces)
        return self._known[key]

    def _blocked(self, pieces: list[PieceId]) -> Pieces:
        """Where one of the opposing Fighters among these has Block, only those that have it (AM-32)."""
        return tuple([piece for piece in pieces if piece in self._block] or pieces)


def _fighters_to_play(state: State, seat: Seat, library: Library) -> Iterator[Action]:
    side = state.sides[seat]
    slots = empty_slots(state, seat)
    if state.stage is not Stage.TURN_ONE and (side.fighters_played >= FIGHTERS_A_TURN or not side.energy):
        return
    if not slots:
        return
    for name, card in library:
        if card.kind is Kind.FIGHTER:
            for forge in forges(card):
                for slot in slots:
                    yield ab.PlayFighter(card=name, slot=slot, forge=forge)


def _cards_to_play(state: State, seat: Seat, library: Library, aims: Aims) -> Iterator[Action]:
    side = state.sides[seat]
    for name, card in library:
        if card.cost > side.energy:
            continue
        match card.kind:
            case Kind.SPELL:
                for forge, text in zip(forges(card), state.catalogue.texts[name], strict=True):
                    for targets in with_something_to_do(state, seat, card, text, aims.ways(text.choosing)):
                        yield ab.PlaySpell(card=name, targets=targets, forge=forge)
            case Kind.HAZARD if face_among(state, side.hazards, name) is None:
                yield ab.PlayHazard(card=name)
            case Kind.STAGE:
                yield ab.PlayStage(card=name)
            case _:
                pass


def _attacks(state: State, seat: Seat, aims: Aims) -> Iterator[Action]:
    side = state.sides[seat]
    targets = aims.of_basic_attacks()
    for _, fighter in fighters(state, seat):
        if not may_attack(state, fighter):
            continue
        for target in targets:
            yield ab.Attack(piece=fighter.piece, target=target)
        for number, attack in enumerate(card_of(state, fighter.card).attacks):
            if attack.cost <= side.energy:
                text = state.catalogue.texts[fighter.card][number]
                for chosen in aims.ways(text.choosing, fighter.piece, attack=True):
                    yield ab.UseAttack(piece=fighter.piece, attack=number, targets=chosen)


def _powers(state: State, seat: Seat, aims: Aims) -> Iterator[Action]:
    side = state.sides[seat]
    for name in side.powers:
        power = card_of(state, name)
        if power.is_active and name not in side.used and power.cost <= side.energy:
            (text,) = state.catalogue.texts[name]
            for targets in with_something_to_do(state, seat, power, text, aims.ways(text.choosing)):
                yield ab.UsePower(power=name, targets=targets)

"""The field of MYACARDS for a bot that evaluates choices: places, threatened cards and the value of each card.

It is computed only from the bot's own view. The laws (continuous effects) of open cards are public.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import takewhile

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus, Kind, PieceId

from quarterdeck_games.myacards.effects import Aura, Card, Withstands
from quarterdeck_games.myacards.field import Piece, column_of, half_of
from quarterdeck_games.myacards.sight import A_SUPPORT, ATTACK, DEFENSE, SPEED, One, Sight, body

A_POINT = ATTACK + DEFENSE + SPEED
"""The worth of a point in every statistic."""


def card_worth(card: Card) -> float:
    """Return a rough value of having a card in hand."""
    return body(card.attack, card.defense, card.speed) - card.sacrifices if card.kind is Kind.ACTIVE else A_SUPPORT


class Field:
    """All facts about the field, as one seat sees them."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.cards = sight.cards
        self.seat = sight.seat
        self.board = sight.board
        self.reading = sight.reading
        self.mine: list[list[One]] = [[] for _ in range(8)]
        self.theirs: list[list[One]] = [[] for _ in range(8)]
        for one in sight.mine:
            self.mine[column_of(one.zone)].append(one)
        for one in sight.theirs:
            self.theirs[column_of(one.zone)].append(one)

    @cached_property
    def pieces(self) -> dict[PieceId, One]:
        """All entities by their piece ids, in the order of their zones."""
        return {one.piece: one for one in sorted((*self.sight.mine, *self.sight.theirs), key=lambda one: one.zone)}

    def imagined(self, card: Card, zone: int) -> One:
        """Return a card of the seat as it would be in a zone, without the influence of neighbouring cards."""
        piece = Piece(id=PieceId(""), card=my.CardId(card.id), seat=self.seat)
        attack, defense, speed = card.attack, card.defense, card.speed
        for law in self.reading.on(Aura, piece, zone):
            attack, defense, speed = attack + law.attack, defense + law.defense, speed + law.speed
        guarded = self.reading.is_guarded(piece, zone, self.sight.turn + 1)
        if card.kind is Kind.SUPPORT:
            needed = [law.attack for law in card.laws if isinstance(law, Withstands)]
            return One(piece.id, zone, 0, max(needed, default=0) - 1, 0, A_SUPPORT, False, 0, guarded)
        more, company = self._company(card, zone)
        attack, defense, speed = attack + more, defense + more, speed + more
        worth = body(attack, defense, speed) + company
        return One(piece.id, zone, attack, defense, speed, worth, True, int(self.may_attack), guarded)

    def _company(self, card: Card, zone: int) -> tuple[int, float]:
        """Return the group bonus of a card that is placed here, and the gain of its neighbours (S4:59…61)."""
        sides = [side for side in (self._kin(card, zone, -1), self._kin(card, zone, 1)) if side]
        if not sides:
            return 0, 0
        pack = _beside(sides, lambda one: one.card == card.id)
        if _new(pack) >= 2 or any(one.bonus is Bonus.PACK for one in pack):
            return 3, 3 * A_POINT * _new(pack)
        sisters = _beside(sides, lambda one: self.cards[one.card].sets == card.sets)
        at_home = half_of(zone) == self.seat
        if at_home and any(one.card != card.id for one in sisters):
            return 2, 2 * A_POINT * _new(sisters)
        order = _beside(sides, lambda one: one.bonus is not Bonus.PHYLOGENETIC)
        names = {one.card for one in order} - {card.id}
        if at_home and len(names) == len(order) >= 2 and _new(order):
            return 1, A_POINT * _new(order)
        return 0, A_POINT * (1.5 * len(pack) + 0.5 * len(order))

    def _kin(self, card: Card, zone: int, step: int) -> list[Piece]:
        """Return the seat's own cards of the same order that follow a zone on one side without a gap."""
        found = []
        at = zone + step
        while at >> 3 == zone >> 3:
            piece = self.board[at]
            if piece is None or piece.seat != self.seat or self.cards[piece.card].sets[4:5] != card.sets[4:5]:
                break
            found.append(piece)
            at += step
        return found

    @cached_property
    def may_attack(self) -> bool:
        """True if the seat still has an attack phase this turn (S4:110)."""
        return self.sight.turn > 1 and self.sight.turn_seat == self.seat

    @cached_property
    def left_over(self) -> list[list[One]]:
        """For each column, the opponent's cards that will be left after the attacks of the cards there."""
        if not self.may_attack:
            return self.theirs
        return [after_attacks(mine, theirs) for mine, theirs in zip(self.mine, self.theirs, strict=True)]


def after_attacks(attackers: list[One], targets: list[One]) -> list[One]:
    """Return the targets that are left when each attacker in their column has removed the best card that it can."""
    if not attackers or not targets:
        return targets
    left = list(targets)
    for attacker in sorted(attackers, key=lambda one: one.attack):
        for _ in range(attacker.attacks):
            falling = best([one for one in left if attacker.fells(one)])
            if falling is not None:
                left.remove(falling)
    return left


def _beside(sides: Iterable[list[Piece]], fits: Callable[[Piece], bool]) -> list[Piece]:
    """Return the neighbours on both sides, on each side as far as they fit."""
    return [one for side in sides for one in takewhile(fits, side)]


def _new(pieces: Iterable[Piece]) -> int:
    return sum([one.bonus is None for one in pieces])


def best(ones: Iterable[One]) -> One | None:
    """Return the entity with the highest value; `None` if there is none."""
    return max(ones, key=lambda one: one.worth, default=None)


def is_threatened(one: One, by: Iterable[One]) -> bool:
    """True if one of these cards could remove the entity."""
    return any(foe.fells(one) for foe in by)

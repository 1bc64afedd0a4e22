"""Awards and losses of group bonuses in MYACARDS (S4:59…61).

An awarded bonus is locked until it ends: its card cannot get another one (MY-35), but it counts for the awards of its
neighbours (MY-65). If several could be awarded at once, packs come first, then sister taxa, then phylogenetic rows.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quarterdeck_protocol.games.myacards import Bonus, BonusGained, BonusLost, Cards, Kind, PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.field import Piece, half_of
from quarterdeck_games.myacards.queries import Faces, FieldQueries
from quarterdeck_games.two_seats import SEATS

# Python 3.11 looks a member of an enum up slowly: those that are asked for in every action have names of their own.
_PACK, _SISTER_TAXA, _PHYLOGENETIC, _ACTIVE = Bonus.PACK, Bonus.SISTER_TAXA, Bonus.PHYLOGENETIC, Kind.ACTIVE

HIGHEST_FIRST = (_PACK, _SISTER_TAXA, _PHYLOGENETIC)
"""MY-35: in which order they are awarded when several become available in the same instant."""

SMALLEST = {_PACK: 3, _SISTER_TAXA: 2, _PHYLOGENETIC: 3}
FEWEST_REWARDED = {_PACK: 3, _SISTER_TAXA: 1, _PHYLOGENETIC: 2}
"""Least number of cards that a new group must reward: with fewer, its effect would be removed at once (S4:59,
S4:61)."""


class Award(NamedTuple):
    """An award of a bonus that the present board causes."""

    gained: BonusGained
    neighbours: Sequence[Piece]
    """All that make it together, also those that have another bonus and receive nothing."""


def lost(reading: FieldQueries) -> Iterator[BonusLost]:
    """Return the bonuses that have ended, for all cards with them."""
    holders: dict[tuple[Seat, Bonus, object], list[tuple[int, Piece]]] = {}
    for zone, piece in reading.pieces:
        if piece.bonus is not None:
            key: object = reading.cards[piece.card].sets if piece.bonus is _SISTER_TAXA else piece.group
            holders.setdefault((piece.seat, piece.bonus, key), []).append((zone, piece))
    for seat in SEATS:
        for (owner, bonus, key), held in holders.items():
            if owner != seat:
                continue
            at_home = sum([half_of(zone) == seat for zone, _ in held])
            if bonus is _PACK:
                over = len(held) <= 2  # MY-34
            elif bonus is _SISTER_TAXA:  # those beside them that have another bonus count, too
                over = at_home < 2 and _count_at_home(reading, seat, key) < 2  # MY-33
            else:
                over = at_home <= 1  # MY-31
            if over:
                ids, faces = named([piece for _, piece in held])
                yield BonusLost(seat=seat, bonus=bonus, pieces=ids, cards=faces)


def _count_at_home(reading: FieldQueries, seat: Seat, sets: object) -> int:
    """Count a seat's active cards with a classification on its own half."""
    return sum(
        [
            piece.seat == half_of(zone) == seat
            and (card := reading.cards[piece.card]).sets == sets
            and card.kind is _ACTIVE
            for zone, piece in reading.pieces
        ]
    )


def gained(reading: FieldQueries, bonus: Bonus, groups: int) -> Iterator[Award]:
    """Yield the awards of one bonus that the present board causes. `groups` is the number of groups awarded so far."""
    for seat in SEATS:
        for half, relatives in reading.relatives[seat]:
            if half != seat and bonus is not _PACK:  # MY-31, MY-33: on your field; MY-34: anywhere
                continue
            if len(relatives) < SMALLEST[bonus]:
                continue
            for run in _runs(relatives, reading.cards, bonus):
                new = _unrewarded(run)
                joined = [piece.group for piece in run if piece.bonus is bonus]
                if len(new) < (1 if joined else FEWEST_REWARDED[bonus]):
                    continue
                if not joined:
                    groups += 1
                ids, faces = named(new)
                group = joined[0] if joined else groups
                yield Award(BonusGained(seat=seat, bonus=bonus, pieces=ids, cards=faces, group=group), run)


def named(pieces: Sequence[Piece]) -> tuple[tuple[PieceId, ...], Cards]:
    """Return the piece ids and the card ids of these pieces."""
    return tuple([piece.id for piece in pieces]), tuple([piece.card for piece in pieces])


def _unrewarded(run: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in run if piece.bonus is None]


def _runs(relatives: Sequence[Piece], cards: Faces, bonus: Bonus) -> Iterator[Sequence[Piece]]:
    """Yield the groups of neighbours that qualify together for a bonus, from left to right."""
    run: list[Piece] = []
    shared: object = None
    for piece in relatives:
        key = _key(cards, piece, bonus)
        if run and key != shared:
            yield from _qualified(run, bonus)
            run = []
        if key is not None:
            run.append(piece)
        shared = key
    if run:
        yield from _qualified(run, bonus)


def _key(cards: Faces, piece: Piece, bonus: Bonus) -> object:
    """Return the key that neighbours must share for a bonus; `None` for a card that does not count for it."""
    card = cards[piece.card]
    if bonus is _PHYLOGENETIC:
        counts = piece.bonus is not bonus and len(card.sets) >= 5  # MY-31: a group is frozen; MY-32
        return card.sets[4] if counts else None
    return card.sets if bonus is _SISTER_TAXA else card.name


def _qualified(run: list[Piece], bonus: Bonus) -> Iterator[Sequence[Piece]]:
    if len(run) < SMALLEST[bonus]:
        return
    if bonus is _SISTER_TAXA:
        if len({piece.card for piece in run}) >= 2:
            yield run
    elif bonus is _PACK:
        yield run
    else:
        yield from _all_different(run)


def _all_different(run: list[Piece]) -> Iterator[Sequence[Piece]]:
    """Yield the sequence of cards with different names that gives most reward: the longest one, then the leftmost. Then
    yield the rest without the rewarded cards, which belong to their group now."""
    best: list[Piece] = []
    most = (0, 0)
    for start in range(len(run)):
        stretch: list[Piece] = []
        for piece in run[start:]:
            if any(piece.card == one.card for one in stretch):
                break
            stretch.append(piece)
        worth = len(_unrewarded(stretch)), len(stretch)
        if len(stretch) >= SMALLEST[_PHYLOGENETIC] and worth > most:
            best, most = stretch, worth
    if most[0] < FEWEST_REWARDED[_PHYLOGENETIC]:
        return
    yield best
    left: list[Piece] = []
    for piece in run:
        if piece in best and piece.bonus is None:
            yield from _all_different(left)
            left = []
        else:
            left.append(piece)
    yield from _all_different(left)


def same_classification(one: Card, another: Card) -> bool:
    """True if two cards have the same classification: their complete series of sets is equal (S4:28)."""
    return bool(one.sets) and one.sets == another.sets

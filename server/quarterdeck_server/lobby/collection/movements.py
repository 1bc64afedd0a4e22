"""Ledger entries, called movements: changes of the copies in one or several accounts, with their causes. Pure.

A copy is one of a *face*: a card, or another printing of it, of one game. A movement changes several accounts at once.
It makes copies, burns some, or does neither, as its cause allows. For each face, `made + given = burnt + received`. So
after every movement, the copies in all accounts plus the burnt ones are all copies ever made.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NewType

import msgspec
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId

from quarterdeck_server.lobby.collections import Collection

Face = NewType("Face", str)
"""A card or printing of a game, as in `amiibart/‹id›`."""

MovementId = NewType("MovementId", str)
"""The identity of a movement, so that it is made only once. The caller chooses it from the purpose: `pack:…`,
`trade:…`. It is kept for ever, so it holds no name and no id of a player."""

HolderId = NewType("HolderId", str)
"""The name of an account in the ledger. It is random, and only the document of the collection links it to the player.
When that is deleted, nobody can tell the owner."""

Copies = Mapping[Face, int]
"""Number of copies of each face."""


def face_of(game: GameName, card: str) -> Face:
    """Return the name of a card or printing in the ledger ("face"): its game and its id."""
    return Face(f"{game}/{card}")


def parts_of(face: Face) -> tuple[GameName, str]:
    """Return the game and the id of the card or printing from its name in the ledger."""
    game, _, card = face.partition("/")
    return GameName(game), card


class Cause(StrEnum):
    """Reasons why copies of cards are created, moved or destroyed."""

    GIFT = "gift"
    """The server has given the copies: by a host's setting, or as the first gift."""

    PACK = "pack"
    """A pack was opened."""

    CODE = "code"
    """A code was claimed."""

    TRADE = "trade"
    """Two players have traded."""

    DELETION = "deletion"
    """The account was deleted: its copies are burnt."""


MAKING = frozenset({Cause.GIFT, Cause.PACK, Cause.CODE})
BURNING = frozenset({Cause.DELETION})
"""The causes that make copies, and those that burn them. No other cause does either."""


class Leg(msgspec.Struct, frozen=True):
    """The changes of a ledger movement for one player: positive numbers are received copies, negative ones are given
    away."""

    player: PlayerId
    copies: Copies


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """A ledger movement that is to be made."""

    id: MovementId
    cause: Cause
    of: str = ""
    """The id of its origin, such as a trade or a pack."""

    legs: tuple[Leg, ...]


def grant(id_: MovementId, cause: Cause, player: PlayerId, copies: Copies, of: str = "") -> Movement:
    """Return the ledger movement that creates copies and gives them to a player."""
    return Movement(id=id_, cause=cause, of=of, legs=(Leg(player, copies),))


def burning(id_: MovementId, cause: Cause, player: PlayerId, copies: Copies, of: str = "") -> Movement:
    """Return the ledger movement that takes copies from a player and destroys them."""
    return Movement(id=id_, cause=cause, of=of, legs=(Leg(player, _negative(copies)),))


def exchange(
    id_: MovementId, cause: Cause, one: PlayerId, gives: Copies, other: PlayerId, returns: Copies, of: str = ""
) -> Movement:
    """Return the ledger movement of an exchange: `one` gives copies to `other`, and `other` returns some. Either side
    may give none. Raises `ValueError` if both are the same player."""
    if one == other:
        raise ValueError("a player cannot exchange copies with themselves")
    from_one, from_other = Counter(dict(gives)), Counter(dict(returns))
    changed = {face: from_other[face] - from_one[face] for face in {*from_one, *from_other}}
    here = {face: count for face, count in changed.items() if count}
    return Movement(id=id_, cause=cause, of=of, legs=(Leg(one, here), Leg(other, _negative(here))))


def _negative(copies: Copies) -> Copies:
    return {face: -count for face, count in copies.items()}


class LegRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored changes of a ledger movement for one account."""

    account: HolderId
    number: int
    """The number of the movement in this account, from 1 without a gap."""

    previous: str
    """The hash of the account's previous movement: the SHA-256 of its document. Empty for the first movement."""

    copies: tuple[tuple[Face, int], ...]
    """Sorted by face, so that equal movements have equal bytes."""


class MovementRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A stored ledger movement: written once, never changed and never removed."""

    id: MovementId
    at: Milliseconds
    cause: Cause
    of: str
    legs: tuple[LegRecord, ...]

    @property
    def made(self) -> Counter[Face]:
        """The copies that this ledger movement creates."""
        return +self._sum

    @property
    def burnt(self) -> Counter[Face]:
        """The copies that this ledger movement destroys."""
        return -self._sum

    def check_sum(self) -> None:
        """Raise `ValueError` if the ledger movement creates or destroys copies and its cause does not allow that."""
        if (self.made and self.cause not in MAKING) or (self.burnt and self.cause not in BURNING):
            raise ValueError(f"a movement for `{self.cause}` does not make {self.made} and burn {self.burnt}")

    @property
    def _sum(self) -> Counter[Face]:
        total: Counter[Face] = Counter()
        for leg in self.legs:
            total.update(dict(leg.copies))
        return total


MOVEMENTS = Collection("movement", MovementRecord)


def hash_of(body: bytes) -> str:
    """Return the hash of a ledger movement's document. The account's next movement contains this hash."""
    return hashlib.sha256(body).hexdigest()


def in_order(copies: Copies) -> tuple[tuple[Face, int], ...]:
    """Return copies as a ledger movement stores them: sorted by card or printing, without counts of zero."""
    return tuple(sorted((face, count) for face, count in copies.items() if count))


def folded(legs: Iterable[LegRecord]) -> Counter[Face]:
    """Return the copies that an account owns after these ledger movements. This is the definition of its balance."""
    total: Counter[Face] = Counter()
    for leg in legs:
        total.update(dict(leg.copies))
    return Counter({face: count for face, count in total.items() if count})

"""The collection of one account and its holds (reserved copies), stored beside its movements. Pure.

Copies in an open offer, or in a deck of a running match with owned cards, are *held*: they cannot be moved. A copy is
in one offer at most. All matches may use the same copies, but no match uses a copy that is on offer. So for each face,
an account owns at least the sum over all its offers plus the maximum over its matches.

Only the owner may know the copies held by a match (decision 81). Otherwise others could infer the contents of a deck
and the end of the match.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NewType, assert_never

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text, sentences

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.movements import Copies, Face, HolderId, LegRecord, in_order
from quarterdeck_server.lobby.collections import Collection

HoldId = NewType("HoldId", str)
"""The id of a hold: `trade:…`, `match:…`."""


class HoldKind(StrEnum):
    """Purposes of holds (reservations of copies): a trade or a match."""

    OFFER = "offer"
    MATCH = "match"


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A hold: copies of a player that are reserved and cannot be moved."""

    id: HoldId
    player: PlayerId
    kind: HoldKind
    copies: Copies
    until: Milliseconds | None = None
    """The time at which it expires; `None` if it has to be released."""


class HoldRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a hold (reserved copies)."""

    kind: HoldKind
    copies: dict[Face, int]
    until: Milliseconds | None = None


class CollectionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one account's collection: the sum of its ledger movements, their number and the hash of the last
    one."""

    account: HolderId
    movements: int = 0
    """Number of movements."""

    head: str = ""
    """The hash of the newest."""

    copies: dict[Face, int] = msgspec.field(default_factory=dict)
    holds: dict[HoldId, HoldRecord] = msgspec.field(default_factory=dict)
    is_found: bool = False
    """True if the player has opted in to be found by cards and wishes."""

    def held(self, now: Milliseconds) -> Counter[Face]:
        """Return the number of held copies of each card or printing."""
        offered, played = self._held_by_kind(now)
        return offered + played

    def _held_by_kind(self, now: Milliseconds) -> tuple[Counter[Face], Counter[Face]]:
        """Return the copies held by open offers, and those held by running matches."""
        offered: Counter[Face] = Counter()
        played: Counter[Face] = Counter()
        for hold in self.holds.values():
            if hold.until is not None and hold.until <= now:
                continue
            match hold.kind:
                case HoldKind.OFFER:
                    offered.update(hold.copies)
                case HoldKind.MATCH:
                    played |= Counter(hold.copies)
                case _:
                    assert_never(hold.kind)
        return offered, played

    def free(self, now: Milliseconds) -> Counter[Face]:
        """Return the number of free copies of each card or printing."""
        free = Counter(self.copies)
        for face, count in self.held(now).items():
            if free[face] > count:
                free[face] -= count
            else:
                del free[face]
        return free

    def free_among(self, faces: Iterable[Face], now: Milliseconds) -> list[Face]:
        """From these cards and printings, return the set of which the account has a free copy. The rest of the
        collection is not counted. It is for the owner alone: others get `free_for_others_among`."""
        held = self.held(now)
        return [face for face in faces if self.copies.get(face, 0) > held[face]]

    def free_for_others_among(self, faces: Iterable[Face], now: Milliseconds) -> list[Face]:
        """Return those of these cards and printings with a copy that is not on offer. Copies in a running match count
        as free. Otherwise others could read a hidden deck, and see a match end before that is shown (decision 81)."""
        offered, _ = self._held_by_kind(now)
        return [face for face in faces if self.copies.get(face, 0) > offered[face]]

    def without(self, holds: Iterable[HoldId], now: Milliseconds) -> "CollectionRecord":
        """Return this record without these holds, and without expired ones."""
        gone = {*holds, *(id_ for id_, hold in self.holds.items() if hold.until is not None and hold.until <= now)}
        if gone.isdisjoint(self.holds):
            return self
        return msgspec.structs.replace(self, holds={id_: each for id_, each in self.holds.items() if id_ not in gone})

    def holding(self, hold: Hold) -> "CollectionRecord":
        """Return this record with a hold. A hold with the same id is replaced."""
        record = HoldRecord(kind=hold.kind, copies=dict(in_order(hold.copies)), until=hold.until)
        return msgspec.structs.replace(self, holds={**self.holds, hold.id: record})

    def closed(self) -> "CollectionRecord":
        """Return this record for a deleted account: without holds, and not to be found."""
        return msgspec.structs.replace(self, holds={}, is_found=False)

    def after(self, leg: LegRecord, head: str) -> "CollectionRecord":
        """Return this record after a ledger movement."""
        copies = dict(self.copies)
        for face, count in leg.copies:
            owned = copies.get(face, 0) + count
            if owned:
                copies[face] = owned
            else:
                copies.pop(face, None)
        return msgspec.structs.replace(self, movements=leg.number, head=head, copies=copies)


COLLECTIONS = Collection("collection", CollectionRecord)

NOTHING_OWNED: Mapping[Face, int] = MappingProxyType({})

Called = Callable[[Face], str]
"""Returns the displayed name of a face."""


def check_owned(name: str, owned: Copies, wanted: Copies, called: Called, where: str | None) -> None:
    """Raise `CommandRefused` with every card or printing of which the player of this name has fewer copies than
    wanted."""
    faults = [
        Text(
            "{name} owns {owned|# copy|# copies} of {card}; {wanted|# is|# are} needed.",
            name=name,
            owned=owned.get(face, 0),
            card=called(face),
            wanted=count,
        )
        for face, count in wanted.items()
        if owned.get(face, 0) < count
    ]
    _refuse(RefusalCode.NOT_OWNED, faults, where)


def check_holds(
    name: str, record: CollectionRecord, held: Copies, now: Milliseconds, called: Called, where: str | None
) -> None:
    """Raise `CommandRefused` with every card or printing of which more copies are reserved than the account has. `held`
    are those that were reserved before."""
    faults = [
        Text(
            "{name} has {held|# copy|# copies} of {card} in open offers and running matches, which cannot move now.",
            card=called(face),
            name=name,
            held=held.get(face, count),
        )
        for face, count in record.held(now).items()
        if record.copies.get(face, 0) < count
    ]
    _refuse(RefusalCode.COPIES_HELD, faults, where)


def _refuse(code: RefusalCode, faults: list[Text], where: str | None) -> None:
    if faults:
        raise CommandRefused(code, sentences(faults), where, faults)

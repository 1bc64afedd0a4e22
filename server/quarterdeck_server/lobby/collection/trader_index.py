"""Where it is listed who has a card, and who wishes for it, of those who let themselves be found. Pure.

Each card has two indexes, which are changed in the commit that changes what a player has, wishes for, or lets be seen.
A player's place in one comes from the random name of their account in the ledger, which nobody is told: it is another
for each card, so that nobody is always asked first; it stays whatever they do, so that pages are stable; and from a
place that is told nobody can find whose it is.
"""

import hashlib
from collections.abc import Callable, Iterable

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.collection.holdings import CollectionRecord
from quarterdeck_server.lobby.collection.movements import Face, HolderId
from quarterdeck_server.lobby.documents import IndexChange, IndexEntry

PLACES = 2**52
"""How many places an index has: so many that hardly ever two players have the same."""

WISHED = "wished_cards"
"""The index of all cards for which anybody who could be found has ever wished, so that an audit finds their indexes."""

IndexName = Callable[[Face], str]


def having(face: Face) -> str:
    """Return the index of those who own a copy of a card, free or not."""
    return f"having:{face}"


def wishing(face: Face) -> str:
    """Return the index of those who wish for a card."""
    return f"wishing:{face}"


def place_of(account: HolderId, face: Face) -> int:
    """Return where an account stands in the indexes of a card."""
    digest = hashlib.sha256(f"{account} {face}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % PLACES


def listed(index: IndexName, player: PlayerId, account: HolderId, faces: Iterable[Face]) -> list[IndexChange]:
    """Return what lists a player under these cards."""
    return [IndexEntry(index(face), player, place_of(account, face)) for face in sorted(faces)]


def unlisted(index: IndexName, player: PlayerId, faces: Iterable[Face]) -> list[IndexChange]:
    """Return what takes a player out under these cards."""
    return [IndexEntry(index(face), player, None) for face in sorted(faces)]


def after_movement(player: PlayerId, before: CollectionRecord | None, after: CollectionRecord) -> list[IndexChange]:
    """Return what becomes of a player's places when what they own has become so."""
    if not after.is_found:
        return []
    had = set() if before is None else before.copies.keys()
    return [
        *unlisted(having, player, had - after.copies.keys()),
        *listed(having, player, after.account, after.copies.keys() - had),
    ]

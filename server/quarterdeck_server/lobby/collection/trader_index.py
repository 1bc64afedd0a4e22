"""Indexes of players who have a card or wish for it and have opted in to be found. Pure.

Each card has two indexes. They change in the same commit as a player's collection, wish list or opt-in. A player's
place in an index is computed from the card and the random name of the account in the ledger, which is secret. So places
differ from card to card, and no player is always first. They never change, so pages are stable. A published place does
not reveal its player.
"""

import hashlib
from collections.abc import Callable, Iterable

from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.collection.holdings import CollectionRecord
from quarterdeck_server.lobby.collection.movements import Face, HolderId
from quarterdeck_server.lobby.documents import IndexChange, IndexEntry

PLACES = 2**52
"""Number of places in an index, so large that two players hardly ever share one."""

WISHED = "wished_cards"
"""The index of all cards that any findable player has ever wished for, so that an audit finds their indexes."""

IndexName = Callable[[Face], str]


def having(face: Face) -> str:
    """Return the name of the index of players who own a copy of a card, free or not."""
    return f"having:{face}"


def wishing(face: Face) -> str:
    """Return the name of the index of players who wish for a card."""
    return f"wishing:{face}"


def place_of(account: HolderId, face: Face) -> int:
    """Return an account's place in the two indexes of a card. It is computed from the card and the account's secret
    name."""
    digest = hashlib.sha256(f"{account} {face}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % PLACES


def listed(index: IndexName, player: PlayerId, account: HolderId, faces: Iterable[Face]) -> list[IndexChange]:
    """Return the changes that list a player under these cards."""
    return [IndexEntry(index(face), player, place_of(account, face)) for face in sorted(faces)]


def unlisted(index: IndexName, player: PlayerId, faces: Iterable[Face]) -> list[IndexChange]:
    """Return the changes that remove a player from the lists of these cards."""
    return [IndexEntry(index(face), player, None) for face in sorted(faces)]


def after_movement(player: PlayerId, before: CollectionRecord | None, after: CollectionRecord) -> list[IndexChange]:
    """Return the index changes that follow from a change of a player's collection."""
    if not after.is_found:
        return []
    had = set() if before is None else before.copies.keys()
    return [
        *unlisted(having, player, had - after.copies.keys()),
        *listed(having, player, after.account, after.copies.keys() - had),
    ]

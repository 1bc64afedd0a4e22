"""Audit of the trader indexes (cards owned and wished for) against collections and wish lists, while servers are
running. It only reads.

An index changes in the same commit as the documents from which it is derived, so both always agree. An entry of an
index is checked by the player's documents if they were equal before and after it was read.
"""

import asyncio
from collections.abc import Iterable

from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord
from quarterdeck_server.lobby.collection.ledger import MADE
from quarterdeck_server.lobby.collection.ledger_audit import LedgerFault
from quarterdeck_server.lobby.collection.ledger_pages import AT_ONCE, pages_of
from quarterdeck_server.lobby.collection.movements import Face
from quarterdeck_server.lobby.collection.trader_index import WISHED, IndexName, having, place_of, wishing
from quarterdeck_server.lobby.collection.wish_records import WISH_LISTS, WishListRecord
from quarterdeck_server.lobby.documents import Document, DocumentStore

Place = tuple[IndexName, Face]


class TraderAuditor:
    """Finds faults in the trader indexes. Every method raises `Unavailable`."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.found: set[str] = set()
        """Players that have opted in to be found."""

        self.faults: dict[LedgerFault, None] = {}

    async def judge_account(self, holder: str) -> None:
        """Check that an account is in all indexes of cards in which it must be."""
        while True:
            before = await self._stored(holder)
            own, wishes = COLLECTIONS.of(before[0]), WISH_LISTS.of(before[1])
            places = _places(own, wishes)
            at = await asyncio.gather(*(self._documents.number_of(index(face), holder) for index, face in places))
            if not places or await self._stored(holder) == before:
                break
        if own is None or not places:
            return
        self.found.add(holder)
        for (index, face), number in zip(places, at, strict=True):
            if number != place_of(own.account, face):
                self._fault(own, f"it stands in `{index(face)}` {_said(number)}")

    async def read_indexes(self) -> None:
        """Check that no index lists an account that must not be listed there any more."""
        faces = [Face(face) async for page in pages_of(self._documents, MADE) for face in page]
        wished = [Face(face) async for page in pages_of(self._documents, WISHED) for face in page]
        for index, each in ((having, faces), (wishing, wished)):
            for face in each:
                async for page in pages_of(self._documents, index(face)):
                    for start in range(0, len(page), AT_ONCE):
                        await self._judge_page(index, face, page[start : start + AT_ONCE])

    async def _judge_page(self, index: IndexName, face: Face, holders: Iterable[str]) -> None:
        names = list(holders)
        stored = await self._documents.read(
            [key for name in names for key in (COLLECTIONS.key(name), WISH_LISTS.key(name))]
        )
        for at, holder in enumerate(names):
            own, wishes = COLLECTIONS.of(stored[2 * at]), WISH_LISTS.of(stored[2 * at + 1])
            if (index, face) not in _places(own, wishes):
                await self._judge_place(index, face, holder)

    async def _judge_place(self, index: IndexName, face: Face, holder: str) -> None:
        """Check an entry in an index of cards that seems to be wrong."""
        while True:
            before = await self._stored(holder)
            own, wishes = COLLECTIONS.of(before[0]), WISH_LISTS.of(before[1])
            number = await self._documents.number_of(index(face), holder)
            if number is None or (index, face) in _places(own, wishes):
                return
            if await self._stored(holder) == before:
                break
        owns_it = own is not None and own.is_found
        self._fault(own, f"it stands in `{index(face)}`, and {'has it not' if owns_it else 'lets nobody find it'}")

    async def _stored(self, holder: str) -> list[Document | None]:
        return await self._documents.read([COLLECTIONS.key(holder), WISH_LISTS.key(holder)])

    def _fault(self, own: CollectionRecord | None, what: str) -> None:
        """Record a fault under an account's name in the ledger. A deleted player has no such name any more."""
        self.faults[LedgerFault("somebody who has left" if own is None else own.account, what)] = None


def _places(own: CollectionRecord | None, wishes: WishListRecord | None) -> list[Place]:
    """Return the index entries for cards that a player must have."""
    if own is None or not own.is_found:
        return []
    wished = () if wishes is None else wishes.faces
    return [*((having, face) for face in sorted(own.copies)), *((wishing, face) for face in sorted(wished))]


def _said(number: float | None) -> str:
    return "nowhere" if number is None else f"at {number:.0f}, and not at its place"

"""Reading of the ledger and its indexes in pages. It works at any size and during writes."""

from collections.abc import AsyncIterator

from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord
from quarterdeck_server.lobby.collection.ledger import movements_of
from quarterdeck_server.lobby.collection.movements import MOVEMENTS, MovementRecord
from quarterdeck_server.lobby.documents import DocumentStore

AT_ONCE = 500


async def pages_of(documents: DocumentStore, index: str) -> AsyncIterator[list[str]]:
    """Yield the members of an index in their order, each once unless it moves meanwhile. Raises `Unavailable`."""
    low, skip = float("-inf"), 0
    edge: set[str] = set()  # those that stand where the page before has ended
    while page := await documents.listed(index, most=AT_ONCE, low=low, skip=skip):
        yield [member for member, _ in page if member not in edge]
        last = page[-1][1]
        low, skip, edge = (low, skip + AT_ONCE, edge) if last == low else (last, 0, set())
        edge.update(member for member, at in page if at == last)
        if len(page) < AT_ONCE:
            return


async def movements_in(documents: DocumentStore, record: CollectionRecord) -> AsyncIterator[list[MovementRecord]]:
    """Yield the ledger movements of an account as it was read, in the order of their numbers. Missing ones are left
    out. Raises `Unavailable`."""
    index = movements_of(record.account)
    for low in range(1, record.movements + 1, AT_ONCE):
        high = min(record.movements, low + AT_ONCE - 1)
        listed = await documents.listed(index, most=AT_ONCE, low=low, high=high)
        found = await MOVEMENTS.read(documents, [name for name, _ in listed]) if listed else []
        yield [movement for movement in found if movement is not None]


async def accounts_once(
    documents: DocumentStore, index: str, met: set[str]
) -> AsyncIterator[tuple[str, CollectionRecord]]:
    """Yield each holder in an index with an account that is not in `met`, and add the account there. Raises
    `Unavailable`."""
    async for page in pages_of(documents, index):
        for holder in page:
            (record,) = await COLLECTIONS.read(documents, [holder])
            if record is not None and record.account not in met:
                met.add(record.account)
                yield holder, record

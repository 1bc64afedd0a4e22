"""Audit of claimed codes that give copies of cards: there must be as many claims as movements in the ledger. It only
reads.

Claims continue meanwhile. So the number of movements found must lie between the count of claims before the first
movement was read and the count after the last.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence

from quarterdeck_protocol.lobby.claim_codes import CodeBatchId

from quarterdeck_server.lobby.collection.code_records import BATCH_INDEX, BATCHES, CLAIMED, claim_of
from quarterdeck_server.lobby.collection.ledger_audit import LedgerFault
from quarterdeck_server.lobby.collection.ledger_pages import pages_of
from quarterdeck_server.lobby.collection.movements import Cause, MovementRecord
from quarterdeck_server.lobby.documents import DocumentStore


class CodeAuditor:
    """Finds faults in the claims of codes. Every method raises `Unavailable`."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._before: Counter[str] = Counter()
        self._found: Counter[str] = Counter()
        self.faults: list[LedgerFault] = []

    @property
    def claims(self) -> int:
        """Number of claims of codes that have given copies of cards."""
        return self._found.total()

    async def begin(self) -> None:
        """Read the counts of claimed codes. Called before the movements of the ledger are read."""
        async for page in pages_of(self._documents, BATCH_INDEX):
            self._before.update(await self._counted(page))

    def judge_movements(self, movements: Sequence[MovementRecord]) -> None:
        """Count the ledger movements that belong to claims of codes. Each of them has only one account."""
        for movement in movements:
            if movement.cause is Cause.CODE:
                self._found[movement.of] += 1
                if not _is_claim(movement):
                    self.faults.append(LedgerFault(f"batch {movement.of}", f"`{movement.id}` is no claim of its codes"))

    async def end(self) -> None:
        """Compare the ledger movements that were found with the counts of claimed codes."""
        known: set[str] = set()
        async for page in pages_of(self._documents, BATCH_INDEX):
            after = await self._counted(page)
            for name, batch in zip(page, await BATCHES.read(self._documents, page), strict=True):
                known.add(name)
                gives = batch is not None and bool(batch.gift.copies)
                low, high = (self._before[name], after[name]) if gives else (0, 0)
                found, where = self._found[name], f"batch {name}"
                if batch is None:
                    self.faults.append(LedgerFault(where, "it is listed, and is not there"))
                elif not low <= found <= high:
                    counted = f"{high}" if low == high else f"{low} to {high}"
                    text = f"{found} claims have moved copies, and {counted} that do are counted"
                    self.faults.append(LedgerFault(where, text))
                if batch is not None and after[name] > batch.codes * batch.uses:
                    text = f"{after[name]} claims are counted, and {batch.codes * batch.uses} may be"
                    self.faults.append(LedgerFault(where, text))
        for name in sorted(self._found.keys() - known):
            self.faults.append(LedgerFault(f"batch {name}", "its codes have moved copies, and it is not listed"))

    async def _counted(self, page: Sequence[str]) -> Counter[str]:
        counts = await asyncio.gather(*(self._documents.number_of(CLAIMED, name) for name in page))
        return Counter({name: int(count or 0) for name, count in zip(page, counts, strict=True)})


def _is_claim(movement: MovementRecord) -> bool:
    """True if the id of a ledger movement is that of a claim: it contains the code's number in its batch and the number
    of its use."""
    *_, number, use = f"0:0:{movement.id}".split(":")
    return (
        number.isdecimal()
        and use.isdecimal()
        and movement.id == claim_of(CodeBatchId(movement.of), int(number), int(use))
    )

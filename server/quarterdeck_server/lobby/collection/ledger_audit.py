"""Audit of the whole ledger while servers are running. It only reads.

It reads the movements of each account in the order of their numbers. Each must name the one before, and their sum must
be the stored collection. A movement between several accounts must be listed with each of them. The sums of created and
destroyed copies over all movements must be the stored counts. All accounts together must own the difference.

The audit is exact on a live store, because movements are only ever added. Each account is compared with its state at
the time of reading. If a movement is made between the readings of two accounts, the other part is looked up separately.
The counts before the first reading are a lower limit of the sums of movements, and the counts after the last reading
are an upper limit.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable

import msgspec

from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord
from quarterdeck_server.lobby.collection.ledger import BURNT, HOLDERS, MADE, movements_of
from quarterdeck_server.lobby.collection.ledger_pages import AT_ONCE, pages_of
from quarterdeck_server.lobby.collection.movements import MOVEMENTS, Face, HolderId, LegRecord, MovementRecord, hash_of
from quarterdeck_server.lobby.documents import DocumentStore

MOST_FACES = 100_000


class LedgerFault(msgspec.Struct, frozen=True):
    """The result of an audit of the ledger."""

    where: str
    """An account, by its name in the ledger, or a face, or a movement."""

    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class LedgerAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an audit of the ledger."""

    accounts: int
    movements: int
    made: int
    burnt: int
    owned: int
    """Number of copies in all accounts."""

    faults: tuple[LedgerFault, ...]


Done = Callable[[int, int], object]


async def audited(documents: DocumentStore, done: Done = lambda _done, _of: None) -> LedgerAudit:
    """Read the whole ledger and return the findings. `done` is called with the number of accounts read and of all
    accounts. Raises `Unavailable`."""
    audit = _Audit(documents)
    before = [await _total(documents, index) for index in (MADE, BURNT)]
    count = await documents.count(HOLDERS)
    while holders := [holder async for holder in audit.holders()]:  # again, until nobody has come meanwhile
        for holder in holders:
            await audit.account(holder)
            done(len(audit.accounts), max(count, len(audit.accounts)))
    await audit.find_missing()
    after = [await _total(documents, index) for index in (MADE, BURNT)]
    for index, what, low, high, found in zip(
        (MADE, BURNT), ("made", "burnt"), before, after, (audit.made, audit.burnt), strict=True
    ):
        for face in sorted({*low, *high, *found}):
            if not low[face] <= found[face] <= high[face]:
                counted = f"{high[face]}" if low[face] == high[face] else f"{low[face]} to {high[face]}"
                text = f"the movements have {what} {found[face]} copies, and `{index}` counts {counted}"
                audit.fault(face, text)
    difference = Counter(audit.made)
    difference.subtract(audit.burnt)
    for face in sorted({*difference, *audit.owned}):
        if audit.owned[face] != difference[face]:
            text = f"accounts own {audit.owned[face]} copies, and {difference[face]} were made and not burnt"
            audit.fault(face, text)
    return LedgerAudit(
        accounts=len(audit.accounts),
        movements=audit.movements,
        made=audit.made.total(),
        burnt=audit.burnt.total(),
        owned=audit.owned.total(),
        faults=tuple(audit.faults),
    )


async def _total(documents: DocumentStore, index: str) -> Counter[Face]:
    listed = await documents.listed(index, most=MOST_FACES)
    return Counter({Face(face): int(count) for face, count in listed})


class _Audit:
    """The state of a ledger audit in progress."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self.accounts: dict[HolderId, str] = {}
        """The accounts read so far, each with its holder at that time."""

        self.movements = 0
        self.made: Counter[Face] = Counter()
        self.burnt: Counter[Face] = Counter()
        self.owned: Counter[Face] = Counter()
        self.faults: list[LedgerFault] = []
        self._met: set[str] = set()
        self._shared: dict[str, list[LegRecord]] = {}
        """Parts of movements between several accounts that were not met with their accounts yet."""

    def fault(self, where: str, what: str) -> None:
        self.faults.append(LedgerFault(where, what))

    async def holders(self) -> AsyncIterator[str]:
        """Yield all present and former owners of copies that were not yielded before."""
        async for page in pages_of(self._documents, HOLDERS):
            for holder in page:
                if holder not in self._met:
                    self._met.add(holder)
                    yield holder

    async def account(self, holder: str) -> None:
        """Read all ledger movements of one account, and check them."""
        (record,) = await COLLECTIONS.read(self._documents, [holder])
        if record is None:
            if await self._documents.number_of(HOLDERS, holder) is not None:
                self.fault(holder, "it is listed, and nothing says what it owns")
            return  # it was deleted meanwhile, and is listed under its own name
        if record.account in self.accounts:
            (other,) = await COLLECTIONS.read(self._documents, [self.accounts[record.account]])
            if other is not None:  # else its player was deleted since it was read
                self.fault(record.account, "two documents say what it owns")
            return
        self.accounts[record.account] = holder
        owned: Counter[Face] = Counter()
        previous = ""
        for low in range(1, record.movements + 1, AT_ONCE):
            high = min(record.movements, low + AT_ONCE - 1)
            listed = await self._documents.listed(movements_of(record.account), most=AT_ONCE + 1, low=low, high=high)
            if [number for _, number in listed] != list(range(low, high + 1)):
                self.fault(record.account, f"its movements {low} to {high} are not all listed, each once")
            for name, number in listed:
                previous = await self._movement(record, name, int(number), previous, owned)
        if await self._documents.count(movements_of(record.account), high=0):
            self.fault(record.account, "movements are listed before its first")
        await self._check_end(holder, record)
        if previous != record.head:
            self.fault(record.account, "its newest movement is not the one at which it is said to end")
        if (fold := {face: count for face, count in owned.items() if count}) != record.copies:
            differ = sorted(face for face in {*fold, *record.copies} if fold.get(face, 0) != record.copies.get(face, 0))
            said = ", ".join(f"{face} {record.copies.get(face, 0)}, not {fold.get(face, 0)}" for face in differ[:5])
            self.fault(record.account, f"what it is said to own is not what its movements come to: {said}")
        for face, count in owned.items():
            if count < 0:
                self.fault(record.account, f"its movements come to {count} of {face}")
        self.owned.update(owned)

    async def _check_end(self, holder: str, record: CollectionRecord) -> None:
        """Check that no ledger movements are listed after the account's newest one."""
        further = movements_of(record.account)
        if not await self._documents.count(further, low=record.movements + 1):
            return
        listed = await self._documents.listed(further, most=AT_ONCE, low=record.movements + 1)
        names = [holder, record.account]  # there may be newer ones by now, or its player is deleted
        now = [each.movements for each in await COLLECTIONS.read(self._documents, names) if each is not None]
        if listed and listed[-1][1] > max(now, default=0):
            self.fault(record.account, f"movements are listed after its {max(now, default=0)} movements")

    async def _movement(
        self, record: CollectionRecord, name: str, number: int, previous: str, owned: Counter[Face]
    ) -> str:
        """Check one ledger movement of an account, and return its hash."""
        (document,) = await self._documents.read([MOVEMENTS.key(name)])
        made = MOVEMENTS.of(document)
        if document is None or made is None:
            self.fault(record.account, f"movement {number}, `{name}`, is not there")
            return ""
        leg = next((leg for leg in made.legs if leg.account == record.account), None)
        if made.id != name or leg is None or leg.number != number:
            self.fault(record.account, f"movement {number}, `{name}`, is another one")
            return hash_of(document.body)
        if leg.previous != previous:
            self.fault(record.account, f"movement {number}, `{name}`, does not name the one before")
        owned.update(dict(leg.copies))
        self._count(made, leg)
        return hash_of(document.body)

    def _count(self, made: MovementRecord, leg: LegRecord) -> None:
        """Count a ledger movement only once, with the first of its accounts that is read."""
        if made.id not in self._shared:
            self.movements += 1
            self.made.update(made.made)
            self.burnt.update(made.burnt)
            try:
                made.check_sum()
            except ValueError as error:
                self.fault(made.id, str(error))
            if len(made.legs) > 1:
                self._shared[made.id] = list(made.legs)
        if made.id in self._shared:
            self._shared[made.id].remove(leg)

    async def find_missing(self) -> None:
        """Look up the parts of movements that were not found with their accounts. Either the account was read before
        the ledger movement was made, or the movement is not listed there."""
        for name, legs in self._shared.items():
            for leg in legs:
                at = await self._documents.number_of(movements_of(leg.account), name)
                if at != leg.number:
                    text = f"`{name}` is said to be its movement {leg.number}, and does not stand there"
                    self.fault(leg.account, text)
                elif leg.account not in self.accounts:
                    self.fault(leg.account, f"`{name}` concerns it, and it is not listed")
                else:
                    self.owned.update(dict(leg.copies))

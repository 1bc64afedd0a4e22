"""Audit of all packs ever opened: each is drawn again, and compared with its cards and with the counts. It only reads.

Packs are found by the movements of the ledger: each pack has one movement, and each movement of a pack has its pack. If
players open packs meanwhile, the counts only grow.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping

import msgspec
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.collection.owned_copies import PackCard, PackOdds
from quarterdeck_protocol.names import GameName

from quarterdeck_server.lobby.collection.holdings import COLLECTIONS
from quarterdeck_server.lobby.collection.ledger import HOLDERS, movements_of
from quarterdeck_server.lobby.collection.movements import MOVEMENTS, Cause, face_of
from quarterdeck_server.lobby.collection.pack_odds import miscounted, odds, unlikely
from quarterdeck_server.lobby.collection.pack_pools import drawn
from quarterdeck_server.lobby.collection.pack_records import OPENED, POOLS, counted_of
from quarterdeck_server.lobby.documents import DocumentStore

AT_ONCE = 500


class PackAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an audit of the packs."""

    packs: int
    """Number of packs that were drawn again."""

    odds: PackOdds
    faults: tuple[str, ...]
    """Contradictions that were found."""

    doubts: tuple[str, ...]
    """Counts that are very unlikely by chance."""


async def audited_packs(
    documents: DocumentStore,
    current: Mapping[GameName, PackPool],
    done: Callable[[int, int], object] = lambda _done, _of: None,
) -> PackAudit:
    """Draw all packs again and compare them with the counts. `done` is called with the number of accounts read and of
    all accounts. Raises `Unavailable`."""
    audit = _Audit(documents)
    before = await odds(documents, current)
    holders = [holder for holder, _ in await documents.listed(HOLDERS, most=await documents.count(HOLDERS) + AT_ONCE)]
    for number, holder in enumerate(holders, 1):
        await audit.account(holder)
        done(number, len(holders))
    after = await odds(documents, current)
    faults = audit.faults + [fault for pool in after.pools for fault in miscounted(pool)]
    low, high = _counts(before), _counts(after)
    for pool, found in audit.counted.items():
        for member, count in sorted(found.items()):
            if count > high[pool][member]:
                faults.append(
                    f"{pool[:8]}: `{member}` is counted {high[pool][member]} times, and was drawn {count} times"
                )
    for pool, counts in low.items():
        for member, count in sorted(counts.items()):
            if count > audit.counted[pool][member]:
                drawn_so = audit.counted[pool][member]
                faults.append(f"{pool[:8]}: `{member}` is counted {count} times, and was drawn {drawn_so} times")
    doubts = tuple(
        f"{pool.lists.game}, `{each.what}`: chi-square {each.chi_square:.1f} of {each.degrees}, p {each.p:.2g}"
        for pool, each in unlikely(after)
    )
    return PackAudit(packs=audit.packs, odds=after, faults=tuple(faults), doubts=doubts)


def _counts(odds: PackOdds) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for pool in odds.pools:
        counted = Counter({"packs": pool.packs})
        counted.update({f"fifth {rarity}": count for rarity, count in pool.fifth.items()})
        for rarity, cards in pool.drawn.items():
            counted.update({f"{rarity} {each.card}": each.drawn for each in cards})
        found[pool.pool] = counted
    return found


class _Audit:
    """The state of a pack audit in progress."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents
        self._pools: dict[str, PackPool | None] = {}
        self.packs = 0
        self.faults: list[str] = []
        self.counted: dict[str, Counter[str]] = defaultdict(Counter)

    async def account(self, holder: str) -> None:
        """Draw all packs among the ledger movements of an account again, and compare them."""
        (record,) = await COLLECTIONS.read(self._documents, [holder])
        for low in range(1, 0 if record is None else record.movements + 1, AT_ONCE):
            index = movements_of(record.account) if record is not None else ""
            listed = await self._documents.listed(index, most=AT_ONCE, low=low, high=low + AT_ONCE - 1)
            made = [each for each in await MOVEMENTS.read(self._documents, [name for name, _ in listed]) if each]
            of_packs = {each.of: each for each in made if each.cause is Cause.PACK}
            for name, opened in zip(of_packs, await OPENED.read(self._documents, list(of_packs)), strict=True):
                if opened is None:
                    self.faults.append(f"pack {name}: its cards have come, and it is not there")
                    continue
                pool = await self._pool(opened.pool)
                cards = None if pool is None else drawn(pool, opened.seed, opened.id, opened.entropy)
                known = opened.cards if pool is None else tuple([card.known(pool) for card in opened.cards])
                if cards != known:
                    self.faults.append(f"pack {name}: these cards are not what is drawn from its seed and entropy")
                came = Counter(face_of(opened.game, each.card) for each in opened.cards)
                if dict(of_packs[name].made) != came:
                    self.faults.append(f"pack {name}: other cards have come than were in it")
                self._count(opened.pool, known)

    def _count(self, pool: str, cards: tuple[PackCard, ...]) -> None:
        self.packs += 1
        self.counted[pool].update(counted_of(cards))

    async def _pool(self, hash_: str) -> PackPool | None:
        if hash_ not in self._pools:
            (pool,) = await POOLS.read(self._documents, [hash_])
            if pool is None or pool.hash != hash_:
                self.faults.append(f"the lists {hash_} are not there, or are others")
            self._pools[hash_] = None if pool is None or pool.hash != hash_ else pool
        return self._pools[hash_]

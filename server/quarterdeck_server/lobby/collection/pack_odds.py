"""Statistics of all packs ever opened, with tests of their randomness."""

import math
from collections.abc import Collection, Mapping, Sequence

from quarterdeck_protocol.fairness.pack_draws import COMMONS, RARES, RARITIES, SIDES, PackPool
from quarterdeck_protocol.lobby.collection.owned_copies import DrawnCard, FitOfCounts, PackOdds, PoolOdds
from quarterdeck_protocol.names import GameName

from quarterdeck_server.lobby.collection.pack_records import POOL_INDEX, POOLS, counts_of
from quarterdeck_server.lobby.documents import DocumentStore

UNLIKELY = 0.001
"""Below this probability a test reports a fault. It is divided by the number of tests, so that many tests do not report
faults by chance."""

MOST_POOLS = 100
MOST_COUNTED = 10_000
STEPS = 10_000


def sides(pool: PackPool) -> dict[str, int]:
    """Return for each rarity of the fifth card the number of sides of a twelve-sided die that give it."""
    rolled = [pool.rolled(each) for each in range(1, SIDES + 1)]
    return {rarity.value: rolled.count(rarity) for rarity in RARITIES[1:]}


FIFTH = sides(PackPool(game=GameName(""), common=(), rare=(), ultra_rare=(), art_rare=("",)))
"""The sides of twelve for each rarity of the fifth card, in a pool with Art Rares."""


async def odds(
    documents: DocumentStore, current: Mapping[GameName, PackPool], of_sets: Collection[str] = ()
) -> PackOdds:
    """Return how often each card and rarity was drawn from each pool (the card list of a kind of pack). The pools in
    `current` are included even if no pack was made from them yet. The pool of a single card set is included only if
    a code has given packs of that set. `of_sets` holds the hashes of the current pools of single sets. Raises
    `Unavailable`."""
    listed = [hash_ for hash_, _ in await documents.listed(POOL_INDEX, most=MOST_POOLS, highest_first=True)]
    stored = [pool for pool in await POOLS.read(documents, listed) if pool is not None]
    pools = {pool.hash: pool for pool in (*current.values(), *stored)}
    new = {*of_sets, *(pool.hash for pool in current.values())}
    found = [await _odds_of(documents, hash_, pool, is_current=hash_ in new) for hash_, pool in pools.items()]
    found.sort(key=lambda each: (not each.is_current, each.lists.game))
    return PackOdds(commons=COMMONS, rares=RARES, fifth=FIFTH, pools=tuple(found))


async def _odds_of(documents: DocumentStore, hash_: str, pool: PackPool, *, is_current: bool) -> PoolOdds:
    counted = {member: int(count) for member, count in await documents.listed(counts_of(hash_), most=MOST_COUNTED)}
    fifth = {
        rarity.value: _counted(counted, [f"fifth {each}" for each in pool.told(rarity)]) for rarity in RARITIES[1:]
    }
    drawn = {
        rarity.value: tuple(
            DrawnCard(card=card, drawn=_counted(counted, [f"{each} {card}" for each in pool.told(rarity)]))
            for card in pool.of(rarity)
        )
        for rarity in RARITIES
    }
    weights = sides(pool)
    possible = [rarity for rarity, of in weights.items() if of]
    fits = [fit("fifth", [fifth[each] for each in possible], [weights[each] for each in possible])]
    fits += [fit(rarity, [each.drawn for each in cards], [1] * len(cards)) for rarity, cards in drawn.items()]
    return PoolOdds(
        pool=hash_,
        is_current=is_current,
        lists=pool,
        packs=counted.get("packs", 0),
        fifth=fifth,
        sides=weights,
        drawn=drawn,
        fits=tuple(fits),
    )


def _counted(counts: Mapping[str, int], members: Collection[str]) -> int:
    return sum(counts.get(member, 0) for member in members)


def miscounted(found: PoolOdds) -> list[str]:
    """Return a sentence for each contradiction between the counts of packs from the same lists."""
    totals = {rarity: sum(each.drawn for each in cards) for rarity, cards in found.drawn.items()}
    rares = RARES * found.packs + found.fifth["rare"]
    right = {
        "common": COMMONS * found.packs,
        "rare": rares,
        "ultra_rare": found.fifth["ultra_rare"],
        "art_rare": found.fifth["art_rare"],
    }
    faults = [
        f"{found.packs} packs have {right[rarity]} cards that are `{rarity}`, and {total} were counted"
        for rarity, total in totals.items()
        if total != right[rarity]
    ]
    if sum(found.fifth.values()) != found.packs:
        faults.append(f"{found.packs} packs have as many fifth cards, and {sum(found.fifth.values())} were counted")
    return faults


def fit(what: str, counts: Sequence[int], weights: Sequence[int]) -> FitOfCounts:
    """Return the fit of counts to these weights: Pearson's chi-square, and the probability of a value at least as
    large. Empty counts, and counts without alternatives, always fit."""
    total, weight = sum(counts), sum(weights)
    degrees = max(0, len(counts) - 1)
    if not total or not degrees:
        return FitOfCounts(what=what, chi_square=0.0, degrees=degrees, p=1.0)
    expected = [total * each / weight for each in weights]
    chi_square = sum((count - each) ** 2 / each for count, each in zip(counts, expected, strict=True))
    return FitOfCounts(what=what, chi_square=chi_square, degrees=degrees, p=upper_tail(chi_square, degrees))


def upper_tail(chi_square: float, degrees: int) -> float:
    """Return the probability of a chi-square at least this large with this number of degrees of freedom: the
    regularised upper incomplete gamma function Q(degrees/2, chi_square/2), by its series below and its continued
    fraction above (Abramowitz and Stegun 6.5.29, 6.5.31)."""
    a, x = degrees / 2, chi_square / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1 - front * _series(a, x))
    return front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, STEPS):
        term *= x / (a + step)
        total += term
        if term < total * 1e-15:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Return the value of a continued fraction by Lentz's method."""
    b = x + 1 - a
    c, d = math.inf, 1 / b
    value = d
    for step in range(1, STEPS):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def unlikely(found: PackOdds) -> list[tuple[PoolOdds, FitOfCounts]]:
    """Return those counts of pack draws that are very improbable if the draws were random."""
    tests = [(pool, each) for pool in found.pools for each in pool.fits if each.degrees]
    return [(pool, each) for pool, each in tests if each.p < UNLIKELY / len(tests)]

"""Records of packs, and the packs that are due. Pure: `packs.py` stores the records."""

import hashlib
from collections import Counter
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.collection.owned_copies import Pack, PackCard, PackId, PackOpened, PackSource
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId

from quarterdeck_server.lobby.collection.movements import MovementId
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.ratings.match_results import MatchResultRecord

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
MOST_UNOPENED = 200
"""Limit of unopened packs of one player. At the limit, no packs are given until some are opened."""

MOST_MATCHES_A_CLAIM = 10
"""Limit of matches that earn packs, at once and in a day."""


class PackSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The host's settings for earning packs."""

    first: int = 5
    """Number of packs in the first gift."""

    per_day: int = 1
    per_match: int = 1
    """Number of packs for each rated match that has ended."""

    age: Milliseconds = Milliseconds(DAY)
    """Required age of an account."""


class PackRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An unopened pack. It holds the seed, so only `shown` may leave the server."""

    id: PackId
    game: GameName
    source: PackSource
    seed: str
    pool: str
    earned_at: Milliseconds

    @property
    def shown(self) -> Pack:
        """This pack as its player sees it."""
        return Pack(
            id=self.id,
            game=self.game,
            source=self.source,
            commitment=hashlib.sha256(bytes.fromhex(self.seed)).hexdigest(),
            pool=self.pool,
            earned_at=self.earned_at,
        )


class PacksRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The unopened packs of a player, and the packs given so far."""

    unopened: tuple[PackRecord, ...] = ()
    gifted_at: Milliseconds | None = None
    """The time of the first gift."""

    day: int = 0
    """The last day, counted since 1970, on which packs were given. The daily packs of that day have been given."""

    matches_until: Milliseconds = Milliseconds(0)
    """Packs were given for matches that ended up to this time."""

    matches_today: int = 0
    """Number of matches counted on that day."""

    def pack(self, id_: PackId) -> PackRecord | None:
        return next((pack for pack in self.unopened if pack.id == id_), None)

    def without(self, id_: PackId) -> "PacksRecord":
        """Return this record after a pack has been opened."""
        return msgspec.structs.replace(self, unopened=tuple(pack for pack in self.unopened if pack.id != id_))


class OpenedPackRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An opened pack, with all values needed to draw it again. It is kept for ever and names no player. The movement of
    its cards names the owner, by the account's name in the ledger."""

    id: PackId
    game: GameName
    source: PackSource
    seed: str
    entropy: str
    pool: str
    cards: tuple[PackCard, ...]
    earned_at: Milliseconds
    opened_at: Milliseconds

    @property
    def shown(self) -> PackOpened:
        """This pack as its player sees it."""
        return PackOpened(
            pack=self.id,
            game=self.game,
            cards=self.cards,
            seed=self.seed,
            entropy=self.entropy,
            pool=self.pool,
            opened_at=self.opened_at,
        )


class GiftRecord(msgspec.Struct, frozen=True):
    """Record that an IP address has received its first gift. It is stored under a keyed hash of the address."""

    at: Milliseconds


PACKS = Collection("packs", PacksRecord)
"""Stored by player."""

OPENED = Collection("opened_pack", OpenedPackRecord)
POOLS = Collection("pack_pool", PackPool)
"""Stored by hash."""

GIFTS = Collection("first_gift", GiftRecord)

POOL_INDEX = "pack_pools"
"""Name of the index of all card lists from which packs were ever drawn, ordered by the time at which the first pack was
earned."""


def movement_of(pack: PackId) -> MovementId:
    """Return the id of the ledger movement that gives a player the cards of a pack."""
    return MovementId(f"pack:{pack}")


def counts_of(pool: str) -> str:
    """Return the name of the index with the counts of draws from these card lists."""
    return f"pack_counts:{pool}"


def counted_of(cards: Sequence[PackCard]) -> Counter[str]:
    """Return the counts of one pack: the pack itself, the rarity of its fifth card, and each card with the list it was
    drawn from."""
    said: Counter[str] = Counter({"packs": 1, f"fifth {cards[-1].rarity.value}": 1})
    said.update(f"{card.rarity.value} {card.card}" for card in cards)
    return said


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """The packs that a player may claim now, and the player's record after that."""

    packs: tuple[tuple[GameName, PackSource], ...]
    record: PacksRecord
    gift: bool
    """True if the first gift is included."""


def due(
    record: PacksRecord,
    settings: PackSettings,
    game: GameName,
    matches: Sequence[tuple[GameName, Milliseconds]],
    now: Milliseconds,
    *,
    gift: bool,
) -> Due:
    """Return the packs that a player may claim now. `matches` are the ended, rated matches, oldest first, each with its
    game. `gift` is true if this address may have the first gift now."""
    if len(record.unopened) >= MOST_UNOPENED:
        return Due(packs=(), record=record, gift=False)
    today = now // DAY
    packs: list[tuple[GameName, PackSource]] = []
    is_gift = gift and record.gifted_at is None and settings.first > 0
    if is_gift:
        packs += [(game, PackSource.GIFT)] * settings.first
    if record.day < today:
        packs += [(game, PackSource.DAY)] * settings.per_day
    counted = record.matches_today if record.day == today else 0
    counting = [each for each in matches if each[1] > record.matches_until]
    for of, _ in counting[: max(0, MOST_MATCHES_A_CLAIM - counted)]:
        packs += [(of, PackSource.MATCH)] * settings.per_match
    after = msgspec.structs.replace(
        record,
        gifted_at=now if is_gift else record.gifted_at,
        day=max(record.day, today),
        matches_until=max([record.matches_until, *(at for _, at in counting)]),
        matches_today=counted + len(counting),
    )
    return Due(packs=tuple(packs), record=after, gift=is_gift)


def rated_for(player: PlayerId, results: Sequence[MatchResultRecord | None]) -> list[tuple[GameName, Milliseconds]]:
    """Return those of these matches that were rated for a player, the oldest first, each with its game."""
    found = [
        (result.game, result.ended)
        for result in results
        if result is not None and any(seat.player == player and seat.after is not None for seat in result.seats)
    ]
    return sorted(found, key=lambda each: each[1])

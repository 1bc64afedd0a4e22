"""The packs of all players: earned, opened and counted.

Three values determine a pack. The server chooses one of them, the seed, first, and publishes its hash when the pack is
earned. The lists of cards are bound by their hash at the same time, and kept. So a pack is opened as it was earned,
even if the host has added cards since. The player adds entropy on opening (`protocol/FAIRNESS.md`, *Packs*).

Opening a pack takes three round trips: read the pack, read the documents of the ledger, and commit cards, counts and
the opened pack together. A process that has not read the lists before needs a fourth.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.collection.owned_copies import (
    OpenPack,
    PackCard,
    PackId,
    PackOdds,
    PackOpened,
    Packs,
    PackSource,
)
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.address_marks import LOCAL, AddressMarks
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collection import pack_records
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord
from quarterdeck_server.lobby.collection.ledger import Ledger, Posting
from quarterdeck_server.lobby.collection.movements import MOVEMENTS, Cause, Face, MovementRecord, face_of, grant
from quarterdeck_server.lobby.collection.pack_odds import odds
from quarterdeck_server.lobby.collection.pack_pools import drawn, pools_of, pools_of_sets
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, commit, seen
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexAddition, IndexEntry, Unchanged
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS, history

MOST_MATCHES_READ = 50
SECONDS_OF_A_GIFT = 24 * 60 * 60


class PackService:
    """The packs of this server's players. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        ledger: Ledger,
        games: Mapping[str, AnyGame],
        settings: pack_records.PackSettings,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._ledger = ledger
        self._now = now
        self._chance = chance
        self._marks = AddressMarks(documents, chance)
        self.pools = pools_of(games)
        """The pools of new packs, by game."""

        self.pools_of_sets = pools_of_sets(games)
        """The pools for packs of one set alone, which codes can give."""

        new = (*self.pools.values(), *self.pools_of_sets.values())
        self._known = {pool.hash: pool for pool in new}
        self.settings = settings

    # Earning

    async def listed(self, player: PlayerId, address: str | None = None) -> Packs:
        """Return the unopened packs of a player, with the number of those that are due at this address."""
        of_packs, of_account = await self._documents.read([pack_records.PACKS.key(player), ACCOUNTS.key(player)])
        account, now = ACCOUNTS.of(of_account), self._now()
        young = account.too_young_for(self.settings.age, now) if account is not None else 0
        record = pack_records.PACKS.of(of_packs) or pack_records.PacksRecord()
        packs = self._shown(record)
        if young:
            return msgspec.structs.replace(packs, due_from=Milliseconds(now + young))
        if address is None:
            return msgspec.structs.replace(packs, due=None)
        if not self.pools or account is None or account.kind is not PlayerKind.PERSON:
            return packs
        mark = await self._marks.of(address)
        (of_gift,) = await self._documents.read([pack_records.GIFTS.key(mark)])
        matches, gift = await self._rated(player, now), of_gift is None or mark.startswith(LOCAL)
        found = pack_records.due(record, self.settings, next(iter(self.pools)), matches, now, gift=gift)
        return msgspec.structs.replace(packs, due=len(found.packs))

    async def _rated(self, player: PlayerId, now: Milliseconds) -> list[tuple[GameName, Milliseconds]]:
        """Return the rated matches of the last day, the oldest first, each with its game."""
        ended = await self._documents.listed(history(player), most=MOST_MATCHES_READ, low=now - pack_records.DAY)
        results = await MATCH_RESULTS.read(self._documents, [match for match, _ in ended]) if ended else []
        return [each for each in pack_records.rated_for(player, results) if each[0] in self.pools]

    async def claim(self, player: PlayerId, game: GameName, address: str) -> Packs:
        """Give all due packs to a player with this address."""
        if game not in self.pools:
            raise _no_packs(game)
        now, mark = self._now(), await self._marks.of(address)
        matches = await self._rated(player, now)
        hashes = [pool.hash for pool in self.pools.values()]
        keys = [
            ACCOUNTS.key(player),
            pack_records.PACKS.key(player),
            pack_records.GIFTS.key(mark),
            *map(pack_records.POOLS.key, hashes),
        ]

        def decide(stored: list[Document | None]) -> Commit[Packs]:
            self._check_age(ACCOUNTS.of(stored[0]), now)
            record, gift = (
                pack_records.PACKS.of(stored[1]) or pack_records.PacksRecord(),
                pack_records.GIFTS.of(stored[2]),
            )
            found = pack_records.due(
                record, self.settings, game, matches, now, gift=gift is None or mark.startswith(LOCAL)
            )
            if found.record == record:
                return Commit(self._shown(record))
            fresh = [self.pack(self.pools[of], source, now) for of, source in found.packs]
            after = msgspec.structs.replace(found.record, unopened=(*record.unopened, *fresh))
            changes: list[Change | Unchanged] = [Unchanged(ACCOUNTS.key(player), seen(stored[0]))]
            changes.append(pack_records.PACKS.put(player, stored[1], after))
            if found.gift and gift is None:
                changes.append(pack_records.GIFTS.put(mark, None, pack_records.GiftRecord(now), SECONDS_OF_A_GIFT))
            indexed: list[IndexEntry] = []
            for hash_, document in zip(hashes, stored[3:], strict=True):
                if document is None and any(pack.pool == hash_ for pack in fresh):
                    changes.append(pack_records.POOLS.put(hash_, None, self._known[hash_]))
                    indexed.append(IndexEntry(pack_records.POOL_INDEX, hash_, now))
            return Commit(self._shown(after, earned=len(fresh)), changes, indexed)

        return await commit(self._documents, keys, decide)

    def _check_age(self, account: AccountRecord | None, now: Milliseconds) -> None:
        if account is None:
            raise unknown_token()
        if account.kind is not PlayerKind.PERSON:
            text = Text("You need an account to get packs: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
        young = account.too_young_for(self.settings.age, now)
        if young:
            hours = -(-young // (60 * 60 * 1000))
            text = Text("Your account is too new for packs: try again in {hours|# hour|# hours}.", hours=hours)
            raise CommandRefused(RefusalCode.TOO_NEW, text, "$.type", retry_in=young)

    def pool_of(self, game: GameName, card_set: str | None) -> PackPool | None:
        """Return the card lists for new packs of a game, or of one set of it; `None` if there are none."""
        return self.pools.get(game) if card_set is None else self.pools_of_sets.get((game, card_set))

    def pack(self, pool: PackPool, source: PackSource, now: Milliseconds) -> pack_records.PackRecord:
        """Return a pack that is earned now, with a new seed."""
        return pack_records.PackRecord(
            id=PackId(self._chance.token_hex(10)),
            game=pool.game,
            source=source,
            seed=self._chance.token_hex(32),
            pool=pool.hash,
            earned_at=now,
        )

    def _shown(self, record: pack_records.PacksRecord, earned: int = 0) -> Packs:
        next_at = Milliseconds((record.day + 1) * pack_records.DAY) if self.settings.per_day and record.day else None
        return Packs(packs=tuple(pack.shown for pack in record.unopened), earned=earned, next_at=next_at, due=0)

    # Opening

    async def open(self, player: PlayerId, message: OpenPack) -> PackOpened:
        """Open a pack. A pack that was opened before gives the same answer again."""
        while True:
            made, owner = MOVEMENTS.key(pack_records.movement_of(message.pack)), COLLECTIONS.key(player)
            read = [pack_records.PACKS.key(player), pack_records.OPENED.key(message.pack), made, owner]
            of_packs, of_opened, of_movement, of_collection = await self._documents.read(read)
            opened, movement = pack_records.OPENED.of(of_opened), MOVEMENTS.of(of_movement)
            if opened is not None:
                return _opened_before(opened, movement, COLLECTIONS.of(of_collection))
            pack = (pack_records.PACKS.of(of_packs) or pack_records.PacksRecord()).pack(message.pack)
            if pack is None:
                raise _unknown_pack()
            cards = drawn(await self._pool(pack.pool), pack.seed, pack.id, message.entropy)
            answer = await self._opened(player, pack, message.entropy, cards)
            if answer is not None:
                return answer

    async def _opened(
        self, player: PlayerId, pack: pack_records.PackRecord, entropy: str, cards: tuple[PackCard, ...]
    ) -> PackOpened | None:
        """Commit the drawn cards. Return `None` if the pack was opened meanwhile."""
        copies: Counter[Face] = Counter(face_of(pack.game, card.card) for card in cards)
        movement = grant(pack_records.movement_of(pack.id), Cause.PACK, player, copies, of=pack.id)
        opened = pack_records.OpenedPackRecord(
            id=pack.id,
            game=pack.game,
            source=pack.source,
            seed=pack.seed,
            entropy=entropy,
            pool=pack.pool,
            cards=cards,
            earned_at=pack.earned_at,
            opened_at=self._now(),
        )

        index = pack_records.counts_of(pack.pool)
        counts = [IndexAddition(index, member, count) for member, count in pack_records.counted_of(cards).items()]

        def decide(stored: list[Document | None]) -> Commit[pack_records.OpenedPackRecord]:
            record = pack_records.PACKS.of(stored[0])
            if record is None or record.pack(pack.id) is None or stored[1] is not None:
                raise _OpenedMeanwhile
            changes = [
                pack_records.PACKS.put(player, stored[0], record.without(pack.id)),
                pack_records.OPENED.put(pack.id, None, opened),
            ]
            return Commit(opened, changes, counts)

        keys = [pack_records.PACKS.key(player), pack_records.OPENED.key(pack.id)]
        try:
            posted = await self._ledger.post(Posting(movement=movement), keys, decide)
        except _OpenedMeanwhile:
            return None
        except CommandRefused as refused:
            if refused.code is RefusalCode.REF_REUSED:  # with other entropy, and so other cards
                return None
            raise
        return None if posted.answer is None else posted.answer.shown

    async def _pool(self, hash_: str) -> PackPool:
        """Return the card lists with this hash. A pack is drawn from the lists with which it was earned."""
        known = self._known.get(hash_)
        if known is None:
            (known,) = await pack_records.POOLS.read(self._documents, [hash_])
            if known is None or known.hash != hash_:
                raise LookupError(f"the store lacks the card lists {hash_}, or has other ones under this hash")
            self._known[hash_] = known
        return known

    # Counting

    async def odds(self) -> PackOdds:
        """Return the odds, and the counts of all packs ever opened."""
        of_sets = {pool.hash for pool in self.pools_of_sets.values()}
        return await odds(self._documents, self.pools, of_sets)

    # Account removal

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the removal of an account: its unopened packs are deleted."""
        (document,) = await self._documents.read([pack_records.PACKS.key(player)])
        if document is None:
            return ExtraWrites((Unchanged(pack_records.PACKS.key(player), 0),))
        return ExtraWrites((pack_records.PACKS.drop(player, document),))


class _OpenedMeanwhile(Exception):  # noqa: N818 - what happened, not a fault
    """The pack was opened between two readings, over another connection of the same player."""


def _opened_before(
    opened: pack_records.OpenedPackRecord, movement: MovementRecord | None, collection: CollectionRecord | None
) -> PackOpened:
    """Return an opened pack to the player who got its cards. Raises `CommandRefused` for all others."""
    whose = () if movement is None else tuple(leg.account for leg in movement.legs)
    if collection is None or collection.account not in whose:
        raise _unknown_pack()
    return opened.shown


def _unknown_pack() -> CommandRefused:
    return CommandRefused(RefusalCode.UNKNOWN_PACK, Text("You have no such pack, or it is no longer kept."), "$.pack")


def _no_packs(game: GameName) -> CommandRefused:
    return CommandRefused(RefusalCode.NO_PACKS, Text("There are no packs for `{game}`.", game=game), "$.game")

"""The ledger: the one place where copies are made, moved, burnt and held.

A caller builds a `Movement` and has the ledger make it. Other changes that belong to it (the end of a trade, the
opening of a pack) go into the same commit: all of it happens, or nothing. The same movement again changes nothing, and
the result says so. A posting takes two round trips without a conflict.

    made = await ledger.move(grant(MovementId("pack:81c2…"), Cause.PACK, player, {face: 1}))
    made.is_new                                  # False: it was made before

    posting = Posting(movement=exchange(…), releases=(Release(one, hold), Release(other, hold)))
    await ledger.post([one, other], posting, [TRADES.key(trade)], decide)

`decide` gets the current documents of the further keys. It returns the other writes of the commit, or raises
`CommandRefused`. It may be called several times. The ledger checks the players' collections itself. If a player has too
few free copies, it refuses with a sentence for each card, and nothing moves.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collection.holdings import (
    COLLECTIONS,
    Called,
    CollectionRecord,
    Hold,
    HoldId,
    check_holds,
    check_owned,
)
from quarterdeck_server.lobby.collection.movements import (
    MOVEMENTS,
    Cause,
    Face,
    HolderId,
    LegRecord,
    Movement,
    MovementId,
    MovementRecord,
    burning,
    hash_of,
    in_order,
)
from quarterdeck_server.lobby.collection.trader_index import after_movement, having, unlisted
from quarterdeck_server.lobby.collections import NOTHING, Commit, ExtraWrites, commit, seen
from quarterdeck_server.lobby.documents import (
    Change,
    Document,
    DocumentStore,
    IndexAddition,
    IndexChange,
    IndexEntry,
    Key,
    Unchanged,
)

HOLDERS = "collections"
"""The index of all present and former owners, by the time they were added: players, and deleted accounts."""

MADE, BURNT = "copies_made", "copies_burnt"
"""The indexes of how many copies of each face were ever made, and burnt."""

Answer = TypeVar("Answer")


def movements_of(account: HolderId) -> str:
    """Return the name of the index of an account's ledger movements, ordered by their numbers."""
    return f"movements:{account}"


class Release(msgspec.Struct, frozen=True):
    """A hold (reservation of copies) that is to be released. Nothing happens if it does not exist."""

    player: PlayerId
    hold: HoldId


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """The ledger changes of one commit: a movement, released holds and new holds. Released holds free their copies for
    the movement. New holds need their copies after it."""

    movement: Movement | None = None
    releases: tuple[Release, ...] = ()
    holds: tuple[Hold, ...] = ()
    where: str | None = None
    """The place in the command that a refusal for missing copies names: `$.deck`."""

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players in the ledger movement, the releases and the holds of a posting."""
        legs = () if self.movement is None else self.movement.legs
        return tuple(dict.fromkeys(each.player for part in (legs, self.releases, self.holds) for each in part))


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a movement: its entry in the ledger."""

    record: MovementRecord
    is_new: bool
    """True if it was made now. Otherwise it was made before, and nothing has changed."""


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """The copies of cards that a player owns."""

    copies: Mapping[Face, int]
    free: Mapping[Face, int]
    """The copies that may move: neither in an open offer nor in a running match."""


class Posted(msgspec.Struct, Generic[Answer], frozen=True, kw_only=True):
    """The result of a ledger posting."""

    moved: Moved | None
    answer: Answer
    """The answer of `decide`; `None` for a movement that was made before."""


Decide = Callable[[list[Document | None]], Commit[Answer]]


def no_more(_: list[Document | None]) -> None:
    """Do nothing: pass this as `decide` if a ledger commit needs no check of its own."""


class Ledger:
    """The ledger of the copies of all accounts. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self, documents: DocumentStore, now: Callable[[], Milliseconds], chance: Chance = secrets, called: Called = str
    ) -> None:
        """Make the ledger. `called` returns the displayed name of a card or printing, for refusals."""
        self.documents = documents
        self._now = now
        self._chance = chance
        self._called = called

    async def balance(self, player: PlayerId) -> Balance:
        """Return the copies that a player owns, in one round trip."""
        (record,) = await COLLECTIONS.read(self.documents, [player])
        if record is None:
            return Balance(copies={}, free={})
        return Balance(copies=record.copies, free=record.free(self._now()))

    async def history(
        self, player: PlayerId, before: int | None, most: int
    ) -> Sequence[tuple[MovementRecord, LegRecord]]:
        """Return the newest ledger movements of a player, or those with a number below `before`, newest first; each
        with the player's part of it."""
        (record,) = await COLLECTIONS.read(self.documents, [player])
        if record is None:
            return ()
        high = record.movements if before is None else before - 1
        listed = await self.documents.listed(movements_of(record.account), most=most, high=high, highest_first=True)
        found = await MOVEMENTS.read(self.documents, [name for name, _ in listed])
        return tuple(
            (each, leg) for each in found if each is not None for leg in each.legs if leg.account == record.account
        )

    async def move(self, movement: Movement) -> Moved:
        """Make a ledger movement, without any other changes in the same commit."""
        posted = await self.post(Posting(movement=movement), (), _nothing_else)
        if posted.moved is None:
            raise AssertionError("a ledger posting with a movement needs a function that returns its result")
        return posted.moved

    async def hold(self, *holds: Hold) -> None:
        """Reserve copies of cards, so that they cannot be moved."""
        await self.post(Posting(holds=holds), (), _nothing_else)

    async def release(self, *releases: Release) -> None:
        """Release reserved copies. Idempotent: a second call changes nothing."""
        await self.post(Posting(releases=releases), (), _nothing_else)

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account. Its copies are destroyed, and nothing links the player to
        its ledger movements any more. If anything changes meanwhile, the commit is a conflict, and everything is read
        again."""
        (document,) = await self.documents.read([COLLECTIONS.key(player)])
        record = COLLECTIONS.of(document)
        if record is None:
            return ExtraWrites((Unchanged(COLLECTIONS.key(player), 0),))
        gone = unlisted(having, player, record.copies) if record.is_found else ()
        burnt = burning(MovementId(f"deletion:{record.account}"), Cause.DELETION, player, record.copies)
        _, written, closed, indexed = _made(burnt, {player: record}, self._now())
        kept = COLLECTIONS.put(record.account, None, closed[player].closed())
        return ExtraWrites(
            (written, COLLECTIONS.drop(player, document), kept),
            (*indexed, *gone, IndexEntry(HOLDERS, player, None), IndexEntry(HOLDERS, record.account, self._now())),
        )

    async def prepared(self, posting: Posting) -> ExtraWrites:
        """Return the writes of a posting for the commit of another service. They conflict if the documents change
        meanwhile. Returns no writes for a ledger movement that was made before."""
        state = _State(self, posting, await self.documents.read(_keys_of(posting)))
        if state.made_before() is not None:
            return NOTHING
        state.carry_out()
        return ExtraWrites(tuple(state.changes()), tuple(state.indexed))

    async def post(
        self,
        posting: Posting,
        keys: Sequence[Key],
        decide: Decide[Answer],
        judge: Callable[[list[Document | None]], None] = no_more,
    ) -> Posted[Answer | None]:
        """Commit a posting, together with the changes that `decide` returns for the documents with these further keys.
        `judge` is called last, so its refusal comes only when everything else is in order."""
        own = _keys_of(posting)

        def step(stored: list[Document | None]) -> Commit[Posted[Answer | None]]:
            state = _State(self, posting, stored[: len(own)])
            before = state.made_before()
            if before is not None:
                return Commit(Posted(moved=Moved(record=before, is_new=False), answer=None))
            beside = decide(stored[len(own) :])
            record = state.carry_out()
            judge(stored[len(own) :])
            moved = None if record is None else Moved(record=record, is_new=True)
            return Commit(
                Posted(moved=moved, answer=beside.answer),
                [*state.changes(), *beside.changes],
                [*state.indexed, *beside.indexed],
                beside.news,
            )

        return await commit(self.documents, [*own, *keys], step)

    def fresh_account(self) -> HolderId:
        """Return a new name in the ledger for an account that has none yet."""
        return HolderId(self._chance.token_hex(10))

    @property
    def now(self) -> Milliseconds:
        return self._now()

    @property
    def called(self) -> Called:
        return self._called


def _nothing_else(_: list[Document | None]) -> Commit[None]:
    return Commit(None)


def _keys_of(posting: Posting) -> list[Key]:
    made = () if posting.movement is None else (MOVEMENTS.key(posting.movement.id),)
    return [*made, *(key for player in posting.players for key in (ACCOUNTS.key(player), COLLECTIONS.key(player)))]


class _State:
    """The documents that are read for a ledger posting, and the resulting changes."""

    def __init__(self, ledger: Ledger, posting: Posting, stored: Sequence[Document | None]) -> None:
        self._ledger = ledger
        self._posting = posting
        self._now = ledger.now
        rest = list(stored)
        self._made = None if posting.movement is None else rest.pop(0)
        self._accounts = dict(zip(posting.players, rest[::2], strict=True))
        self._documents = dict(zip(posting.players, rest[1::2], strict=True))
        self._records = {player: COLLECTIONS.of(document) for player, document in self._documents.items()}
        self._written: list[Change] = []
        self.indexed: list[IndexChange] = []

    def made_before(self) -> MovementRecord | None:
        """Return the ledger movement if it was made before. Raises `CommandRefused` if another movement has its id."""
        record, asked = MOVEMENTS.of(self._made), self._posting.movement
        if record is None or asked is None:
            return None
        accounts = {player: None if own is None else own.account for player, own in self._records.items()}
        wanted = {accounts[leg.player]: in_order(leg.copies) for leg in asked.legs}
        done = {leg.account: leg.copies for leg in record.legs}
        if (record.cause, record.of, done) != (asked.cause, asked.of, wanted):
            raise CommandRefused(
                RefusalCode.REF_REUSED, Text("`{id}` is already used for another movement.", id=asked.id), "$.ref"
            )
        return record

    def carry_out(self) -> MovementRecord | None:
        """Compute all changes of a ledger posting. Raises `CommandRefused`."""
        after = {player: record for player, record in self._records.items() if record is not None}
        for player in after:
            released = [each.hold for each in self._posting.releases if each.player == player]
            after[player] = after[player].without(released, self._now)
        stays = dict(after)
        made = None if self._posting.movement is None else self._moved(self._posting.movement, after)
        for hold in self._posting.holds:
            self._check_account(hold.player)
            record = after.get(hold.player)
            record = CollectionRecord(account=self._ledger.fresh_account()) if record is None else record
            check_owned(self._name(hold.player), record.copies, hold.copies, self._ledger.called, self._posting.where)
            after[hold.player] = record.holding(hold)
        legs = () if self._posting.movement is None else self._posting.movement.legs
        giving = {leg.player for leg in legs if any(count < 0 for count in leg.copies.values())}
        giving.update(hold.player for hold in self._posting.holds)
        for player, record in after.items():
            if record != self._records[player]:
                if player in giving:
                    held = stays.get(player, record).held(self._now)
                    check_holds(self._name(player), record, held, self._now, self._ledger.called, self._posting.where)
                self._written.append(COLLECTIONS.put(player, self._documents[player], record))
                self.indexed += after_movement(player, self._records[player], record)
                if self._records[player] is None:
                    self.indexed.append(IndexEntry(HOLDERS, player, self._now))
        return made

    def changes(self) -> list[Change | Unchanged]:
        """Return the changed documents, and the conditions that the accounts still exist."""
        stay = [Unchanged(ACCOUNTS.key(player), seen(document)) for player, document in self._accounts.items()]
        return [*self._written, *stay] if self._written else []

    def _moved(self, movement: Movement, after: dict[PlayerId, CollectionRecord]) -> MovementRecord:
        for leg in movement.legs:
            self._check_account(leg.player)
            record = after.get(leg.player)
            after[leg.player] = CollectionRecord(account=self._ledger.fresh_account()) if record is None else record
            taken = {face: -count for face, count in leg.copies.items() if count < 0}
            check_owned(
                self._name(leg.player), after[leg.player].copies, taken, self._ledger.called, self._posting.where
            )
        made, written, changed, indexed = _made(movement, after, self._now)
        after.update(changed)
        self._written.append(written)
        self.indexed += indexed
        return made

    def _account(self, player: PlayerId) -> AccountRecord:
        account = ACCOUNTS.of(self._accounts[player])
        if account is None:
            raise CommandRefused(
                RefusalCode.UNKNOWN_PLAYER,
                Text("There is no player `{other}`. The account may have been deleted.", other=player),
                "$.player",
            )
        return account

    def _check_account(self, player: PlayerId) -> None:
        if self._account(player).kind is PlayerKind.GUEST:
            text = Text("You need an account to own cards: `register` first. Guests cannot receive or trade cards.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")

    def _name(self, player: PlayerId) -> str:
        return self._account(player).name


def _made(
    movement: Movement, records: Mapping[PlayerId, CollectionRecord], now: Milliseconds
) -> tuple[MovementRecord, Change, dict[PlayerId, CollectionRecord], list[IndexChange]]:
    """Return a ledger movement, its document, the collection of each of its players after it, and its index entries.
    Raises `ValueError` if the movement creates or destroys copies and its cause does not allow that."""
    legs = [
        LegRecord(account=own.account, number=own.movements + 1, previous=own.head, copies=in_order(leg.copies))
        for leg, own in ((leg, records[leg.player]) for leg in movement.legs)
    ]
    made = MovementRecord(id=movement.id, at=now, cause=movement.cause, of=movement.of, legs=tuple(legs))
    made.check_sum()
    written = MOVEMENTS.put(movement.id, None, made)
    head = hash_of(written.body or b"")
    after = {leg.player: records[leg.player].after(kept, head) for leg, kept in zip(movement.legs, legs, strict=True)}
    indexed: list[IndexChange] = [IndexEntry(movements_of(leg.account), movement.id, leg.number) for leg in legs]
    indexed += [IndexAddition(MADE, face, count) for face, count in sorted(made.made.items())]
    indexed += [IndexAddition(BURNT, face, count) for face, count in sorted(made.burnt.items())]
    return made, written, after, indexed

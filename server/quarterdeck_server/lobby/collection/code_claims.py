"""Claiming of codes: a player gets the gift of a code exactly once, or nothing happens.

A claim is one commit: the code loses one use, the player's claim is recorded, the player gets the packs, the ledger
gets the movement of the copies, and the audit log gets its entry. Each use of a code is a separate movement, whose id
contains the number of the use. So no two players get the same use, even with several processes, and even if one of them
dies.

A claim takes four round trips: read the code, the account and its claims; read the batch and the wrong attempts from
this address; read the documents of the ledger; commit. A wrong code is counted before it is answered. So many
simultaneous attempts, in any number of processes, get no more answers than the same attempts one after the other.
"""

import asyncio
import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from weakref import WeakValueDictionary

import msgspec
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.claim_codes import ClaimCode, CodeClaimed, PacksGiven
from quarterdeck_protocol.lobby.collection.owned_copies import CardMoved, PackSource
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.names import DeedId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.address_marks import LOCAL, AddressMarks
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collection import code_records
from quarterdeck_server.lobby.collection.ledger import Ledger, Posting
from quarterdeck_server.lobby.collection.movements import Cause, Face, Movement, face_of, grant
from quarterdeck_server.lobby.collection.pack_records import PACKS, POOL_INDEX, POOLS, PackRecord, PacksRecord
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, seen
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
from quarterdeck_server.lobby.moderation import audit
from quarterdeck_server.lobby.moderation.audit import AuditRecord
from quarterdeck_server.store_errors import Conflict

TRIES = 64
"""Number of attempts for one claim, if others claim the same code in other processes."""


def history_of_batch(batch: str) -> str:
    """Return the name of the index of audit log entries about a batch of claim codes."""
    return f"{audit.INDEX}:codes:{batch}"


def history_of_code(batch: str, number: int) -> str:
    """Return the name of the index of audit log entries about the claims of one code."""
    return f"{history_of_batch(batch)}:{number}"


class CodeClaims:
    """Lets players claim codes. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        ledger: Ledger,
        packs: PackService,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._ledger = ledger
        self._packs = packs
        self._now = now
        self._chance = chance
        self._marks = AddressMarks(documents, chance)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a code is claimed, and while a player claims: of many at once in this process one comes after the
        other, instead of all being in each other's way in the store."""

    async def claim(self, player: PlayerId, message: ClaimCode, address: str) -> CodeClaimed:
        """Give the gift of a code to a player with this address."""
        code = code_records.hashed(message.code)
        async with self._turn(f"player {player}"), self._turn(f"code {code}"):
            for tries in range(1, TRIES + 1):
                try:
                    return await self._claimed(player, message, code, address)
                except Conflict:  # another process was faster; in step with it, one would always be the slower one
                    await asyncio.sleep(self._chance.randbelow(tries) / 1000)
        text = Text("Too many players are claiming this at the same time; send it again in a moment.")
        raise CommandRefused(RefusalCode.UNAVAILABLE, text)

    def _turn(self, whose: str) -> asyncio.Lock:
        return self._turns.setdefault(whose, asyncio.Lock())

    async def _claimed(self, player: PlayerId, message: ClaimCode, hash_: str, address: str) -> CodeClaimed:
        now = self._now()
        keys = [
            ACCOUNTS.key(player),
            code_records.CODES.key(hash_),
            code_records.CLAIMS.key(player),
            code_records.GUESSES.key(player),
        ]
        stored, mark = await asyncio.gather(self._documents.read(keys), self._marks.of(address))
        code, claims = (
            code_records.CODES.of(stored[1]),
            code_records.CLAIMS.of(stored[2]) or code_records.ClaimsRecord(),
        )
        before = _answered_before(message, code, claims)
        if before is not None:
            return before
        self._check_account(ACCOUNTS.of(stored[0]), now)
        guesses = _Guesses(player, mark)
        guesses.read(stored[3:])
        guesses.check(now)
        of_batch = [] if code is None else [code_records.BATCHES.key(code.batch)]
        here = await self._documents.read([*guesses.further_keys, *of_batch])
        guesses.read([*stored[3:], *here[: len(guesses.further_keys)]])
        guesses.check(now)
        batch = None if code is None else code_records.BATCHES.of(here[-1])
        if code is None or batch is None:
            await self._documents.commit(guesses.wrong(now))
            raise code_records.unknown_code()
        if batch.made_by == player:  # decision 88: nobody decides in their own case
            text = Text("You made this code yourself: only others can claim it.")
            raise CommandRefused(RefusalCode.CONFLICT_OF_INTEREST, text, "$.code")
        code_records.check_usable(code, batch, claims, now)
        return await self._carried_out(_Claim(self._packs, player, message, hash_, code, batch, now), guesses)

    async def _carried_out(self, claim: "_Claim", guesses: "_Guesses") -> CodeClaimed:
        """Commit the claim of a code. Raises `Conflict` if anything has changed since it was checked."""

        def decide(stored: list[Document | None]) -> Commit[CodeClaimed]:
            own, guessed = stored[: len(claim.keys)], stored[len(claim.keys) :]
            if guesses.are_changed(guessed):
                raise _Meanwhile
            decided = claim.decided(own)
            return Commit(decided.answer, [*decided.changes, *guesses.unchanged()], decided.indexed)

        posting = Posting(movement=claim.movement, where="$.code")
        try:
            posted = await self._ledger.post(posting, [*claim.keys, *guesses.keys], decide)
        except _Meanwhile:
            raise Conflict from None
        except CommandRefused as refused:
            if refused.code is RefusalCode.REF_REUSED:  # another player has had this use of the code
                raise Conflict from None
            raise
        if posted.answer is None:  # this player has had it over another connection
            raise Conflict
        return posted.answer

    def _check_account(self, account: AccountRecord | None, now: Milliseconds) -> None:
        if account is None:
            raise unknown_token()
        if account.kind is not PlayerKind.PERSON:
            text = Text("You need an account to claim a code: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
        young = account.too_young_for(self._packs.settings.age, now)
        if young:
            hours = -(-young // (60 * 60 * 1000))
            text = Text("Your account is too new to claim a code: try again in {hours|# hour|# hours}.", hours=hours)
            raise CommandRefused(RefusalCode.TOO_NEW, text, "$.type", retry_in=young)

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the store writes for the deletion of an account: the record of the codes that it claimed, and its
        count of wrong codes, are deleted."""
        keys = [code_records.CLAIMS.key(player), code_records.GUESSES.key(player)]
        stored = await self._documents.read(keys)
        return ExtraWrites(
            tuple(
                Unchanged(key, 0) if document is None else Change(key, document.revision)
                for key, document in zip(keys, stored, strict=True)
            )
        )


class _Meanwhile(Exception):  # noqa: N818 - what happened, not a fault
    """Error: the documents on which a claim is based have changed."""


class _Guesses:
    """The wrong attempts at codes that count against a claim: those of the player, and those from the player's address,
    unless it is a local address."""

    def __init__(self, player: PlayerId, mark: str) -> None:
        self.further_keys = () if mark.startswith(LOCAL) else (code_records.GUESSES.key(f"from-{mark}"),)
        self.keys: tuple[Key, ...] = (code_records.GUESSES.key(player), *self.further_keys)
        self._stored: list[Document | None] = []

    def read(self, stored: Iterable[Document | None]) -> None:
        """Store the counts of wrong attempts at claim codes from these documents."""
        self._stored = list(stored)

    def check(self, now: Milliseconds) -> None:
        """Raise `CommandRefused` if the player has to wait before the next attempt."""
        for document in self._stored:
            (code_records.GUESSES.of(document) or code_records.GuessesRecord()).check(now)

    def wrong(self, now: Milliseconds) -> list[Change]:
        """Return the changes that count one more wrong attempt at a claim code."""
        found = zip(self.keys, self._stored, (code_records.FREE_A_PLAYER, code_records.FREE_AN_ADDRESS), strict=False)
        counted = [
            (key, each, (code_records.GUESSES.of(each) or code_records.GuessesRecord()).once_more(now, free))
            for key, each, free in found
        ]
        return [
            code_records.GUESSES.put(key.name, each, record, code_records.REMEMBERED_SECONDS)
            for key, each, record in counted
        ]

    def are_changed(self, stored: Iterable[Document | None]) -> bool:
        """True if these documents differ from the documents that were read before."""
        return [seen(each) for each in stored] != [seen(each) for each in self._stored]

    def unchanged(self) -> list[Unchanged]:
        """Return commit conditions that fail if another attempt at a code has been made meanwhile."""
        return [Unchanged(key, seen(each)) for key, each in zip(self.keys, self._stored, strict=True)]


class _Claim:
    """A claim of a code that passed all checks, with the documents as they were read."""

    def __init__(
        self,
        packs: PackService,
        player: PlayerId,
        message: ClaimCode,
        hash_: str,
        code: code_records.CodeRecord,
        batch: code_records.BatchRecord,
        now: Milliseconds,
    ) -> None:
        self._player, self._message, self._hash = player, message, hash_
        self._code, self._batch, self._now = code, batch, now
        self._use = code.claimed + 1
        self._pools: dict[str, PackPool] = {}
        """The pools of the packs, by hash."""

        self._fresh: list[PackRecord] = []
        for given in batch.gift.packs:
            pool = _pool_of(packs, given)
            self._pools[pool.hash] = pool
            self._fresh += [packs.pack(pool, PackSource.CODE, now) for _ in range(given.count)]
        self._copies: Counter[Face] = Counter()
        for each in batch.gift.copies:
            self._copies[face_of(each.game, each.card)] += each.count
        self.keys: list[Key] = [
            ACCOUNTS.key(player),
            code_records.CODES.key(hash_),
            code_records.BATCHES.key(batch.id),
            code_records.CLAIMS.key(player),
            PACKS.key(player),
            *map(POOLS.key, self._pools),
        ]

    @property
    def movement(self) -> Movement | None:
        """The ledger movement of a claim; `None` if the gift contains no copies."""
        if not self._copies:
            return None
        id_ = code_records.claim_of(self._batch.id, self._code.number, self._use)
        return grant(id_, Cause.CODE, self._player, self._copies, of=self._batch.id)

    def decided(self, stored: list[Document | None]) -> Commit[CodeClaimed]:
        """Return the writes of a claim apart from the ledger movement. Raises `_Meanwhile` if the code or the batch has
        changed, or the player has claimed a code of this batch."""
        account, of_code, of_batch, of_claims, of_packs, *of_pools = stored
        claims = code_records.CLAIMS.of(of_claims) or code_records.ClaimsRecord()
        if (code_records.CODES.of(of_code), code_records.BATCHES.of(of_batch)) != (
            self._code,
            self._batch,
        ) or self._batch.id in claims.numbers:
            raise _Meanwhile
        answer = self._answer()
        noted = audit.noted_beside(self._deed(), self._indexes())
        changes: list[Change | Unchanged] = [
            code_records.CODES.put(
                self._hash, of_code, code_records.CodeRecord(self._code.batch, self._code.number, self._use)
            ),
            Unchanged(code_records.BATCHES.key(self._batch.id), seen(of_batch)),
            code_records.CLAIMS.put(self._player, of_claims, self._claims(claims, answer)),
            *noted.changes,
        ]
        indexed: list[IndexChange] = [IndexAddition(code_records.CLAIMED, self._batch.id, 1), *noted.indexed]
        if self.movement is None:  # with which the ledger would look at the account
            changes.append(Unchanged(ACCOUNTS.key(self._player), seen(account)))
        if self._fresh:
            record = PACKS.of(of_packs) or PacksRecord()
            unopened = (*record.unopened, *self._fresh)
            changes.append(PACKS.put(self._player, of_packs, msgspec.structs.replace(record, unopened=unopened)))
        for (pool, lists), document in zip(self._pools.items(), of_pools, strict=True):
            if document is None:
                changes.append(POOLS.put(pool, None, lists))
                indexed.append(IndexEntry(POOL_INDEX, pool, self._now))
        return Commit(answer, changes, indexed)

    def _answer(self) -> CodeClaimed:
        gift = self._batch.gift
        copies = tuple(CardMoved(game=each.game, card=each.card, count=each.count) for each in gift.copies)
        return CodeClaimed(
            ref=self._message.ref,
            label=self._batch.label,
            packs=tuple(pack.shown for pack in self._fresh),
            copies=copies,
        )

    def _claims(self, before: code_records.ClaimsRecord, answer: CodeClaimed) -> code_records.ClaimsRecord:
        last = code_records.LastClaimRecord(self._message.ref, self._batch.id, self._code.number, answer)
        return code_records.ClaimsRecord({**before.numbers, self._batch.id: self._code.number}, last)

    def _deed(self) -> AuditRecord:
        id_ = hashlib.sha256(code_records.claim_of(self._batch.id, self._code.number, self._use).encode()).hexdigest()[
            :20
        ]
        return AuditRecord(
            id=DeedId(id_),
            at=self._now,
            by=self._player,
            what=DeedKind.CLAIM_CODE,
            whom=None,
            why=self._batch.label,
            detail=f"{self._batch.id} {self._code.number}",
        )

    def _indexes(self) -> tuple[str, ...]:
        return history_of_batch(self._batch.id), history_of_code(self._batch.id, self._code.number)


def _pool_of(packs: PackService, given: PacksGiven) -> PackPool:
    """Return the card lists for packs that a code gives. Raises `CommandRefused` if they do not exist any more."""
    pool = packs.pool_of(given.game, given.set)
    if pool is None:
        text = Text("There are no packs for `{game}` any more; tell the person who gave you the code.", game=given.game)
        raise CommandRefused(RefusalCode.NO_PACKS, text, "$.code")
    return pool


def _answered_before(
    message: ClaimCode, code: code_records.CodeRecord | None, claims: code_records.ClaimsRecord
) -> CodeClaimed | None:
    """Return the earlier answer if the same command was the player's last claim; otherwise `None`."""
    last = claims.last
    if last is None or code is None or message.ref is None:
        return None
    is_same = (last.ref, last.batch, last.number) == (message.ref, code.batch, code.number)
    return last.answer if is_same else None

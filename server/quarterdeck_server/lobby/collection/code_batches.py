"""Batches of claim codes: moderators make, list and revoke them.

Each change of a batch and its entry in the audit log are one commit. Only the moderator who makes a batch sees its
codes, once. The server stores their hashes.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.claim_codes import (
    CodeBatch,
    CodeBatches,
    CodeBatchId,
    CodeGift,
    CodeHistory,
    CodesMade,
    CodesRevoked,
    GetCodeHistory,
    ListCodes,
    MakeCodes,
    RevokeCodes,
)
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.names import Count, GameName, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collection.code_claims import history_of_batch, history_of_code
from quarterdeck_server.lobby.collection.code_records import (
    BATCH_INDEX,
    BATCHES,
    CLAIMED,
    CODES,
    BatchRecord,
    CodeRecord,
    fresh,
    hashed,
    unknown_batch,
    unknown_code,
)
from quarterdeck_server.lobby.collection.pack_pools import ownable
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.moderation import permissions
from quarterdeck_server.lobby.moderation.audit import AuditLog, paged
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.moderation.permissions import Permission

BATCHES_A_PAGE = 50
DEEDS_A_PAGE = 100


class CodeBatchService:
    """The batches of claim codes of this server. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        packs: PackService,
        games: Mapping[str, AnyGame],
        log: AuditLog,
        now: Callable[[], Milliseconds],
        orders: Orders,
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._packs = packs
        self._games = games
        self._log = log
        self._now = now
        self._chance = chance
        self._orders = orders
        self._ownable: dict[str, frozenset[str]] = {}

    async def make(self, by: Identity, order: MakeCodes) -> CodesMade:
        """Make a batch of claim codes."""
        permissions.check(by.roles, Permission.GIVE, "$.type")
        self._check_gift(order.gift)
        if order.until is not None and order.until <= self._now():
            text = Text("`until` is in the past; choose a later time.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.until")
        batch, codes = await again(lambda: self._made(by, order))
        return CodesMade(batch=await self._shown(batch), codes=codes)

    async def _made(self, by: Identity, order: MakeCodes) -> tuple[BatchRecord, tuple[str, ...]]:
        judged = await self._orders.judge(by, DeedKind.MAKE_CODES, order, None, order.label, where="$.label")
        deed = judged.deed
        if judged.is_done:
            return await self._batch(CodeBatchId(deed.detail)), ()
        batch = BatchRecord(
            id=CodeBatchId(deed.id),
            label=deed.why,
            gift=msgspec.convert(order.gift, CodeGift, from_attributes=True),
            codes=order.codes,
            uses=order.uses,
            made_at=deed.at,
            made_by=by.player.id,
            until=order.until,
        )
        codes = tuple(fresh(self._chance) for _ in range(order.codes))
        kept = [CODES.put(hashed(code), None, CodeRecord(batch.id, number)) for number, code in enumerate(codes, 1)]
        beside = judged.beside(msgspec.structs.replace(deed, detail=batch.id))
        await self._documents.commit(
            [BATCHES.put(batch.id, None, batch), *kept, *beside.changes],
            [
                IndexEntry(BATCH_INDEX, batch.id, batch.made_at),
                IndexEntry(history_of_batch(batch.id), deed.id, deed.at),
                *beside.indexed,
            ],
        )
        return batch, codes

    async def listed(self, by: Identity, question: ListCodes) -> CodeBatches:
        """Return a page of the batches of claim codes, the newest first."""
        permissions.check(by.roles, Permission.GIVE, "$.type")
        page, before = await paged(self._documents, BATCH_INDEX, question.before, BATCHES_A_PAGE)
        found = [each for each in await BATCHES.read(self._documents, page) if each is not None] if page else []
        shown = await asyncio.gather(*map(self._shown, found))
        return CodeBatches(batches=tuple(shown), before=before)

    async def revoke(self, by: Identity, order: RevokeCodes) -> CodesRevoked:
        """Revoke a batch of claim codes."""
        permissions.check(by.roles, Permission.GIVE, "$.type")
        batch = await again(lambda: self._revoked(by, order))
        return CodesRevoked(batch=await self._shown(batch))

    async def _revoked(self, by: Identity, order: RevokeCodes) -> BatchRecord:
        (document,) = await self._documents.read([BATCHES.key(order.batch)])
        batch = BATCHES.of(document)
        if batch is None:
            raise unknown_batch()
        judged = await self._orders.judge(by, DeedKind.REVOKE_CODES, order, None, order.why, subject=order.batch)
        if judged.is_done or batch.revoked_at is not None:
            return batch
        deed = msgspec.structs.replace(judged.deed, detail=batch.id)
        beside = judged.beside(deed)
        after = msgspec.structs.replace(batch, revoked_at=deed.at)
        await self._documents.commit(
            [BATCHES.put(batch.id, document, after), *beside.changes],
            [IndexEntry(history_of_batch(batch.id), deed.id, deed.at), *beside.indexed],
        )
        return after

    async def history(self, by: Identity, question: GetCodeHistory) -> CodeHistory:
        """Return a page of the audit log about a batch of claim codes, or about one code."""
        permissions.check(by.roles, Permission.GIVE, "$.type")
        if (question.batch is None) == (question.code is None):
            text = Text("Name either the batch or one of its codes.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.batch")
        code = None if question.code is None else await self._code(question.code)
        batch = await self._batch(question.batch or CodeBatchId("") if code is None else code.batch)
        index = history_of_batch(batch.id) if code is None else history_of_code(batch.id, code.number)
        page = await self._log.read(question.before, DEEDS_A_PAGE, index)
        return CodeHistory(
            batch=await self._shown(batch),
            number=None if code is None else Count(code.number),
            claimed=None if code is None else Count(code.claimed),
            deeds=page.deeds,
            before=page.before,
        )

    async def _code(self, code: str) -> CodeRecord:
        (found,) = await CODES.read(self._documents, [hashed(code)])
        if found is None:
            raise unknown_code()
        return found

    async def _batch(self, id_: CodeBatchId) -> BatchRecord:
        (found,) = await BATCHES.read(self._documents, [id_])
        if found is None:
            raise unknown_batch()
        return found

    async def _shown(self, batch: BatchRecord) -> CodeBatch:
        claimed, known = await asyncio.gather(
            self._documents.number_of(CLAIMED, batch.id), self._log.players.known([batch.made_by])
        )
        return CodeBatch(
            id=batch.id,
            label=batch.label,
            gift=batch.gift,
            codes=batch.codes,
            uses=batch.uses,
            claimed=int(claimed or 0),
            made_at=batch.made_at,
            made_by=known[batch.made_by],
            until=batch.until,
            revoked_at=batch.revoked_at,
        )

    def _check_gift(self, gift: CodeGift) -> None:
        """Raise `CommandRefused` for an empty gift, and for a game, set or card that does not exist here."""
        if not gift.packs and not gift.copies:
            raise CommandRefused(RefusalCode.MALFORMED, Text("A code must give at least one copy or pack."), "$.gift")
        for place, packs in enumerate(gift.packs):
            where = f"$.gift.packs[{place}]"
            game = self._game(packs.game, where)
            sets = [] if game.catalogue is None else [each.id for each in game.catalogue.sets]
            if packs.set is not None and packs.set not in sets:
                text = Text("{title} has no set `{name}`.", title=game.title, name=packs.set)
                raise CommandRefused(RefusalCode.UNKNOWN_CARD, text, f"{where}.set")
            if self._packs.pool_of(packs.game, packs.set) is None:
                text = Text("There are no packs for `{game}`.", game=packs.game)
                raise CommandRefused(RefusalCode.NO_PACKS, text, f"{where}.game")
        for place, copies in enumerate(gift.copies):
            where = f"$.gift.copies[{place}]"
            game = self._game(copies.game, where)
            if copies.card not in self._ownable.setdefault(game.name, frozenset(ownable(game))):
                text = Text("{title} has no card `{name}` that a player could own.", title=game.title, name=copies.card)
                raise CommandRefused(RefusalCode.UNKNOWN_CARD, text, f"{where}.card")

    def _game(self, name: GameName, where: str) -> AnyGame:
        game = self._games.get(name)
        if game is None:
            raise unknown_game(name, self._games, f"{where}.game")
        return game

"""Invites of moderators: made, listed and revoked. Each change and its entry in the audit log are one commit."""

import secrets
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.lobby.admission import (
    Invite,
    Invited,
    InviteId,
    InviteMade,
    InviteOrder,
    Invites,
    RevokeInviteOrder,
)
from quarterdeck_protocol.lobby.moderation import Deed, DeedKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.admission.invite_records import (
    INDEX,
    INVITES,
    SECONDS_AFTER,
    InviteRecord,
    by_its_end,
    fresh,
    id_of,
    made_by,
    unknown_invite,
)
from quarterdeck_server.lobby.admission.newcomers import MOST_INVITES
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import ExtraWrites, again
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexEntry
from quarterdeck_server.lobby.moderation import audit
from quarterdeck_server.lobby.moderation.audit import MOST, AuditLog, AuditRecord, readable_page
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.store_errors import Conflict


class InviteOrders:
    """The invites of this server. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, log: AuditLog, orders: Orders, chance: Chance = secrets) -> None:
        self._documents = documents
        self._log = log
        self._orders = orders
        self._chance = chance

    async def make(self, by: Identity, order: InviteOrder) -> InviteMade:
        """Make an invite. Only this answer has its code."""
        deed, invite, code = await again(lambda: self._made(by, order))
        return InviteMade(deed=await self._log.shown(deed), invite=await self._shown_alone(invite), code=code)

    async def _made(self, by: Identity, order: InviteOrder) -> tuple[AuditRecord, InviteRecord, str | None]:
        judged = await self._orders.judge(by, DeedKind.MAKE_INVITE, order, None, order.why)
        if judged.is_done:
            return judged.deed, await self._found(InviteId(judged.deed.detail)), None
        room = await self._room(by.player.id, judged.deed.at)
        deed, invite, code = self._new(judged.deed, order)
        beside = await self._touching_the_account(by.player.id, judged.beside(deed))
        await self._commit(invite, beside.plus(room))
        return deed, invite, code

    async def _room(self, player: PlayerId, now: Milliseconds) -> ExtraWrites:
        """Return the writes that make room for one more invite of a moderator: those that ended long ago are removed,
        and the first that ended if there are too many. Raises `CommandRefused`."""
        index = made_by(player)
        too_many = await self._documents.count(index) - MOST_INVITES + 1
        ended = await self._documents.listed(index, most=max(too_many, MOST), high=now)
        if len(ended) < too_many:
            text = Text("You can have at most {most} invites. Wait until older ones have ended.", most=MOST_INVITES)
            raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.type")
        forgotten = now - 1000 * SECONDS_AFTER
        gone = [name for place, (name, at) in enumerate(ended) if place < too_many or at < forgotten]
        stored = await self._documents.read([INVITES.key(name) for name in gone]) if gone else []
        return ExtraWrites(
            tuple(INVITES.drop(name, document) for name, document in zip(gone, stored, strict=True) if document),
            tuple(IndexEntry(each, name, None) for name in gone for each in (INDEX, index)),
        )

    async def _touching_the_account(self, player: PlayerId, beside: ExtraWrites) -> ExtraWrites:
        """Return these writes with a write of the moderator's account in place of the condition that it is unchanged.
        So the account is not deleted at the same time, without this invite."""
        key = ACCOUNTS.key(player)
        (document,) = await self._documents.read([key])
        (condition,) = (each for each in beside.changes if each.key == key)
        if document is None or document.revision != condition.seen:
            raise Conflict("the moderator's account has changed meanwhile")
        others = tuple(each for each in beside.changes if each.key != key)
        return msgspec.structs.replace(beside, changes=(*others, Change(key, document.revision, document.body)))

    async def make_on_the_command_line(self, order: InviteOrder) -> InviteMade:
        """Make an invite without a moderator, on the machine of the store: for the first account of a server."""
        record = AuditRecord(
            id=audit.id_of(None, None, self._chance),
            at=await self._documents.now(),
            by=None,
            what=DeedKind.MAKE_INVITE,
            whom=None,
            why=order.why,
        )
        deed, invite, code = self._new(record, order)
        await self._commit(invite, audit.noted(deed))
        return InviteMade(deed=await self._log.shown(deed), invite=await self._shown_alone(invite), code=code)

    def _new(self, deed: AuditRecord, order: InviteOrder) -> tuple[AuditRecord, InviteRecord, str]:
        code = fresh(self._chance)
        until = Milliseconds(deed.at + 1000 * order.seconds)
        invite = InviteRecord(id=id_of(code), by=deed.by, why=deed.why, uses=order.uses, at=deed.at, until=until)
        return msgspec.structs.replace(deed, detail=invite.id), invite, code

    async def _commit(self, invite: InviteRecord, beside: ExtraWrites) -> None:
        indexed = [IndexEntry(INDEX, invite.id, invite.at), *by_its_end(invite)]
        put = INVITES.put(invite.id, None, invite, invite.seconds(invite.at))
        await self._documents.commit([put, *beside.changes], [*indexed, *beside.indexed])

    async def revoke(self, by: Identity, order: RevokeInviteOrder) -> Deed:
        """Revoke an invite."""
        return await self._log.shown(await again(lambda: self._revoked(by, order)))

    async def _revoked(self, by: Identity, order: RevokeInviteOrder) -> AuditRecord:
        judged = await self._orders.judge(by, DeedKind.REVOKE_INVITE, order, None, order.why, subject=order.invite)
        if judged.is_done:
            return judged.deed
        (document,) = await self._documents.read([INVITES.key(order.invite)])
        invite, deed = INVITES.of(document), judged.deed
        if invite is None:
            raise _no_invite()
        deed = msgspec.structs.replace(deed, detail=invite.id)
        after = msgspec.structs.replace(invite, revoked_at=invite.revoked_at or deed.at)
        beside = judged.beside(deed)
        change = INVITES.put(invite.id, document, after, after.seconds(deed.at))
        await self._documents.commit([change, *beside.changes], [*beside.indexed, *by_its_end(after)])
        return deed

    async def listed(self, before: str | None, most: int) -> Invites:
        """Return a page of the invites, newest first. Those that ended long ago are left out."""
        page, following = await readable_page(self._documents, INDEX, before, most, self._all)
        return Invites(invites=await self.shown(page), before=following)

    async def of(self, player: PlayerId) -> tuple[Invite, ...]:
        """Return the invites that a player has made, newest first."""
        listed = await self._documents.listed(made_by(player), most=2 * MOST_INVITES)
        invites = await self._all([name for name, _ in listed])
        return await self.shown(sorted(invites, key=lambda invite: invite.at, reverse=True))

    async def inviter(self, id_: str | None) -> Player | None:
        """Return the player who made an invite; `None` if there is none any more."""
        found = [] if id_ is None else await self._all([id_])
        by = found[0].by if found else None
        return None if by is None else (await self._log.players.known([by]))[by]

    async def shown(self, invites: Sequence[InviteRecord]) -> tuple[Invite, ...]:
        """Return invites in the form that moderators see."""
        named = [each.player for invite in invites for each in invite.invited]
        known = await self._log.players.known([*named, *(each.by for each in invites if each.by is not None)])
        return tuple(
            Invite(
                id=each.id,
                by=None if each.by is None else known[each.by],
                why=each.why,
                uses=each.uses,
                used=each.used,
                at=each.at,
                until=each.until,
                revoked_at=each.revoked_at,
                invited=tuple(Invited(player=known[one.player], at=one.at) for one in each.invited),
            )
            for each in invites
        )

    async def _shown_alone(self, invite: InviteRecord) -> Invite:
        return (await self.shown([invite]))[0]

    async def _all(self, ids: Sequence[str]) -> list[InviteRecord]:
        return [each for each in await INVITES.read(self._documents, ids) if each is not None] if ids else []

    async def _found(self, id_: InviteId) -> InviteRecord:
        found = await self._all([id_])
        if not found:
            raise _no_invite()
        return found[0]


def _no_invite() -> CommandRefused:
    refused = unknown_invite()
    return CommandRefused(refused.code, Text("There is no such invite, or it ended long ago."), "$.invite")

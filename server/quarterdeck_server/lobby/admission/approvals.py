"""Approval of new accounts by moderators. The decision, its entry in the audit log and the notice are one commit."""

from contextlib import suppress

import msgspec
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.lobby.admission import Applicant, Applicants, ApprovalOrder
from quarterdeck_protocol.lobby.moderation import Deed, DeedKind
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import player_names
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, NameOwner
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, NAMES, REJECTED, WAITING, decided, keep
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.notifications import PlayerChanged
from quarterdeck_server.lobby.collections import again, seen
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexEntry, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord, paged_with_times
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, added
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.store_errors import Conflict, Unavailable


class Approvals:
    """The accounts that wait for approval. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, log: AuditLog, orders: Orders) -> None:
        self._documents = documents
        self._log = log
        self._orders = orders

    async def listed(self, before: str | None, most: int) -> Applicants:
        """Return a page of the players that wait, newest first."""
        page, following = await paged_with_times(self._documents, WAITING, before, most)
        accounts = await ACCOUNTS.read(self._documents, [PlayerId(each) for each, _ in page]) if page else []
        return Applicants(
            applicants=tuple(
                Applicant(player=each.player, at=Milliseconds(round(at)))
                for each, (_, at) in zip(accounts, page, strict=True)
                if each is not None and each.state is AccountState.WAITING
            ),
            before=following,
        )

    async def decide(self, by: Identity, order: ApprovalOrder) -> Deed:
        """Approve or reject an account. A rejected account can still be approved, until it is deleted
        (`unapproved_accounts.py`)."""
        return await self._log.shown(await again(lambda: self._decided(by, order)))

    async def _decided(self, by: Identity, order: ApprovalOrder) -> AuditRecord:
        what = DeedKind.APPROVE if order.is_approved else DeedKind.REJECT
        judged = await self._orders.judge(by, what, order, order.player, order.why)
        if judged.is_done:
            return judged.deed
        account, deed = judged.target, judged.deed
        may = (AccountState.WAITING, AccountState.REJECTED) if order.is_approved else (AccountState.WAITING,)
        if account is None or account.state not in may:
            raise CommandRefused(
                RefusalCode.UNKNOWN_PLAYER, Text("This player does not wait for approval."), "$.player"
            )
        state = AccountState.ACTIVE if order.is_approved else AccountState.REJECTED
        changes = await self._changes(account, state)
        kind = NoticeKind.ACCOUNT_APPROVED if order.is_approved else NoticeKind.ACCOUNT_REJECTED
        notice = Notice(id=NO_ID, kind=kind, at=deed.at, reason=deed.why)
        (inbox,) = await self._documents.read([INBOXES.key(account.id)])
        told = added({account.id: inbox}, [(account.id, notice)])
        beside = judged.beside(deed)
        stand = [each for each in beside.changes if each.key != ACCOUNTS.key(account.id)]
        await self._documents.commit(
            [*changes, *stand, *told.changes],
            [
                *decided(account),
                *([] if order.is_approved else [IndexEntry(REJECTED, account.id, deed.at)]),
                *beside.indexed,
            ],
            notification(InboxesChanged((account.id,))),
        )
        with suppress(Unavailable):  # it is done; a connection that misses this sees it when it is checked again
            await self._documents.commit((), (), notification(PlayerChanged(account.id)))
        return deed

    async def _changes(self, account: AccountRecord, state: AccountState) -> list[Change | Unchanged]:
        """Return the writes for the new state of an account, which must own its name. Raises `CommandRefused`."""
        skeleton = player_names.skeleton(account.name)
        document, named = await self._documents.read([ACCOUNTS.key(account.id), NAMES.key(skeleton)])
        if ACCOUNTS.of(document) != account:
            raise Conflict("the account has changed meanwhile")
        owner = NAMES.of(named)
        if owner is not None and owner.player != account.id:
            raise player_names.taken(account.name, "$.player")
        name: Change | Unchanged = Unchanged(NAMES.key(skeleton), seen(named))
        if owner is None:
            name = NAMES.put(skeleton, None, NameOwner(account.id))
        return [keep(msgspec.structs.replace(account, state=state, applied_from=None), document), name]

"""Orders of moderators, checked against documents that must be unchanged when the order is carried out.

So at that time the moderator still has the role, and the player is unchanged. If two admins revoke each other's role,
or ban each other, only the first order succeeds. Moderators cannot decide in their own case: an order is refused if its
moderator shares a running match, a table, an offer, a party or a trade with the player (decision 88).
"""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import msgspec
from quarterdeck_protocol.lobby.admission import ApprovalOrder, InviteOrder, RevokeInviteOrder
from quarterdeck_protocol.lobby.announcements import AnnouncementOrder, RemoveAnnouncementOrder
from quarterdeck_protocol.lobby.claim_codes import MakeCodes, RevokeCodes
from quarterdeck_protocol.lobby.console import InspectOrder
from quarterdeck_protocol.lobby.moderation import AnyOrder, ClubOrder, DeedKind
from quarterdeck_protocol.names import MatchId, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity, unknown_token
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import ExtraWrites, seen
from quarterdeck_server.lobby.documents import DocumentStore, Unchanged
from quarterdeck_server.lobby.moderation import audit, permissions, sanction_rules
from quarterdeck_server.lobby.moderation.audit import AUDIT_ENTRIES, AuditRecord
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import Affair
from quarterdeck_server.store_errors import Conflict

LONGEST_WHY = 200

SHOWS_NOW = frozenset({DeedKind.INSPECT_MATCH, DeedKind.WATCH_LIVE})
"""Orders whose answers show what happens at the time of the answer, also when they are repeated."""


class LiveWatch(msgspec.Struct, frozen=True, kw_only=True):
    """A moderator's order to watch a match without delay."""

    match: MatchId
    why: str
    ref: Ref | None = None


JudgedOrder = (
    AnyOrder
    | LiveWatch
    | MakeCodes
    | RevokeCodes
    | InviteOrder
    | RevokeInviteOrder
    | ApprovalOrder
    | AnnouncementOrder
    | ClubOrder
    | RemoveAnnouncementOrder
    | InspectOrder
)


class Judged(msgspec.Struct, frozen=True):
    """An order that passed all checks: it may be carried out, or has been."""

    deed: AuditRecord
    """Its entry in the log."""

    is_done: bool
    target: AccountRecord | None
    """The account of the player; `None` if it does not exist any more."""

    stand: tuple[Unchanged, ...]
    """The documents on which the decision is based."""

    def beside(self, deed: AuditRecord) -> ExtraWrites:
        """Return the store writes to commit with the effect of a moderator's order: the entry in the audit log, and the
        conditions that the documents are unchanged."""
        noted = audit.noted(deed)
        return ExtraWrites((*self.stand, *noted.changes), noted.indexed)


class Affairs(Protocol):
    """Moderation's interface to the matches, tables, offers and trades that players have in common ("affairs")."""

    async def between(self, one: AccountRecord, others: Sequence[PlayerId]) -> Affair | None:
        """Return an affair (a match, table, offer, party or trade) that a player or their bots share with one of these
        others, their owners or their bots; `None` if there is none. Raises `Unavailable`."""
        ...


class Orders:
    """Checks the orders of all moderators. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, affairs: Affairs, chance: Chance = secrets) -> None:
        self._documents = documents
        self._affairs = affairs
        self._chance = chance

    async def check_apart(self, by: Identity, others: Sequence[PlayerId], where: str) -> None:
        """Raise `CommandRefused` if a moderator may not use a moderator's view of these players, because they share a
        match, table, offer, party or trade with one of them."""
        (account,) = await ACCOUNTS.read(self._documents, [by.player.id])
        affair = None if account is None else await self._affairs.between(account, others)
        if affair is not None:
            raise sanction_rules.own_case(affair, where)

    async def judge(
        self,
        by: Identity,
        what: DeedKind,
        order: JudgedOrder,
        target: PlayerId | None,
        why: str,
        *,
        where: str = "$.why",
        subject: str = "",
        concerned: Sequence[PlayerId] | None = None,
        concerned_at: str = "$.player",
        stake: Affair | None = None,
    ) -> Judged:
        """Check an order about a player, about the `subject` that concerns them, or about the server. `where` is the
        JSON path of the reason `why`. The moderator must have no match, table, offer, party or trade in common with the
        `concerned` players, named at `concerned_at` in the order (`target` if there are no others), and no `stake`. An
        order refused for this is recorded in the log. A repeated order that shows what happens now is checked for this
        again."""
        why = player_text.plain(why, LONGEST_WHY, where)
        id_, mark = audit.id_of(by.player.id, order.ref, self._chance), _mark(what, order, subject)
        keys = [ACCOUNTS.key(by.player.id), SANCTIONS.key(by.player.id), AUDIT_ENTRIES.key(id_)]
        keys += [] if target is None else [ACCOUNTS.key(target)]
        stored = await self._documents.read(keys)
        giving, account = ACCOUNTS.of(stored[0]), None if target is None else ACCOUNTS.of(stored[3])
        now = await self._documents.now()
        if giving is None:
            raise unknown_token()
        permissions.check(giving.roles, permissions.permission_for(what))
        sanction_rules.refuse_banned(SANCTIONS.of(stored[1]), now)
        stand = tuple(
            Unchanged(key, seen(document)) for key, document in zip(keys, stored, strict=True) if key != keys[2]
        )
        done = AUDIT_ENTRIES.of(stored[2])
        if done is not None:
            if done.order != mark:
                raise CommandRefused(
                    RefusalCode.REF_REUSED, Text("You have already used this `ref` for another order."), "$.ref"
                )
            if what in SHOWS_NOW and concerned:
                affair = stake or await self._affairs.between(giving, concerned)
                if affair is not None:
                    raise await self.refused(done, order.ref, affair, concerned_at)
            return Judged(done, is_done=True, target=account, stand=stand)
        if account is not None and what is not DeedKind.ROLES:
            answering = stored[3]
            if account.owner is not None:
                key = ACCOUNTS.key(account.owner)
                (answering,) = await self._documents.read([key])
                stand = (*stand, Unchanged(key, seen(answering)))
            sanction_rules.check_target(giving, account, ACCOUNTS.of(answering))
        deed = AuditRecord(id=id_, at=now, by=giving.id, what=what, whom=target, why=why, order=mark)
        others = ([] if target is None else [target]) if concerned is None else concerned
        affair = stake or (await self._affairs.between(giving, others) if others else None)
        if affair is not None:
            raise await self.refused(deed, order.ref, affair, concerned_at)
        return Judged(deed, is_done=False, target=account, stand=tuple(dict.fromkeys(stand)))

    async def refused(self, deed: AuditRecord, ref: Ref | None, affair: Affair, where: str) -> CommandRefused:
        """Return the refusal of an order because of a shared affair, after writing it into the log: only once if the
        order is repeated. The entry has an id of its own, since the same order may be carried out later."""
        named = None if ref is None else Ref(f"refused {deed.order} {ref}")
        detail = f"{deed.what}: shared {affair.kind} {affair.id}"
        id_ = audit.id_of(deed.by, named, self._chance)
        refused = msgspec.structs.replace(deed, id=id_, what=DeedKind.REFUSED, detail=detail, order="")
        noted = audit.noted(refused)
        with suppress(Conflict):  # it was sent before
            await self._documents.commit(noted.changes, noted.indexed)
        return sanction_rules.own_case(affair, where)


def _mark(what: DeedKind, order: JudgedOrder, subject: str) -> str:
    """Return a value that is equal for two equal orders."""
    said = msgspec.json.encode([what, subject, msgspec.structs.replace(order, ref=None)])
    return hashlib.sha256(said).hexdigest()[:20]

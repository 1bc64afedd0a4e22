"""Orders of moderators, judged by documents that have to stand as they were read when the order is carried out.

So who gives one may still give it then, and who it concerns is still whoever they were: of two admins who take each
other's role away, or shut each other out, one is first.
"""

import hashlib
import secrets

import msgspec
from quarterdeck_protocol.claim_codes import MakeCodes, RevokeCodes
from quarterdeck_protocol.moderation import AnyOrder, DeedKind
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
from quarterdeck_server.lobby.moderation import audit, sanction_rules
from quarterdeck_server.lobby.moderation.audit import DEEDS, AuditRecord
from quarterdeck_server.lobby.moderation.documents import SANCTIONS

LONGEST_WHY = 200


class LiveLook(msgspec.Struct, frozen=True, kw_only=True):
    """A moderator's order to be told of a match at once."""

    match: MatchId
    why: str
    ref: Ref | None = None


class Judged(msgspec.Struct, frozen=True):
    """An order that may be carried out, or has been."""

    deed: AuditRecord
    """Its entry in the log."""

    is_done: bool
    whom: AccountRecord | None
    """`None` if there is no such player any more."""

    stand: tuple[Unchanged, ...]
    """What it was judged by."""

    def beside(self, deed: AuditRecord) -> ExtraWrites:
        """Return what is committed beside what the order does: the entry, and that nothing has come between."""
        noted = audit.noted(deed)
        return ExtraWrites((*self.stand, *noted.changes), noted.indexed)


class Orders:
    """Judges orders. Everything raises `CommandRefused`, `Unavailable`."""

    def __init__(self, documents: DocumentStore, chance: Chance = secrets) -> None:
        self._documents = documents
        self._chance = chance

    async def judge(
        self,
        by: Identity,
        what: DeedKind,
        order: AnyOrder | LiveLook | MakeCodes | RevokeCodes,
        whom: PlayerId | None,
        why: str,
        *,
        where: str = "$.why",
        subject: str = "",
        admin: bool = False,
    ) -> Judged:
        """Judge an order about a player, or about the `subject` that concerns them, or about the house. `why` stands at
        `where` in it."""
        why = player_text.plain(why, LONGEST_WHY, where)
        id_, mark = audit.id_of(by.player.id, order.ref, self._chance), _mark(what, order, subject)
        keys = [ACCOUNTS.key(by.player.id), SANCTIONS.key(by.player.id), DEEDS.key(id_)]
        keys += [] if whom is None else [ACCOUNTS.key(whom)]
        stored = await self._documents.read(keys)
        giving, account = ACCOUNTS.of(stored[0]), None if whom is None else ACCOUNTS.of(stored[3])
        now = await self._documents.now()
        if giving is None:
            raise unknown_token()
        sanction_rules.check_role(giving.roles, admin=admin)
        sanction_rules.refuse_banned(SANCTIONS.of(stored[1]), now)
        stand = tuple(
            Unchanged(key, seen(document)) for key, document in zip(keys, stored, strict=True) if key != keys[2]
        )
        done = DEEDS.of(stored[2])
        if done is not None:
            if done.order != mark:
                raise CommandRefused(
                    RefusalCode.REF_REUSED, Text("This `ref` already names another order of yours."), "$.ref"
                )
            return Judged(done, is_done=True, whom=account, stand=stand)
        if account is not None and what is not DeedKind.ROLES:
            answering = stored[3]
            if account.owner is not None:
                key = ACCOUNTS.key(account.owner)
                (answering,) = await self._documents.read([key])
                stand = (*stand, Unchanged(key, seen(answering)))
            sanction_rules.check_target(giving, account, ACCOUNTS.of(answering))
        deed = AuditRecord(id=id_, at=now, by=giving.id, what=what, whom=whom, why=why, order=mark)
        return Judged(deed, is_done=False, whom=account, stand=tuple(dict.fromkeys(stand)))


def _mark(what: DeedKind, order: AnyOrder | LiveLook | MakeCodes | RevokeCodes, subject: str) -> str:
    """Return what two orders have in common if they are the same one."""
    said = msgspec.json.encode([what, subject, msgspec.structs.replace(order, ref=None)])
    return hashlib.sha256(said).hexdigest()[:20]

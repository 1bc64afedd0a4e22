"""Admission of a player who registers, by the policy of the host, and the removal of what was kept about it."""

import secrets

import msgspec
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.lobby.admission import InviteId
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.lobby.site import Registration
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.address_marks import LOCAL, AddressMarks
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, UNAPPROVED_KEPT, WAITING, decided, waiting_from
from quarterdeck_server.lobby.accounts.players import Admitted
from quarterdeck_server.lobby.admission.invite_records import (
    INDEX,
    INVITES,
    by_its_end,
    id_of,
    made_by,
    registration_closed,
    unknown_invite,
    used_by,
    without,
)
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, ExtraWrites, seen
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexChange, IndexEntry, IndexSweep, Unchanged
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.permissions import Permission, may

MOST_WAITING = 1_000
MOST_WAITING_FROM_AN_ADDRESS = 20
"""Limit of accounts from one address that wait. So one address cannot fill the queue for everybody."""

MOST_INVITES = 500
"""Limit of invites of one player that are kept. Those that have ended make room for new ones."""


class WaitingGateRecord(msgspec.Struct, frozen=True):
    """The time of the last account that began to wait. Each one changes the record in its commit, so none is admitted
    by a count that has changed."""

    at: Milliseconds


WAITING_GATES = Collection("waiting_gate", WaitingGateRecord)
"""One document, of the name `all`."""

GATE_SECONDS = 60


class Newcomers:
    """Admits players who register. Every method raises `Unavailable`."""

    def __init__(self, documents: DocumentStore, chance: Chance = secrets) -> None:
        self._documents = documents
        self._marks = AddressMarks(documents, chance)

    async def admit(self, player: PlayerId, code: str | None, registration: Registration, address: str) -> Admitted:
        """Return the decision about a new account from an address, with the writes for it. An invite is used up in the
        commit of the account. Raises `CommandRefused`."""
        match registration:
            case Registration.OPEN:
                return Admitted()
            case Registration.APPROVAL if code is None:
                return await self._waiting(player, address)
            case Registration.APPROVAL | Registration.INVITE:
                return await self._invited(player, code)
            case _:
                raise registration_closed()

    async def _waiting(self, player: PlayerId, address: str) -> Admitted:
        (gate,) = await WAITING_GATES.snapshots(self._documents, ["all"])
        if await self._documents.count(WAITING) >= MOST_WAITING:
            text = Text("Too many accounts wait for approval. Try again another day.")
            raise CommandRefused(RefusalCode.REGISTRATION_CLOSED, text, "$.type")
        now, mark = await self._documents.now(), await self._marks.of(address)
        entry = IndexEntry(WAITING, player, now)
        passed = (gate.becomes(WaitingGateRecord(now), GATE_SECONDS),)
        if mark.startswith(LOCAL):  # of a proxy or a gateway: it says nothing about the player
            return Admitted(AccountState.WAITING, beside=ExtraWrites(passed, (entry,)))
        index, oldest = waiting_from(mark), now - UNAPPROVED_KEPT
        if await self._documents.count(index, low=oldest) >= MOST_WAITING_FROM_AN_ADDRESS:
            text = Text("Too many accounts from your address wait for approval. Try again another day.")
            raise CommandRefused(RefusalCode.REGISTRATION_CLOSED, text, "$.type")
        indexed = (entry, IndexEntry(index, player, now), IndexSweep(index, oldest))
        return Admitted(AccountState.WAITING, applied_from=mark, beside=ExtraWrites(passed, indexed))

    async def _invited(self, player: PlayerId, code: str | None) -> Admitted:
        if code is None:
            raise unknown_invite()
        id_, now = id_of(code), await self._documents.now()
        (document,) = await self._documents.read([INVITES.key(id_)])
        after = used_by(INVITES.of(document), player, now)
        change = INVITES.put(id_, document, after, after.seconds(now))
        stand = await self._may_invite(after.by, now)
        return Admitted(invite=id_, beside=ExtraWrites((change, *stand), by_its_end(after)))

    async def _may_invite(self, moderator: PlayerId | None, now: Milliseconds) -> tuple[Unchanged, ...]:
        """Return the conditions that a maker of invites still is a moderator without a ban; none for the command line.
        Raises `CommandRefused`."""
        if moderator is None:
            return ()
        keys = (ACCOUNTS.key(moderator), SANCTIONS.key(moderator))
        stored = await self._documents.read(keys)
        account, sanctions = ACCOUNTS.of(stored[0]), SANCTIONS.of(stored[1])
        is_banned = sanctions is not None and sanctions.of(SanctionKind.BAN, now) is not None
        if account is None or not may(account.roles, Permission.ADMIT) or is_banned:
            raise unknown_invite()
        return tuple(Unchanged(key, seen(document)) for key, document in zip(keys, stored, strict=True))

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: it waits no longer, its invite forgets it, and the invites
        that it has made are deleted."""
        (account,) = await ACCOUNTS.read(self._documents, [player])
        own = [InviteId(name) for name, _ in await self._documents.listed(made_by(player), most=2 * MOST_INVITES)]
        came_by = None if account is None else account.invite
        ids = [*own, *([] if came_by is None or came_by in own else [came_by])]
        changes: list[Change | Unchanged] = []
        now = await self._documents.now()
        for id_, document in zip(ids, await self._documents.read([*map(INVITES.key, ids)]) if ids else (), strict=True):
            invite = INVITES.of(document)
            if invite is not None and id_ in own:
                changes.append(INVITES.drop(id_, document))
            elif invite is not None:
                after = without(invite, player)
                changes.append(INVITES.put(id_, document, after, after.seconds(now)))
        indexed: list[IndexChange] = [] if account is None else [*decided(account)]
        for id_ in own:
            indexed += [IndexEntry(INDEX, id_, None), IndexEntry(made_by(player), id_, None)]
        return ExtraWrites(tuple(changes), tuple(indexed))

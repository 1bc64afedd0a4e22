"""The list of a player's sessions: the devices where they are signed in, with the day of the last use.

A list is written when a session begins, and once on each day on which it is resumed. It holds the name that the client
has given itself, and no network address.
"""

import msgspec
from quarterdeck_protocol.lobby.sign_in.sessions import OwnSession
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import name_changes
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, ENDED, SESSIONS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.notifications import SessionsEnded
from quarterdeck_server.lobby.accounts.tokens import (
    DAY,
    SESSION_SECONDS,
    EndedSessionRecord,
    SessionRecord,
    SessionsRecord,
)
from quarterdeck_server.lobby.collections import again, seen
from quarterdeck_server.lobby.documents import Change, DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import notification

MOST_SESSIONS = 50
"""Limit of sessions of a player. One more ends the session that was used longest ago."""

CLIENT_LETTERS = 64


class SessionList:
    """The sessions of registered players. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents

    async def note(self, identity: Identity, client: str | None) -> bool:
        """List the session of a registered player who has just signed in with this client. Return whether it is new,
        beside others."""
        if identity.player.kind is not PlayerKind.PERSON or identity.is_program:
            return False
        return await again(lambda: self._noted(identity, (client or "")[:CLIENT_LETTERS]))

    async def _noted(self, identity: Identity, client: str) -> bool:
        player, now = identity.player.id, await self._documents.now()
        owning, document = await self._documents.read([ACCOUNTS.key(player), SESSIONS.key(player)])
        account, record = ACCOUNTS.of(owning), SESSIONS.of(document) or SessionsRecord()
        if account is None:
            return False
        mine = [each for each in record.sessions if each.id == identity.session]
        before = mine[0] if mine else SessionRecord(identity.session, client, now, now, account.era)
        today = Milliseconds(now - now % (DAY * 1000))
        noted = msgspec.structs.replace(before, client=client or before.client, used_on=today, era=account.era)
        if mine == [noted]:
            return False
        others = [each for each in record.sessions if each.id != noted.id and _is_valid(each, account, now)]
        crowded, kept = others[: 1 - MOST_SESSIONS], others[1 - MOST_SESSIONS :]
        changes: list[Change | Unchanged] = [
            SESSIONS.put(player, document, SessionsRecord((*kept, noted)), SESSION_SECONDS),
            Unchanged(ACCOUNTS.key(player), seen(owning)),
        ]
        for each, ended in zip(
            crowded, await self._documents.read([ENDED.key(one.id) for one in crowded]), strict=True
        ):
            changes.append(ENDED.put(each.id, ended, EndedSessionRecord(player), SESSION_SECONDS))
        await self._documents.commit(changes)
        return not mine and bool(others)

    async def of(self, player: PlayerId, present: str | None = None) -> tuple[OwnSession, ...]:
        """Return the valid sessions of a player, last used first. `present` is the session of the caller."""
        now = await self._documents.now()
        owning, document = await self._documents.read([ACCOUNTS.key(player), SESSIONS.key(player)])
        account, record = ACCOUNTS.of(owning), SESSIONS.of(document) or SessionsRecord()
        if account is None:
            return ()
        valid = [each for each in record.sessions if _is_valid(each, account, now)]
        ended = await self._documents.read([ENDED.key(each.id) for each in valid])
        return tuple(
            OwnSession(
                id=each.id,
                client=each.client or None,
                made_at=each.made_at,
                used_on=each.used_on,
                is_present=each.id == present,
            )
            for each, is_over in reversed(list(zip(valid, ended, strict=True)))
            if is_over is None
        )

    async def end(self, player: PlayerId, id_: str) -> None:
        """End a session, on each connection that has it. Ending it twice is not an error. Raises `CommandRefused` for
        a session that is not in the player's list."""
        await again(lambda: self._ended(player, id_))

    async def _ended(self, player: PlayerId, id_: str) -> None:
        document, ended = await self._documents.read([SESSIONS.key(player), ENDED.key(id_)])
        record = SESSIONS.of(document) or SessionsRecord()
        if all(each.id != id_ for each in record.sessions):
            text = Text("You have no session `{id}`. It may have ended.", id=id_)
            raise CommandRefused(RefusalCode.UNKNOWN_TOKEN, text, "$.id")
        over = ENDED.put(id_, ended, EndedSessionRecord(player), SESSION_SECONDS)
        await self._documents.commit([over], news=notification(SessionsEnded(player, only=id_)))

    async def end_others(self, identity: Identity) -> None:
        """End all sessions of a player but the present one. Tokens made for programs stay."""

        def later(account: AccountRecord) -> AccountRecord:
            return msgspec.structs.replace(account, era=account.era + 1)

        await name_changes.rename(self._documents, identity.player.id, later, identity)
        await self.note(identity, None)


def _is_valid(session: SessionRecord, account: AccountRecord, now: Milliseconds) -> bool:
    return session.era >= account.era and session.used_on + (SESSION_SECONDS + DAY) * 1000 > now

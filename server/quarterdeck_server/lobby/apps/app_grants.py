"""Grants of players to third-party apps (OAuth 2.1): codes, access tokens, and refresh tokens that are used once.

An access token is a program's token with the app's name. So players list and revoke the grants of apps with
`list_tokens` and `revoke_token`, and each check of a token holds for apps. Codes and refresh tokens are stored only as
hashes. One that comes a second time may be stolen, and ends the grant (RFC 9700, sections 2.1.1 and 4.14.2).
"""

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.lobby.accounts.bot_accounts import person_with_room
from quarterdeck_server.lobby.accounts.documents import (
    ACCOUNTS,
    ENDED,
    MOST_TOKENS,
    REFRESHES,
    TOKENS,
    keep,
    tokens_of,
    withdrawn,
)
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.notifications import SessionsEnded
from quarterdeck_server.lobby.accounts.tokens import (
    AFTER_EVERY_ERA,
    DAY,
    AppOfToken,
    RefreshRecord,
    TokenRecord,
    fresh,
    hashed,
)
from quarterdeck_server.lobby.apps.app_requests import AppRequest, OAuthError, fits, scopes_in
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, Commit, again
from quarterdeck_server.lobby.documents import (
    Change,
    DocumentStore,
    IndexChange,
    IndexEntry,
    IndexSweep,
    Unchanged,
)
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.store_errors import Conflict

CODE_SECONDS = 60
"""Seconds for which a code is valid."""

KEPT_SECONDS = 600
"""Seconds for which a code is kept, so that a second use is recognised."""

ACCESS_SECONDS = DAY
REFRESH_KEPT_SECONDS = 30 * DAY
"""Seconds for which a used refresh token is kept, so that a second use is recognised."""


class CodeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a code, under its hash."""

    player: PlayerId
    client_id: str
    redirect: str
    challenge: str
    scopes: tuple[Scope, ...]
    label: str
    until: Milliseconds
    """The end of the code."""

    grant_until: Milliseconds
    """The end of what the player allows."""

    grant: str | None = None
    """The grant that was made of the code; `None` while it is unused."""

    era: int = 0
    """The era of the account in which the player has allowed it. The code ends with the sessions of that era."""

    session: str = ""
    """The session that has allowed it. The code ends with it."""


CODES = Collection("app_code", CodeRecord)


class Issued(msgspec.Struct, frozen=True):
    """The tokens of a grant, which are shown only this once."""

    access: Token
    refresh: Token
    scopes: tuple[Scope, ...]
    seconds: int
    """Seconds until the access token expires."""


class AppGrants:
    """Grants to third-party apps. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore, chance: Chance) -> None:
        self._documents = documents
        self._chance = chance

    async def allow(self, identity: Identity, request: AppRequest, days: int) -> str:
        """Return a code for an app that the player allows to act for them, for this number of days. Raises
        `CommandRefused` for a guest, and if the player has too many tokens."""
        now, code = await self._documents.now(), self._chance.token_urlsafe(32)
        record = CodeRecord(
            player=identity.player.id,
            client_id=request.client_id,
            redirect=request.redirect.address,
            challenge=request.challenge,
            scopes=request.scopes,
            label=f"{request.redirect.host} ({request.client_id})"[:200],
            until=Milliseconds(now + CODE_SECONDS * 1000),
            grant_until=Milliseconds(now + days * DAY * 1000),
        )

        async def store() -> str:
            account, known = await person_with_room(self._documents, identity, "Authorization")
            made = msgspec.structs.replace(record, era=account.era, session=identity.session)
            await self._documents.commit([CODES.put(hashed(Token(code)), None, made, KEPT_SECONDS), *known])
            return code

        return await again(store)

    async def exchange(self, code: str, client_id: str, redirect: str, verifier: str) -> Issued:
        """Return the tokens for a code. Raises `OAuthError`; a second use of the code ends the grant."""
        return await again(lambda: self._exchanged(hashed(Token(code)), client_id, redirect, verifier))

    async def _exchanged(self, name: str, client_id: str, redirect: str, verifier: str) -> Issued:
        now = await self._documents.now()
        (document,) = await self._documents.read([CODES.key(name)])
        record = CODES.of(document)
        if record is None or record.client_id != client_id or record.redirect != redirect:
            raise OAuthError("invalid_grant", "This code is unknown, or was given to another client or address.")
        if not fits(record.challenge, verifier):
            raise OAuthError("invalid_grant", "`code_verifier` does not fit the challenge of the request.")
        if record.grant is not None:
            await self.end(record.player, record.grant)
            raise OAuthError("invalid_grant", "This code was used before, so what came of it has ended.")
        if record.until <= now:
            raise OAuthError("invalid_grant", "This code has expired.")
        grant = self._chance.token_hex(8)
        used = msgspec.structs.replace(record, grant=grant)
        made = await self.made(
            record.player,
            client_id,
            grant,
            record.scopes,
            record.label,
            record.grant_until,
            allowed_in=(record.era, record.session),
        )
        await self._documents.commit([CODES.put(name, document, used, KEPT_SECONDS), *made.changes], made.indexed)
        return made.answer

    async def refresh(self, token: str, client_id: str, scope: str | None) -> Issued:
        """Return new tokens for a refresh token. Both earlier ones become invalid. Raises `OAuthError`; a second use
        ends the grant."""
        return await again(lambda: self._refreshed(hashed(Token(token)), client_id, scope))

    async def _refreshed(self, name: str, client_id: str, scope: str | None) -> Issued:
        now = await self._documents.now()
        (document,) = await self._documents.read([REFRESHES.key(name)])
        record = REFRESHES.of(document)
        if record is None or record.client_id != client_id:
            raise OAuthError("invalid_grant", "This refresh token is unknown, or was given to another client.")
        if record.is_used:
            await self.end(record.player, record.grant)
            raise OAuthError("invalid_grant", "This refresh token was used before, so the grant has ended.")
        scopes = record.scopes if scope is None else scopes_in(scope)
        if not set(scopes) <= set(record.scopes):
            raise OAuthError("invalid_scope", "The player has not allowed all these scopes.")
        (before,) = await self._documents.read([TOKENS.key(record.access)])
        access = TOKENS.of(before)
        if access is None or record.until <= now:
            raise OAuthError("invalid_grant", "The player has ended this grant, or it has expired.")
        made = await self.made(
            record.player, client_id, record.grant, scopes, access.label, record.until, allowed=record.scopes
        )
        used = msgspec.structs.replace(record, is_used=True)
        await self._documents.commit(
            [
                REFRESHES.put(name, document, used, REFRESH_KEPT_SECONDS),
                TOKENS.drop(record.access, before),
                *made.changes,
            ],
            [IndexEntry(tokens_of(record.player), record.access, None), *made.indexed],
        )
        return made.answer

    async def revoke(self, token: str, client_id: str) -> None:
        """End the grant of an access token or a refresh token, if this client has it (RFC 7009)."""
        await again(lambda: self._revoked(hashed(Token(token)), client_id))

    async def _revoked(self, name: str, client_id: str) -> None:
        access, refresh = await self._documents.read([TOKENS.key(name), REFRESHES.key(name)])
        held, record = TOKENS.of(access), REFRESHES.of(refresh)
        if held is not None and held.app is not UNSET and held.app.client_id == client_id:
            await self.end(held.player, held.session)
        elif record is not None and record.client_id == client_id:
            await self.end(record.player, record.grant)

    async def made(
        self,
        player: PlayerId,
        client_id: str,
        grant: str,
        scopes: tuple[Scope, ...],
        label: str,
        until: Milliseconds,
        allowed: tuple[Scope, ...] | None = None,
        allowed_in: tuple[int, str] | None = None,
    ) -> Commit[Issued]:
        """Return new tokens of a grant with the writes that store them. The player has allowed a new grant in this era
        of the account and this session, which must not have ended. The account is written as it is, so that of a
        refresh and a reset at once, one is first."""
        now, access, refresh = await self._documents.now(), fresh(self._chance), fresh(self._chance)
        era, session = (None, "") if allowed_in is None else allowed_in
        owning, ended = await self._documents.read([ACCOUNTS.key(player), ENDED.key(session)])
        account = ACCOUNTS.of(owning)
        if account is None:
            raise OAuthError("invalid_grant", "The account of the player was deleted.")
        if era not in (None, account.era) or ended is not None:
            raise OAuthError("invalid_grant", "The player has ended the session that allowed this. Ask again.")
        if allowed is None and await self._is_full(player, now):
            raise OAuthError("invalid_grant", "The player has too many tokens and must revoke one first.")
        seconds = max((until - now) // 1000, 1)
        ends = min(until, now + ACCESS_SECONDS * 1000)
        token = TokenRecord(
            player=player,
            session=grant,
            scopes=scopes,
            is_for_program=True,
            era=AFTER_EVERY_ERA,
            label=label,
            made_at=now,
            until=Milliseconds(ends),
            app=AppOfToken(client_id, hashed(refresh), until),
        )
        record = RefreshRecord(
            player=player,
            client_id=client_id,
            grant=grant,
            access=hashed(access),
            scopes=allowed or scopes,
            until=until,
        )
        # The access token is kept for as long as the grant: it shows that the player has not revoked it.
        changes: list[Change | Unchanged] = [
            TOKENS.put(hashed(access), None, token, seconds),
            REFRESHES.put(hashed(refresh), None, record, seconds),
            keep(account, owning),
            *([] if allowed_in is None else [Unchanged(ENDED.key(session), 0)]),
        ]
        indexed: list[IndexChange] = [
            IndexSweep(tokens_of(player), now),
            IndexEntry(tokens_of(player), hashed(access), until),
        ]
        return Commit(Issued(access, refresh, scopes, (ends - now) // 1000), changes, indexed)

    async def _is_full(self, player: PlayerId, now: Milliseconds) -> bool:
        return await self._documents.count(tokens_of(player), low=now) >= MOST_TOKENS

    async def end(self, player: PlayerId, grant: str) -> None:
        """End a grant: its access token and its refresh token. Raises `Conflict` if it is being refreshed."""
        now = await self._documents.now()
        for name, _ in await self._documents.listed(tokens_of(player), low=now, most=MOST_TOKENS):
            (document,) = await self._documents.read([TOKENS.key(name)])
            record = TOKENS.of(document)
            if record is None:
                raise Conflict("the token has just been replaced")
            if record.session == grant:
                ended = notification(SessionsEnded(player, only=grant))
                gone = [IndexEntry(tokens_of(player), name, None)]
                await self._documents.commit(await withdrawn(self._documents, name, document), gone, ended)

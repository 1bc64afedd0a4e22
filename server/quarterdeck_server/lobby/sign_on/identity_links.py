"""Links of accounts to identities of providers, and the attempts to sign in by them.

An identity is its provider and its subject, hashed. Nothing else of it is read or kept, and no address of a mailbox
ever finds an account (decision 125). A link is made by the player's own session, so it needs the earlier way to sign
in.
"""

import hashlib

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import sessions
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, SECOND_FACTORS
from quarterdeck_server.lobby.accounts.identities import Identity, check_proved
from quarterdeck_server.lobby.accounts.tokens import hashed
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, Commit, ExtraWrites, again, commit, seen
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.sign_on.provider_file import Provider

ATTEMPT_SECONDS = 600
"""Seconds that a player has at the provider, and again to link or to make an account."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of an attempt, under the hash of its state or of its ticket."""

    provider: str
    challenge: str
    """The SHA-256 of a secret of the browser that began."""

    nonce: str = ""
    verifier: str = ""
    """The proof key to the provider (RFC 7636)."""

    identity: str = ""
    """The hash of an identity without an account, once the provider has named it."""

    player: PlayerId | UnsetType = UNSET
    """The player who has registered by this identity."""

    at: Milliseconds = Milliseconds(0)
    """The time of the beginning."""

    is_proof: bool = False
    """True if a player of this identity proves who they are. Its ticket neither links nor registers."""


class LinkRecord(msgspec.Struct, frozen=True):
    """The stored record of a link, under the hash of the identity."""

    player: PlayerId
    mark: str
    """The mark of the password that the account had. A new password, a recovery code or a reset ends the link: who had
    taken the account over may have made it."""


class Link(msgspec.Struct, frozen=True):
    """A link of an account."""

    provider: str
    identity: str
    since: Milliseconds


class LinksRecord(msgspec.Struct, frozen=True):
    """The stored record of all links of an account, under the player's id."""

    links: tuple[Link, ...] = ()


ATTEMPTS = Collection("sign_on", Attempt)
LINKS = Collection("linked_identity", LinkRecord)
LINKS_OF = Collection("identity_links", LinksRecord)


def identity_hash(provider: Provider, subject: str) -> str:
    """Return the hash of an identity."""
    return hashlib.sha256(f"{provider.realm}\n{subject}".encode()).hexdigest()


class IdentityLinks:
    """Links of accounts to identities. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore, chance: Chance, *, is_only_way: bool = False) -> None:
        """Make the service. `is_only_way`: a password signs in admins alone."""
        self._documents = documents
        self._chance = chance
        self._is_only_way = is_only_way

    async def begin(self, provider: str, challenge: str, *, is_proof: bool = False) -> tuple[str, Attempt]:
        """Store an attempt to sign in. Return its state, which the provider gives back, and the attempt."""
        state = self._chance.token_urlsafe(32)
        attempt = Attempt(
            provider=provider,
            challenge=challenge,
            nonce=self._chance.token_urlsafe(32),
            verifier=self._chance.token_urlsafe(32),
            at=await self._documents.now(),
            is_proof=is_proof,
        )
        await self._documents.commit([ATTEMPTS.put(hashed(Token(state)), None, attempt, ATTEMPT_SECONDS)])
        return state, attempt

    async def take(self, secret: str, challenge: str) -> Attempt:
        """Return the attempt with this state or ticket, and remove it. Raises `CommandRefused` if there is none, or if
        another browser began it."""

        def decide(stored: list[Document | None]) -> Commit[Attempt]:
            attempt = ATTEMPTS.of(stored[0])
            if attempt is None or attempt.challenge != challenge:
                raise not_signed_on()
            return Commit(attempt, [ATTEMPTS.drop(name, stored[0])])

        name = hashed(Token(secret))
        return await commit(self._documents, [ATTEMPTS.key(name)], decide)

    async def signed_on(self, attempt: Attempt, identity: str) -> tuple[Token | None, str | None]:
        """Return a session token of the account with this identity; or, if there is none, a ticket for linking it."""
        return await again(lambda: self._signed_on(attempt, identity))

    async def _signed_on(self, attempt: Attempt, identity: str) -> tuple[Token | None, str | None]:
        now = await self._documents.now()
        (link,) = await LINKS.read(self._documents, [identity])
        player = PlayerId("") if link is None else link.player
        document, factor = await self._documents.read([ACCOUNTS.key(player), SECOND_FACTORS.key(player)])
        account = ACCOUNTS.of(document)
        is_linked = account is not None and link is not None and link.mark == _mark(account)
        if account is not None and is_linked and not attempt.is_proof:
            has_factor = (record := SECOND_FACTORS.of(factor)) is not None and record.is_on
            # With a second factor, this sign-in proves nothing more: a code is still asked for.
            proved = Milliseconds(0) if has_factor else now
            _, token, session = sessions.begun(self._chance, account, now, proved)
            await self._documents.commit([session, Unchanged(ACCOUNTS.key(account.id), seen(document))])
            return token, None
        if attempt.is_proof and not is_linked:
            raise not_signed_on()
        ticket = self._chance.token_urlsafe(32)
        known = Attempt(
            provider=attempt.provider, challenge=attempt.challenge, identity=identity, is_proof=attempt.is_proof
        )
        await self._documents.commit([ATTEMPTS.put(hashed(Token(ticket)), None, known, ATTEMPT_SECONDS)])
        return None, ticket

    async def reserve(self, ticket: str | None, player: PlayerId) -> ExtraWrites:
        """Return the writes by which a player registers with a ticket: they link its identity to the new account,
        which has no password. So an identity has one account. Raises `CommandRefused` without a valid ticket, and if
        the identity has an account."""
        name, now = hashed(Token(ticket or "")), await self._documents.now()
        (document,) = await self._documents.read([ATTEMPTS.key(name)])
        attempt = ATTEMPTS.of(document)
        if attempt is None or not _links(attempt, player):
            if ticket is not None:
                raise not_signed_on("$.ticket")
            text = Text("Accounts are made by a provider here: sign in by it first.")
            raise CommandRefused(RefusalCode.REGISTRATION_CLOSED, text, "$.ticket")
        linked, page = await self._documents.read([LINKS.key(attempt.identity), LINKS_OF.key(player)])
        if LINKS.of(linked) is not None:
            raise _has_account()
        links = LinksRecord((Link(attempt.provider, attempt.identity, now),))
        taken = msgspec.structs.replace(attempt, player=player)
        return ExtraWrites(
            (
                ATTEMPTS.put(name, document, taken, ATTEMPT_SECONDS),
                LINKS.put(attempt.identity, linked, LinkRecord(player, _mark_of(None))),
                LINKS_OF.put(player, page, links),
            )
        )

    async def prove(self, ticket: str, player: PlayerId) -> None:
        """Use the ticket of a proof. Raises `CommandRefused` unless its identity is linked to the account of this
        player."""

        async def step() -> None:
            name = hashed(Token(ticket))
            (document,) = await self._documents.read([ATTEMPTS.key(name)])
            attempt = ATTEMPTS.of(document)
            if attempt is None or not attempt.is_proof or not attempt.identity:
                raise not_signed_on("$.ticket")
            linked, owning = await self._documents.read([LINKS.key(attempt.identity), ACCOUNTS.key(player)])
            link, account = LINKS.of(linked), ACCOUNTS.of(owning)
            if link is None or account is None or (link.player, link.mark) != (player, _mark(account)):
                raise not_signed_on("$.ticket")
            await self._documents.commit(
                [ATTEMPTS.drop(name, document), Unchanged(LINKS.key(attempt.identity), seen(linked))]
            )

        await again(step)

    async def link(self, identity: Identity, ticket: str, challenge: str) -> tuple[Link, ...]:
        """Link the identity of a ticket to the account of this player, and return all its links. Raises
        `CommandRefused` for a guest, without a proof, for an unknown ticket, and if the identity has an account."""
        player, now = identity.player.id, await self._documents.now()
        if identity.player.kind is not PlayerKind.PERSON:
            text = Text("You need an account to link another sign-in: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "Authorization")
        (made,) = await ATTEMPTS.read(self._documents, [hashed(Token(ticket))])
        if made is None or made.player != player:  # else it has made this account, and its link
            check_proved(identity, now)
        attempt = await self.take(ticket, challenge)
        if not _links(attempt, player):
            raise not_signed_on()

        def decide(stored: list[Document | None]) -> Commit[tuple[Link, ...]]:
            other = LINKS.of(stored[1])
            account = ACCOUNTS.of(stored[2])
            if account is None:
                raise not_signed_on()
            if other is not None and other.player != player:
                raise _has_account()
            before = LINKS_OF.of(stored[0]) or LinksRecord()
            known = tuple(link for link in before.links if link.identity != attempt.identity)
            links = (*known, Link(attempt.provider, attempt.identity, now))
            changes: list[Change | Unchanged] = [
                LINKS_OF.put(player, stored[0], LinksRecord(links)),
                LINKS.put(attempt.identity, stored[1], LinkRecord(player, _mark(account))),
            ]
            return Commit(links, changes)

        keys = [LINKS_OF.key(player), LINKS.key(attempt.identity), ACCOUNTS.key(player)]
        return await sessions.commit_for(self._documents, identity, keys, decide)

    async def links_of(self, player: PlayerId) -> tuple[Link, ...]:
        """Return the links of an account, oldest first."""
        (record,) = await LINKS_OF.read(self._documents, [player])
        return () if record is None else record.links

    async def unlink(self, identity: Identity, provider: str) -> tuple[Link, ...] | None:
        """Remove the links of an account to a provider, and return the others; `None` if it has none. Raises
        `CommandRefused` if the account would have no way to sign in."""
        player = identity.player.id

        async def step() -> tuple[Link, ...] | None:
            conditions = await sessions.still(self._documents, identity)
            page, owning = await self._documents.read([LINKS_OF.key(player), ACCOUNTS.key(player)])
            record, account = LINKS_OF.of(page) or LinksRecord(), ACCOUNTS.of(owning)
            kept = tuple(link for link in record.links if link.provider != provider)
            if kept == record.links:
                return None
            if not kept and account is not None and account.has_no_password(only_operators=self._is_only_way):
                text = Text("This is the only way to sign in to your account. Link another one first.")
                raise CommandRefused(RefusalCode.LAST_SIGN_IN, text, "$.provider")
            gone = [link for link in record.links if link not in kept]
            await self._documents.commit(
                [
                    LINKS_OF.put(player, page, LinksRecord(kept)),
                    Unchanged(ACCOUNTS.key(player), seen(owning)),
                    *await self._dropped(gone),
                    *conditions,
                ]
            )
            return kept

        return await again(step)

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion or the reset of an account: its links end."""
        (page,) = await self._documents.read([LINKS_OF.key(player)])
        record = LINKS_OF.of(page)
        if record is None:
            return ExtraWrites((Unchanged(LINKS_OF.key(player), seen(page)),))
        return ExtraWrites((LINKS_OF.drop(player, page), *await self._dropped(list(record.links))))

    async def _dropped(self, links: list[Link]) -> list[Change]:
        stored = await self._documents.read([LINKS.key(link.identity) for link in links])
        return [LINKS.drop(link.identity, one) for link, one in zip(links, stored, strict=True) if one is not None]


def _links(attempt: Attempt, player: PlayerId) -> bool:
    """True if an attempt has named an identity for this player to link."""
    return bool(attempt.identity) and not attempt.is_proof and attempt.player in (UNSET, player)


def _mark(account: AccountRecord) -> str:
    """Return the mark of the present password of an account."""
    return _mark_of(account.password)


def _mark_of(password: str | None) -> str:
    return hashlib.sha256((password or "").encode()).hexdigest()[:16]


def _has_account() -> CommandRefused:
    return CommandRefused(RefusalCode.NAME_TAKEN, Text("This identity belongs to another account."), "$.ticket")


def not_signed_on(where: str = "$.state") -> CommandRefused:
    """Return the refusal of an attempt that is unknown, too old, or of another browser."""
    text = Text("This sign-in has expired, or began in another browser. Begin it again.")
    return CommandRefused(RefusalCode.UNKNOWN_TOKEN, text, where)

"""Passkeys of accounts (WebAuthn): they are added after a proof, and sign their player in without a password.

A passkey checks its user by a finger, a face or a PIN. So its use is a proof, and stands for a second factor too. A
challenge is stored until its answer comes, so any process may finish what another one began.
"""

import asyncio
import hashlib
from collections.abc import Callable
from importlib import import_module
from typing import TypeVar

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import sessions
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity, check_proved
from quarterdeck_server.lobby.accounts.tokens import DAY
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, again, commit, seen
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.player_text import plain
from quarterdeck_server.lobby.sign_on.passkey_records import (
    CHALLENGES,
    PASSKEYS,
    ChallengeRecord,
    Passkey,
    PasskeysRecord,
    RelyingParty,
    wrong_passkey,
)

MOST_PASSKEYS = 10
MOST_LETTERS = 40
CHALLENGE_SECONDS = 300
CEREMONIES = "quarterdeck_server.lobby.sign_on.ceremonies"
Result = TypeVar("Result")


class Passkeys:
    """The passkeys of accounts. All methods raise `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, chance: Chance, party: RelyingParty | None) -> None:
        """Make the service. Without a `party`, this server takes no passkeys."""
        self._documents = documents
        self._chance = chance
        self.party = party

    async def options(self) -> str:
        """Store a challenge for the use of a passkey, and return the options for the browser."""
        party = await self._ready()
        from quarterdeck_server.lobby.sign_on import ceremonies

        return ceremonies.request_options(party, await self._challenge(ChallengeRecord()))

    async def begin(self, identity: Identity, service: str) -> str:
        """Store a challenge for a new passkey of a player who has proved who they are, and return the options for the
        browser. `service` is the name of the server."""
        player = identity.player
        if player.kind is not PlayerKind.PERSON:
            text = Text("You need an account to add a passkey: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "Authorization")
        check_proved(identity, await self._documents.now())
        party = await self._ready()
        from quarterdeck_server.lobby.sign_on import ceremonies

        known = await self.of(player.id)
        _check_room(known)
        challenge = await self._challenge(ChallengeRecord(player.id))
        return ceremonies.creation_options(party, service, player, challenge, known)

    async def add(self, identity: Identity, answer: str, name: str) -> tuple[Passkey, ...]:
        """Add a passkey by the answer of its authenticator, and return all passkeys of the player."""
        player, now = identity.player.id, await self._documents.now()
        check_proved(identity, now)
        party = await self._ready()
        from quarterdeck_server.lobby.sign_on import ceremonies

        called = plain(name, MOST_LETTERS, "$.name")
        made = ceremonies.registered(party, await self._taken(answer, player), answer)
        passkey = Passkey(
            id=self._chance.token_hex(8),
            name=called,
            credential=made.credential,
            public_key=made.public_key,
            count=made.count,
            since=now,
        )

        def decide(stored: list[Document | None]) -> Commit[tuple[Passkey, ...]]:
            before = (PASSKEYS.of(stored[0]) or PasskeysRecord()).passkeys
            if any(each.credential == made.credential for each in before):
                raise wrong_passkey()
            _check_room(before)
            after = (*before, passkey)
            return Commit(after, [PASSKEYS.put(player, stored[0], PasskeysRecord(after))])

        return await sessions.commit_for(self._documents, identity, [PASSKEYS.key(player)], decide)

    async def of(self, player: PlayerId) -> tuple[Passkey, ...]:
        """Return the passkeys of an account, oldest first."""
        (record,) = await PASSKEYS.read(self._documents, [player])
        return () if record is None else record.passkeys

    async def rename(self, identity: Identity, passkey: str, name: str) -> tuple[Passkey, ...]:
        """Give a passkey another name, and return all passkeys of the player."""
        return await self._changed(identity, passkey, plain(name, MOST_LETTERS, "$.name"))

    async def remove(self, identity: Identity, passkey: str) -> tuple[Passkey, ...]:
        """Remove a passkey, and return the others of the player."""
        return await self._changed(identity, passkey, None)

    async def _changed(self, identity: Identity, passkey: str, name: str | None) -> tuple[Passkey, ...]:
        player = identity.player.id

        def decide(stored: list[Document | None]) -> Commit[tuple[Passkey, ...]]:
            before = (PASSKEYS.of(stored[0]) or PasskeysRecord()).passkeys
            if all(each.id != passkey for each in before):
                text = Text("You have no passkey `{passkey}`.", passkey=passkey)
                raise CommandRefused(RefusalCode.UNKNOWN_TOKEN, text, "$.passkey")
            after = tuple(
                each if each.id != passkey else msgspec.structs.replace(each, name=name)
                for each in before
                if each.id != passkey or name is not None
            )
            return Commit(after, [PASSKEYS.put(player, stored[0], PasskeysRecord(after))])

        return await sessions.commit_for(self._documents, identity, [PASSKEYS.key(player)], decide)

    async def sign_in(self, answer: str) -> tuple[Identity, Token]:
        """Return the player of the passkey that has given this answer, in a new session."""

        def begin(account: AccountRecord, now: Milliseconds) -> tuple[tuple[Identity, Token], Change]:
            identity, token, session = sessions.begun(self._chance, account, now)
            return (identity, token), session

        return await self._answered(answer, begin)

    async def ticket(self, answer: str) -> str:
        """Return a ticket for `prove`, for the player of the passkey that has given this answer."""
        ticket = self._chance.token_urlsafe(32)

        def keep(account: AccountRecord, _: Milliseconds) -> tuple[str, Change]:
            record = ChallengeRecord(account.id, is_ticket=True)
            return ticket, CHALLENGES.put(_hash(ticket.encode()), None, record, CHALLENGE_SECONDS)

        return await self._answered(answer, keep)

    async def prove(self, identity: Identity, ticket: str) -> Milliseconds | None:
        """Use a ticket: store that its player has proved who they are, and return the time. `None` if this is no ticket
        of the player."""
        name = _hash(ticket.encode())

        def decide(stored: list[Document | None]) -> Commit[bool]:
            if CHALLENGES.of(stored[0]) != ChallengeRecord(identity.player.id, is_ticket=True):
                return Commit(False)
            return Commit(True, [CHALLENGES.drop(name, stored[0])])

        is_proved = await commit(self._documents, [CHALLENGES.key(name)], decide)
        return await sessions.prove(self._documents, identity) if is_proved else None

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion or the reset of an account: its passkeys end."""
        (document,) = await self._documents.read([PASSKEYS.key(player)])
        return ExtraWrites(
            (Unchanged(PASSKEYS.key(player), 0) if document is None else PASSKEYS.drop(player, document),)
        )

    async def _ready(self) -> RelyingParty:
        """Return the name of this server to browsers, once the library for passkeys is loaded."""
        if self.party is None:
            text = Text(
                "This server takes no passkeys: they need a public address with `https://`, and the host's leave."
            )
            raise CommandRefused(RefusalCode.MALFORMED, text, "$")
        await asyncio.to_thread(import_module, CEREMONIES)
        return self.party

    async def _challenge(self, record: ChallengeRecord) -> bytes:
        challenge = self._chance.token_bytes(32)
        await self._documents.commit([CHALLENGES.put(_hash(challenge), None, record, CHALLENGE_SECONDS)])
        return challenge

    async def _taken(self, answer: str, player: PlayerId | None) -> bytes:
        """Remove the challenge of an answer from the store, and return it. Each is for one answer."""
        from quarterdeck_server.lobby.sign_on import ceremonies

        challenge = ceremonies.challenge_in(answer)

        def decide(stored: list[Document | None]) -> Commit[bytes]:
            if CHALLENGES.of(stored[0]) != ChallengeRecord(player):
                raise wrong_passkey()
            return Commit(challenge, [CHALLENGES.drop(_hash(challenge), stored[0])])

        return await commit(self._documents, [CHALLENGES.key(_hash(challenge))], decide)

    async def _answered(
        self, answer: str, further: Callable[[AccountRecord, Milliseconds], tuple[Result, Change]]
    ) -> Result:
        """Note the use of the passkey that has given this answer, and commit what `further` returns for its account at
        this time."""
        party, challenge = await self._ready(), await self._taken(answer, None)

        async def step() -> Result:
            now = await self._documents.now()
            account, changes = await self._used(party, challenge, answer, now)
            result, change = further(account, now)
            await self._documents.commit([*changes, change])
            return result

        return await again(step)

    async def _used(
        self, party: RelyingParty, challenge: bytes, answer: str, now: Milliseconds
    ) -> tuple[AccountRecord, list[Change | Unchanged]]:
        """Return the account of the passkey that has given this answer, and the writes that note its use."""
        from quarterdeck_server.lobby.sign_on import ceremonies

        player, credential = ceremonies.holder_in(answer)
        document, owning = await self._documents.read([PASSKEYS.key(player), ACCOUNTS.key(player)])
        passkeys, account = (PASSKEYS.of(document) or PasskeysRecord()).passkeys, ACCOUNTS.of(owning)
        found = next((each for each in passkeys if each.credential == credential), None)
        if found is None or account is None:
            raise wrong_passkey()
        count = ceremonies.count_after(party, challenge, found, answer)
        used = msgspec.structs.replace(found, count=count, used_on=Milliseconds(now - now % (DAY * 1000)))
        after = PasskeysRecord(tuple(used if each is found else each for each in passkeys))
        return account, [PASSKEYS.put(player, document, after), Unchanged(ACCOUNTS.key(player), seen(owning))]


def _check_room(passkeys: tuple[Passkey, ...]) -> None:
    if len(passkeys) >= MOST_PASSKEYS:
        text = Text("You can have at most {most} passkeys. Remove one first.", most=MOST_PASSKEYS)
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.name")


def _hash(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()

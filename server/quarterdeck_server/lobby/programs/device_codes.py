"""Requests of programs for access to an account, which a player answers with a code (the flow of RFC 8628).

A program shows its user a short code. The user enters it where they are signed in, reads who asks for what, and allows
or denies it. Only then does the program get a token. The store has the hash of the code, which is valid for ten
minutes. The same code cannot be answered twice in different ways.

The app for Discord acts by a link with the account of its user. A third-party app has no link, and takes its tokens at
the token endpoint of OAuth (`lobby/apps/device_grants.py`).
"""

import hashlib
import secrets
from collections.abc import Callable

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from quarterdeck_protocol.lobby.sign_in.programs import DeviceRequest, DeviceStage
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts, person_with_room
from quarterdeck_server.lobby.accounts.documents import PROGRAM_LINKS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites, again
from quarterdeck_server.lobby.documents import Document, DocumentStore
from quarterdeck_server.lobby.notices.inbox import INBOXES, sign_in_noted

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes: no vowels, so that no code is a word (RFC 8628, 6.1)."""

LENGTH = 8
SECONDS = 600
DAYS = 365
APP_DAYS = 30


class DeviceRequestRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a request, under the hash of its code."""

    client: str
    """The name of the program: `Discord`."""

    account: str
    """The account of the program's user there, as the player is shown it."""

    link: str
    """The name of the link that is made when the player allows it; empty for an app of OAuth."""

    scopes: tuple[Scope, ...]
    made_at: Milliseconds
    stage: DeviceStage = DeviceStage.PENDING
    player: PlayerId | UnsetType = UNSET
    """The player who has answered."""

    is_used: bool = False
    """True once the app has its tokens."""

    era: int = 0
    """The era of the account in which the player has allowed it. What an app has not taken ends with that era."""

    session: str = ""
    """The session that has allowed it. What an app has not taken ends with it, too."""

    @property
    def days(self) -> int:
        return DAYS if self.link else APP_DAYS

    @property
    def expires_at(self) -> Milliseconds:
        return Milliseconds(self.made_at + 1000 * SECONDS)


DEVICE_REQUESTS = Collection("device_request", DeviceRequestRecord)


def normal(code: str) -> str:
    """Return a code without case, blanks and hyphens."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def hashed(code: str) -> str:
    """Return the hash under which the request with this code is stored."""
    return hashlib.sha256(normal(code).encode(errors="surrogatepass")).hexdigest()


class DeviceCodes:
    """The open requests of programs. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        bot_accounts: BotAccounts,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._bot_accounts = bot_accounts
        self._now = now
        self._chance = chance

    async def begin(self, client: str, account: str, link: str, scopes: tuple[Scope, ...]) -> str:
        """Store a request, and return its code, which nobody else is told."""
        letters = "".join(LETTERS[self._chance.randbelow(len(LETTERS))] for _ in range(LENGTH))
        record = DeviceRequestRecord(client=client, account=account, link=link, scopes=scopes, made_at=self._now())
        await self._documents.commit([DEVICE_REQUESTS.put(hashed(letters), None, record, SECONDS)])
        return f"{letters[:4]}-{letters[4:]}"

    async def show(self, code: str) -> DeviceRequest:
        """Return the request with this code, for the player who reads what it asks for."""
        return shown((await self._found(code))[0])

    async def answer(self, identity: Identity, code: str, *, is_allowed: bool) -> DeviceRequest:
        """Allow or deny a request. Allowing it makes a token for the program and links the account there with the
        player, in one commit. Repeating the same answer is not an error. What an app was allowed can be denied
        until it has its tokens."""
        return await again(lambda: self._answered(identity, code, is_allowed=is_allowed))

    async def _answered(self, identity: Identity, code: str, *, is_allowed: bool) -> DeviceRequest:
        player = identity.player.id
        record, document = await self._found(code)
        stage = DeviceStage.ALLOWED if is_allowed else DeviceStage.DENIED
        is_open = record.stage is DeviceStage.ALLOWED and not (record.link or record.is_used)
        if record.stage is not DeviceStage.PENDING:
            if record.player != player or (record.stage is not stage and not is_open):
                raise unknown_code()
            if record.stage is stage:
                return shown(record)
        answered, beside = replace(record, stage=stage, player=player), NOTHING
        if is_allowed:
            account, known = await person_with_room(self._documents, identity, "$.code")
            answered = replace(answered, era=account.era, session=identity.session)
            (inbox,) = await self._documents.read([INBOXES.key(player)])
            beside = ExtraWrites(known).plus(sign_in_noted(player, inbox, "app_allowed", self._now()))
        change = DEVICE_REQUESTS.put(hashed(code), document, answered, SECONDS)
        if not is_allowed or not record.link:
            await self._documents.commit([change, *beside.changes], (), *beside.news)
            return shown(answered)
        (linked,) = await self._documents.read([PROGRAM_LINKS.key(record.link)])
        label = f"{record.client}: {record.account}"[:64]
        await self._bot_accounts.link(
            player, record.scopes, label, record.days, (record.link, linked), beside.plus(ExtraWrites((change,)))
        )
        return shown(answered)

    async def _found(self, code: str) -> tuple[DeviceRequestRecord, Document | None]:
        (document,) = await self._documents.read([DEVICE_REQUESTS.key(hashed(code))])
        record = DEVICE_REQUESTS.of(document)
        if record is None or record.expires_at <= self._now():
            raise unknown_code()
        return record, document


def shown(record: DeviceRequestRecord) -> DeviceRequest:
    """Return a request as the player sees it."""
    return DeviceRequest(
        client=record.client,
        account=record.account,
        scopes=record.scopes,
        days=record.days,
        expires_at=record.expires_at,
        stage=record.stage,
    )


def unknown_code() -> CommandRefused:
    text = Text("There is no request with this code, or it has expired. Ask the program for a new code.")
    return CommandRefused(RefusalCode.UNKNOWN_DEVICE_CODE, text, "$.code")

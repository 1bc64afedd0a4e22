"""Device authorizations of third-party apps without a browser, such as terminals (RFC 8628).

The app shows its user a code (`lobby/programs/device_codes.py`), and asks the token endpoint with a code of its own
until the player has answered. An app that asks too often has to wait longer. The second use of its code ends the grant.
"""

import msgspec
from quarterdeck_protocol.lobby.sign_in.programs import DeviceStage
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.lobby.accounts.tokens import DAY, hashed
from quarterdeck_server.lobby.apps.app_grants import AppGrants, Issued
from quarterdeck_server.lobby.apps.app_requests import OAuthError
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, again
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexChange, Unchanged
from quarterdeck_server.lobby.programs import device_codes
from quarterdeck_server.lobby.programs.device_codes import APP_DAYS, DEVICE_REQUESTS, SECONDS, DeviceCodes

INTERVAL = 5
"""Seconds that an app waits between two questions, and by which a question too early makes this time longer."""


class AppDeviceRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of an app that waits for an answer, under the hash of its code."""

    client_id: str
    code: str
    """The hash of the code that the player enters."""

    asked_at: Milliseconds
    interval: int = INTERVAL
    player: PlayerId | None = None
    grant: str | None = None
    """The grant that was made of the code; `None` while it is unused."""


APP_DEVICES = Collection("app_device", AppDeviceRecord)


class DeviceGrants:
    """Grants to apps that show a code. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore, codes: DeviceCodes, grants: AppGrants, chance: Chance) -> None:
        self._documents = documents
        self._codes = codes
        self._grants = grants
        self._chance = chance

    async def begin(self, client_id: str, scopes: tuple[Scope, ...]) -> tuple[Token, str]:
        """Store a request, and return the code of the app and the code that it shows."""
        code, now = Token(self._chance.token_urlsafe(32)), await self._documents.now()
        shown = await self._codes.begin(client_id, "", "", scopes)
        # It outlives the request, so that the app learns that it has expired.
        record = AppDeviceRecord(client_id=client_id, code=device_codes.hashed(shown), asked_at=now)
        await self._documents.commit([APP_DEVICES.put(hashed(code), None, record, 2 * SECONDS)])
        return code, shown

    async def exchange(self, code: str, client_id: str) -> Issued:
        """Return the tokens that the player has allowed. Raises `OAuthError`, also while they have not answered."""
        error, issued = await again(lambda: self._exchanged(hashed(Token(code)), client_id))
        if issued is None:
            raise OAuthError(*error)
        return issued

    async def _exchanged(self, name: str, client_id: str) -> tuple[tuple[str, str], Issued | None]:
        (document,) = await self._documents.read([APP_DEVICES.key(name)])
        record = APP_DEVICES.of(document)
        if record is None or record.client_id != client_id:
            raise OAuthError("invalid_grant", "This device code is unknown, or was given to another client.")
        if record.grant is not None and record.player is not None:
            await self._grants.end(record.player, record.grant)
            raise OAuthError("invalid_grant", "This device code was used before, so what came of it has ended.")
        (answer,), now = await self._documents.read([DEVICE_REQUESTS.key(record.code)]), await self._documents.now()
        asked = DEVICE_REQUESTS.of(answer)
        if asked is None or asked.expires_at <= now:
            raise OAuthError("expired_token", "This device code has expired. Ask for a new one.")
        if asked.stage is DeviceStage.DENIED:
            raise OAuthError("access_denied", "The player has denied it.")
        changes: list[Change | Unchanged] = []
        indexed: list[IndexChange] = []
        issued, error = None, ("authorization_pending", "The player has not answered yet.")
        changed = msgspec.structs.replace(record, asked_at=now)
        if asked.stage is DeviceStage.ALLOWED and isinstance(asked.player, str):
            grant, until = self._chance.token_hex(8), Milliseconds(now + APP_DAYS * DAY * 1000)
            made = await self._grants.made(
                asked.player, client_id, grant, asked.scopes, client_id, until, allowed_in=(asked.era, asked.session)
            )
            used = msgspec.structs.replace(asked, is_used=True)
            changes = [*made.changes, DEVICE_REQUESTS.put(record.code, answer, used, SECONDS)]
            indexed, issued = [*made.indexed], made.answer
            changed = msgspec.structs.replace(changed, player=asked.player, grant=grant)
        elif now < record.asked_at + record.interval * 1000:
            error = ("slow_down", f"Ask at most every {record.interval + INTERVAL} seconds.")
            changed = msgspec.structs.replace(changed, interval=record.interval + INTERVAL)
        changes.append(APP_DEVICES.put(name, document, changed, 2 * SECONDS))
        await self._documents.commit(changes, indexed)
        return error, issued

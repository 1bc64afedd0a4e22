"""Second factors: codes of an app that change every half a minute (TOTP, RFC 6238), with recovery codes as fallback.

A secret is stored until the factor is removed, and is in no message but the one that shows it. Each code is valid once:
the time step of the last one is stored.
"""

import base64
import hmac
from urllib.parse import quote

import msgspec
import pyotp
from quarterdeck_protocol.lobby.sign_in.second_factor import SecondFactorBegun
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import recovery, sessions
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, SECOND_FACTORS, keep
from quarterdeck_server.lobby.accounts.identities import Identity, check_proved, unknown_token
from quarterdeck_server.lobby.accounts.login_throttle import ANYWHERE, LoginThrottle
from quarterdeck_server.lobby.accounts.tokens import SecondFactorRecord
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import again, seen
from quarterdeck_server.lobby.documents import DocumentStore, Unchanged

STEP = 30
"""Seconds for which the app shows a code."""

DRIFT = 1
"""Steps by which the clock of the app may be wrong."""

SECRET_BYTES = 20
SERVICE = "Quarterdeck"


class SecondFactors:
    """The second factors of accounts. All methods raise `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, throttle: LoginThrottle, chance: Chance) -> None:
        self._documents = documents
        self._throttle = throttle
        self._chance = chance

    async def is_on(self, player: PlayerId) -> bool:
        """True if a sign-in with the password of this player needs a code."""
        (record,) = await SECOND_FACTORS.read(self._documents, [player])
        return record is not None and record.is_on

    async def begin(self, identity: Identity) -> SecondFactorBegun:
        """Store a new secret for a player who has proved who they are, and return it."""
        return await again(lambda: self._begun(identity))

    async def _begun(self, identity: Identity) -> SecondFactorBegun:
        import segno

        player = identity.player
        if player.kind is not PlayerKind.PERSON:
            text = Text("This account has no password: `register` first.")
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
        check_proved(identity, await self._documents.now())
        conditions = await sessions.still(self._documents, identity)
        (document,) = await self._documents.read([SECOND_FACTORS.key(player.id)])
        record = SECOND_FACTORS.of(document)
        if record is not None and record.is_on:
            text = Text("You already have a second factor. Remove it first.")
            raise CommandRefused(RefusalCode.ALREADY_REGISTERED, text, "$.type")
        secret = base64.b32encode(bytes.fromhex(self._chance.token_hex(SECRET_BYTES))).decode()
        made = SECOND_FACTORS.put(player.id, document, SecondFactorRecord(secret))
        await self._documents.commit([made, *conditions])
        label = quote(f"{SERVICE}:{player.name}", safe=":")
        address = f"otpauth://totp/{label}?secret={secret}&issuer={SERVICE}"
        rows = segno.make(address, error="m", micro=False).matrix
        return SecondFactorBegun(
            secret=secret, address=address, qr=tuple("".join("1" if dark else "0" for dark in row) for row in rows)
        )

    async def confirm(self, identity: Identity, code: str) -> None:
        """Turn the second factor on, in a session. Repeating it with a valid code is not an error."""
        await self._used(identity.player.id, code, identity.session, is_on=True, by=identity)

    async def remove(self, identity: Identity, code: str) -> None:
        """Turn the second factor off, in a session."""
        await self._used(identity.player.id, code, identity.session, is_on=None, by=identity)

    async def check_proof(self, identity: Identity) -> None:
        """Raise `CommandRefused` if the player has a second factor and has not proved lately who they are."""
        if await self.is_on(identity.player.id):
            check_proved(identity, await self._documents.now())

    async def check(
        self,
        player: PlayerId,
        code: str | None,
        address: str | None = None,
        *,
        is_known: bool = False,
        session: str = "",
    ) -> None:
        """Use a code of the app or a recovery code, if the player has a second factor: in a session, or else from the
        `address` of a caller who signs in. `is_known` is true if the account has signed in from there. Wrong codes are
        counted for each session and address, so those of a thief do not make other sessions of the player wait."""
        if not await self.is_on(player):
            return
        if code is None:
            text = Text("This account has a second factor: send a code of the app, or a recovery code, too.")
            raise CommandRefused(RefusalCode.SECOND_FACTOR_NEEDED, text, "$.code")
        await self._used(player, code, session, address, is_on=False, is_known=is_known)

    async def _used(
        self,
        player: PlayerId,
        code: str,
        session: str,
        address: str | None = None,
        *,
        is_on: bool | None,
        is_known: bool = False,
        by: Identity | None = None,
    ) -> None:
        """Use a code, in a session or from an address. `is_on` turns the factor on, leaves it on (false), or removes it
        (`None`). Codes are counted over all sessions too, and over all addresses that are not known."""
        counts_everywhere = not is_known
        whose, at = (
            (f"second factor {player}", session) if address is None else (f"second factor {player} at sign-in", address)
        )
        remaining = await self._throttle.take(whose, at, where="$.code")
        if counts_everywhere:
            await self._throttle.take_anywhere(whose, at, "$.code")
        if not await again(lambda: self._is_used(player, code, is_on=is_on, by=by)):
            await self._throttle.wrong(whose, at)
            if counts_everywhere:
                await self._throttle.wrong(whose, "", ANYWHERE)
            text = Text("This code is wrong, or was used before. Wait for the next one.")
            raise CommandRefused(RefusalCode.WRONG_SECOND_FACTOR, text, "$.code", remaining=remaining)
        await self._throttle.succeeded(whose, at)
        if counts_everywhere:
            await self._throttle.give_back(whose, "", ANYWHERE)

    async def _is_used(self, player: PlayerId, code: str, *, is_on: bool | None, by: Identity | None) -> bool:
        conditions, now = await sessions.still(self._documents, by), await self._documents.now()
        document, owning = await self._documents.read([SECOND_FACTORS.key(player), ACCOUNTS.key(player)])
        record, account = SECOND_FACTORS.of(document), ACCOUNTS.of(owning)
        if account is None:
            raise unknown_token()
        if record is None or not (record.is_on or is_on):
            return False
        step, left = step_of(record, code, now), recovery.without_code(account, code)
        if step is None and (left is None or is_on):  # the app itself has to work before the factor is turned on
            return False
        used = msgspec.structs.replace(record, is_on=True, step=record.step if step is None else step)
        # From now on no earlier `recover_account` can be repeated: with a code that was used it would need no factor.
        kept = msgspec.structs.replace(account if left is None else left, recovered=None)
        await self._documents.commit(
            [
                SECOND_FACTORS.drop(player, document) if is_on is None else SECOND_FACTORS.put(player, document, used),
                Unchanged(ACCOUNTS.key(player), seen(owning)) if kept == account else keep(kept, owning),
                *conditions,
            ]
        )
        return True


def step_of(record: SecondFactorRecord, code: str, now: Milliseconds) -> int | None:
    """Return the time step of a code that has not been used; `None` for a wrong code."""
    typed = "".join(code.split())
    present, codes = now // 1000 // STEP, pyotp.TOTP(record.secret)
    for step in range(present - DRIFT, present + DRIFT + 1):
        if step > record.step and hmac.compare_digest(codes.generate_otp(step).encode(), typed.encode()):
            return step
    return None

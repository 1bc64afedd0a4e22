"""Access to tables that are not public: by invite code or password.

An invite code has six letters that look different from each other, and no vowels, so that it spells nothing. There are
34 million codes, and guessing is throttled.

A password is stored as PBKDF2-SHA256 with few rounds, salted with the table's id. It protects a table for some hours,
and a reader of the store can see hands anyway. The hash is there because players use passwords elsewhere, too. It is
computed on the event loop when somebody enters, so it has to be cheap: argon2id, as for accounts, would take a core for
a tenth of a second.
"""

import hashlib
import hmac
import re
import unicodedata
from typing import NoReturn

import msgspec
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.login_throttle import LoginThrottle
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, Commit, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore
from quarterdeck_server.lobby.player_text import typed_code

CODE = "/invite code"
"""Name under which wrong invite codes are counted. Wrong passwords of tables are counted under other names. None of
these is the name of an account."""

LETTERS = "BCDFGHJKMNPRSTWXYZ"
LENGTH = 6
ROUNDS = 1_000
_LINK = re.compile(r"/join/([^/?#]*)", re.IGNORECASE)

SECONDS_KEPT = 7 * 24 * 60 * 60
"""Seconds that a code leads to its table, if the table exists so long."""


class EntryCredentials(msgspec.Struct, frozen=True, kw_only=True):
    """The invite code, password, membership and address with which a client enters a table."""

    code: str | None = None
    password: str | None = None
    address: str = ""
    club: ClubId | None = None
    """The club of the table, if the player is a member."""


NOTHING = EntryCredentials()


class InviteRecord(msgspec.Struct, frozen=True):
    """The table that an invite code leads to. It is stored under the code."""

    table: TableId


INVITATIONS = Collection("invitation", InviteRecord)


class Invites:
    """Makes invite codes, finds tables by them, and throttles guesses."""

    def __init__(self, documents: DocumentStore, chance: Chance) -> None:
        self._documents = documents
        self._chance = chance
        self._throttle = LoginThrottle(documents)

    async def make(self, table: TableId) -> str:
        """Return a code that leads to this table and to no other one. Raises `Unavailable`."""
        while True:
            code = "".join(LETTERS[self._chance.randbelow(len(LETTERS))] for _ in range(LENGTH))

            def claim(pages: list[Document | None], code: str = code) -> Commit[bool]:
                if pages[0] is not None:
                    return Commit(answer=False)
                invite = InviteRecord(table)
                return Commit(answer=True, changes=[INVITATIONS.put(code, None, invite, SECONDS_KEPT)])

            if await commit(self._documents, [INVITATIONS.key(code)], claim):
                return code

    async def named(self, table: TableId | None, knowing: EntryCredentials) -> TableId:
        """Return the table that a client names by its id or by an invite code. After too many wrong codes or passwords
        the client has to wait. Raises `CommandRefused`, `Unavailable`."""
        if knowing.code is not None:
            name = normal(knowing.code)
            keys = [INVITATIONS.key(name)] if _may_be_a_code(name) else []
            pages = await self._throttle.check(CODE, knowing.address, "$.code", keys)
            found = INVITATIONS.of(pages[0]) if pages else None
            if found is None or table not in (None, found.table):
                await self._throttle.failed(CODE, knowing.address)
                raise wrong_code()
            table = found.table
        if table is None:
            text = Text("Name the table: its id in `table`, or its invite code in `code`.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.table")
        if knowing.password is not None:
            await self._throttle.check(f"/table {table}", knowing.address)
        return table

    async def turn_away(self, refusing: CommandRefused, table: TableId, knowing: EntryCredentials) -> NoReturn:
        """Raise this refusal. A wrong code or password is counted first; a missing one is not. A code of a table that
        was closed counts as wrong. Raises `Unavailable`."""
        if refusing.code is RefusalCode.UNKNOWN_TABLE and knowing.code is not None:
            refusing = wrong_code()
        if refusing.code is RefusalCode.WRONG_CODE:
            await self._throttle.failed(CODE, knowing.address)
        elif refusing.code is RefusalCode.WRONG_PASSWORD and knowing.password is not None:
            await self._throttle.failed(f"/table {table}", knowing.address)
        raise refusing


def normal(code: str) -> str:
    """Return the stored form of a typed code; for a link to its table, the code in the link."""
    link = _LINK.search(code)
    return typed_code(code if link is None else link[1])


def is_code(code: str, said: str | None) -> bool:
    return said is not None and hmac.compare_digest(code.encode(), normal(said).encode())


def password_hash(table: TableId, password: str) -> str:
    """Return the hash under which a table's password is stored."""
    said = unicodedata.normalize("NFC", password).encode()
    return hashlib.pbkdf2_hmac("sha256", said, table.encode(), ROUNDS).hex()


def is_password(table: TableId, hashed: str, said: str | None) -> bool:
    return said is not None and hmac.compare_digest(hashed, password_hash(table, said))


def wrong_code() -> CommandRefused:
    return CommandRefused(
        RefusalCode.WRONG_CODE, Text("No table has this invite code. The table may have been closed."), "$.code"
    )


def wrong_password(*, is_missing: bool) -> CommandRefused:
    text = Text("This table needs a password.") if is_missing else Text("This is not the password of this table.")
    return CommandRefused(RefusalCode.WRONG_PASSWORD, text, "$.password")


def _may_be_a_code(name: str) -> bool:
    return len(name) == LENGTH and all(letter in LETTERS for letter in name)

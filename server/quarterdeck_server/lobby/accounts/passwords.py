"""Password hashing with argon2id, outside of the event loop, a few at a time. Each address and each player has a fair
share."""

import asyncio
import unicodedata
from collections.abc import Sequence

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import SERVER, FairTurns, Sharer
from quarterdeck_server.lobby.accounts.password_blocklist import why_refused

SHORTEST, LONGEST = 8, 256
AT_ONCE = 2
"""Number of passwords hashed at the same time. Each occupies a core for a while, and 64 MiB."""

MOST_WAITING = 200
"""Limit of waiting requests: about ten seconds of work."""

NOBODYS = "$argon2id$v=19$m=65536,t=3,p=4$33Np5KoB4d5dHfloi70DwA$S0R90ELZ1M/ApTe3eQgG/TtfAOjF73RPWNZztBaMRSM"
"""The hash that is compared if there is no account. It is as expensive as the library's defaults. It is a constant, so
a process need not compute a hash before it serves."""

FULL = Text("Too many passwords are being checked; try again in a moment.")


class Passwords:
    """Hashes passwords and compares them. The library's defaults are those of RFC 9106."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self.turns = FairTurns(AT_ONCE, MOST_WAITING)
        is_as_dear = not self._hasher.check_needs_rehash(NOBODYS)
        self._nobodys = NOBODYS if is_as_dear else self._hasher.hash("nobody's password")
        """The hash that is compared if there is no account, so that the comparison takes the same time."""

    def check(self, password: str, where: str = "$.password", names: Sequence[str] = ()) -> str:
        """Return the normal form of a new password for a player with these names. Raises `CommandRefused` if it is too
        short, too long or too easily guessed."""
        normal = _normal(password)
        if not SHORTEST <= len(normal) <= LONGEST:
            text = Text("A password needs {shortest} to {longest} characters.", shortest=SHORTEST, longest=LONGEST)
            raise CommandRefused(RefusalCode.PASSWORD_NOT_ALLOWED, text, where)
        wrong = why_refused(normal, names)
        if wrong is not None:
            raise CommandRefused(RefusalCode.PASSWORD_NOT_ALLOWED, wrong, where)
        return normal

    async def hashed(
        self, password: str, where: str = "$.password", names: Sequence[str] = (), sharer: Sharer = SERVER
    ) -> str:
        """Return the hash of a new password. Its computation is queued fairly by the address and player in `sharer`.
        Raises the errors of `check`, and `CommandRefused` if too many requests wait."""
        normal = self.check(password, where, names)
        async with self.turns.turn(sharer, FULL):
            return await asyncio.to_thread(self._hasher.hash, normal)

    async def fits(self, hashed: str | None, password: str, sharer: Sharer = SERVER) -> bool:
        """Return true if the password is right. The comparison is queued fairly by the address and player in `sharer`.
        Without a stored hash it returns false after the same time. Raises `CommandRefused` if too many requests
        wait."""
        async with self.turns.turn(sharer, FULL):
            fits = await asyncio.to_thread(self._verify, self._nobodys if hashed is None else hashed, _normal(password))
        return fits and hashed is not None

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerifyMismatchError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)

"""Recovery codes: each signs a player in once without a password. Pure.

A code has 80 random bits, so nobody can try all codes. A hash without salt and stretching is therefore enough. Codes
are written in Crockford's base 32, whose characters are hard to confuse.
"""

import hashlib
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.player_text import typed_code

CODES = 8
"""Number of recovery codes of an account at a time."""

LENGTH, GROUP = 16, 4
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"

_READ_AS = str.maketrans({"o": "0", "i": "1", "l": "1"})


def fresh(chance: Chance, count: int = CODES) -> tuple[str, ...]:
    """Return new codes in the form shown to the player. They are shown only once."""
    return tuple(_fresh(chance) for _ in range(count))


def _fresh(chance: Chance) -> str:
    drawn = "".join(DIGITS[chance.randbelow(len(DIGITS))] for _ in range(LENGTH))
    return "-".join(drawn[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def hashed(player: PlayerId, code: str) -> str:
    """Return the stored hash of a player's code. The hash is the same for every spelling of the code."""
    read = typed_code(code).lower().translate(_READ_AS)
    return hashlib.sha256(f"{player} {read}".encode(errors="surrogatepass")).hexdigest()


def with_codes(account: AccountRecord, codes: Sequence[str]) -> AccountRecord:
    """Return an account with these recovery codes and no others."""
    return msgspec.structs.replace(account, recovery=tuple(hashed(account.id, code) for code in codes), recovered=None)


def without_code(account: AccountRecord, code: str) -> AccountRecord | None:
    """Return an account without this code, after it has been used; `None` if the account has no such code."""
    used = hashed(account.id, code)
    if used not in account.recovery:
        return None
    left = tuple(each for each in account.recovery if each != used)
    return msgspec.structs.replace(account, recovery=left, recovered=used)


def was_used_last(account: AccountRecord, code: str) -> bool:
    """True if the account's last recovery used this recovery code."""
    return account.recovered == hashed(account.id, code)

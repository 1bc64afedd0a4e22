"""Interface to the source of randomness for seeds, ids and tokens."""

import hashlib
from typing import Protocol

from quarterdeck_protocol.names import PlayerId, Ref


class Chance(Protocol):
    """The interface to unguessable randomness: the standard library's `secrets`. Only recorded example conversations
    use another source."""

    def token_bytes(self, nbytes: int | None = None, /) -> bytes: ...

    def token_hex(self, nbytes: int | None = None, /) -> str: ...

    def token_urlsafe(self, nbytes: int | None = None, /) -> str: ...

    def randbelow(self, exclusive_upper_bound: int, /) -> int: ...


def id_by(player: PlayerId | None, ref: Ref | None, chance: Chance, length: int = 20) -> str:
    """Return the id of an object that a player makes with a command, with `length` hexadecimal digits. The same `ref`
    gives the same id, so a repeated command makes the object only once."""
    name = chance.token_hex(16) if ref is None else f"{player} {ref}"
    return hashlib.sha256(name.encode()).hexdigest()[:length]


def fresh_seed(chance: Chance) -> tuple[str, str]:
    """Return a new seed for a match, with 256 bits, and the commitment to the seed."""
    seed = chance.token_bytes(32)
    return seed.hex(), hashlib.sha256(seed).hexdigest()

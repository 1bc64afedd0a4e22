"""Where seeds, ids and tokens come from."""

from typing import Protocol


class Chance(Protocol):
    """What nobody can foresee: the standard library's `secrets`. Only a conversation that is recorded has another."""

    def token_bytes(self, nbytes: int | None = None, /) -> bytes: ...

    def token_hex(self, nbytes: int | None = None, /) -> str: ...

    def token_urlsafe(self, nbytes: int | None = None, /) -> str: ...

    def randbelow(self, exclusive_upper_bound: int, /) -> int: ...

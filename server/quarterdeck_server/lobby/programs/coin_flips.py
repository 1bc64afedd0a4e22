"""Coin flips that anybody can verify: the hash of a seed is posted, a player calls, and then the seed is revealed.

The coin shows the lowest bit of SHA-256 of the seed, a colon and the call's id. Neither the server, which has chosen
the seed before, nor the caller, who does not know it, can decide how the coin falls.
"""

import hashlib
import secrets
from enum import StrEnum

import msgspec
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import Collection, again
from quarterdeck_server.lobby.documents import DocumentStore

SECONDS_KEPT = 24 * 60 * 60


class Side(StrEnum):
    """Sides of a coin."""

    HEADS = "heads"
    TAILS = "tails"


class FlipRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a coin flip."""

    seed: str
    by: str = ""
    """The account that began it."""

    call: str = ""
    """The id of the call, once there is one."""

    caller: str = ""
    """The name of the caller."""

    called: Side | None = None

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed.encode()).hexdigest()

    @property
    def shows(self) -> Side:
        """The side on which the coin has fallen."""
        return fallen(self.seed, self.call)


class Caller(msgspec.Struct, frozen=True):
    """An account that calls a side."""

    account: str
    name: str


FLIPS = Collection("coin_flip", FlipRecord)


def fallen(seed: str, call: str) -> Side:
    """Return the side that a coin shows for a seed and the id of a call."""
    return (Side.HEADS, Side.TAILS)[hashlib.sha256(f"{seed}:{call}".encode()).digest()[-1] & 1]


class CoinFlips:
    """The coin flips of this server. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, chance: Chance = secrets) -> None:
        self._documents = documents
        self._chance = chance

    async def begin(self, name: str, by: str) -> FlipRecord:
        """Return the flip of this name, with a new seed if it is new. `by` is the account that begins it."""
        return await again(lambda: self._begun(name, by))

    async def _begun(self, name: str, by: str) -> FlipRecord:
        (there,) = await FLIPS.read(self._documents, [name])
        if there is not None:
            return there
        record = FlipRecord(seed=self._chance.token_hex(16), by=by)
        await self._documents.commit([FLIPS.put(name, None, record, SECONDS_KEPT)])
        return record

    async def call(self, name: str, side: Side, call: str, caller: Caller) -> FlipRecord:
        """Call a side, if nobody has done so before, and return the flip. Who began it does not call."""

        async def step() -> FlipRecord:
            (document,) = await self._documents.read([FLIPS.key(name)])
            record = FLIPS.of(document)
            if record is None:
                raise CommandRefused(RefusalCode.UNAVAILABLE, Text("This coin flip is too old. Flip another coin."))
            if record.called is not None:
                return record
            if record.by == caller.account:
                text = Text("Another member calls a side: you began this coin flip.")
                raise CommandRefused(RefusalCode.CONFLICT_OF_INTEREST, text)
            called = msgspec.structs.replace(record, call=call, caller=caller.name, called=side)
            await self._documents.commit([FLIPS.put(name, document, called, SECONDS_KEPT)])
            return called

        return await again(step)

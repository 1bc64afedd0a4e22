"""What has been carried out under which `ref`: a document that is written with it, and kept for a day.

Whoever sends the same command again under the same `ref`, because its answer was lost, is answered as before. It is for
what cannot be done twice, and would be refused as done to something that is not there.
"""

import hashlib

import msgspec
from quarterdeck_protocol.names import PlayerId, Ref

from quarterdeck_server.lobby.accounts.tokens import DAY
from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore

KEPT_SECONDS = DAY


class IdempotencyRecord(msgspec.Struct, frozen=True):
    """That something was carried out."""

    player: PlayerId
    """For whom."""


RECEIPTS = Collection("receipt", IdempotencyRecord)


class IdempotencyKey(msgspec.Struct, frozen=True):
    """A command as somebody has sent it: what they want, under which name of theirs."""

    by: PlayerId
    ref: Ref | None
    what: str

    @property
    def receipt(self) -> ExtraWrites:
        """What is committed with it; nothing if it has no name, for then nobody can send the same again."""
        if self.ref is None:
            return NOTHING
        return ExtraWrites((RECEIPTS.put(self._name, None, IdempotencyRecord(self.by), KEPT_SECONDS),))

    async def was_carried_out(self, documents: DocumentStore) -> bool:
        """Whether there is a receipt for it. Raises `Unavailable`."""
        return self.ref is not None and (await RECEIPTS.read(documents, [self._name]))[0] is not None

    @property
    def _name(self) -> str:
        return hashlib.sha256(f"{self.by} {self.ref} {self.what}".encode()).hexdigest()[:32]

"""Receipts of commands by their `ref`: a document that is written with the command's effect, and kept for a day.

If a command is repeated under the same `ref`, because its answer was lost, it gets the same answer. Receipts are for
commands that cannot be carried out twice: the repetition would otherwise be refused, because its object no longer
exists.
"""

import hashlib

import msgspec
from quarterdeck_protocol.names import PlayerId, Ref

from quarterdeck_server.lobby.accounts.tokens import DAY
from quarterdeck_server.lobby.collections import NOTHING, Collection, ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore

KEPT_SECONDS = DAY


class IdempotencyRecord(msgspec.Struct, frozen=True):
    """The record that a player's command was carried out."""

    player: PlayerId
    """The player who sent the command."""


RECEIPTS = Collection("receipt", IdempotencyRecord)


class IdempotencyKey(msgspec.Struct, frozen=True):
    """A player's command, identified by its sender and its `ref`."""

    by: PlayerId
    ref: Ref | None
    what: str

    @property
    def receipt(self) -> ExtraWrites:
        """Return the receipt to commit with the command. Without a `ref` there is none, because nobody can repeat the
        command."""
        if self.ref is None:
            return NOTHING
        return ExtraWrites((RECEIPTS.put(self._name, None, IdempotencyRecord(self.by), KEPT_SECONDS),))

    async def was_carried_out(self, documents: DocumentStore) -> bool:
        """True if this command has a receipt. Raises `Unavailable`."""
        return self.ref is not None and (await RECEIPTS.read(documents, [self._name]))[0] is not None

    @property
    def _name(self) -> str:
        return hashlib.sha256(f"{self.by} {self.ref} {self.what}".encode()).hexdigest()[:32]

"""Confirmation by replicas of each batch of requests before its answers are used (`--durability replica:N`).

A write and a `WAIT` follow each batch, sent together with it. The answers are kept until the server says that enough
replicas have applied everything that it had written until then. One `WAIT` serves all requests of a batch, so its cost
is shared, as the disk's is.

The write is needed because `WAIT` waits only for writes of its own connection, while an answer may show a write of
another connection, or of a broken one. So even data that was only read is not used before replicas have it.
"""

import math
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from redis.exceptions import AskError, ReadOnlyError, ResponseError, TryAgainError

from quarterdeck_server.metrics import Confirmations
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.wire.question import ASKING, Question, Refused, pack, refuse
from quarterdeck_server.storage.wire.reply_protocol import Wire
from quarterdeck_server.store_errors import Unavailable, Unconfirmed

CONFIRMED_WITHIN = 1.0
"""Seconds that replicas have to confirm a batch. Meanwhile the next batch waits."""


class Confirmation:
    """Holds the answers to batches of store requests back until enough replicas have the written data."""

    def __init__(self, replicas: int, within: float, counted: Confirmations) -> None:
        """Make the setting for the confirmation of writes by replicas. `within` is the time in seconds within which
        replicas must confirm."""
        self.within = within
        self.counted = counted
        self.replicas = replicas
        self.wait = pack(("WAIT", replicas, math.ceil(within * 1000)))
        self._writes: dict[int, bytes] = {}

    def asked_for(self, question: Question) -> bytes:
        """Return the store command that confirms a batch with this request, on the node with its keys."""
        write = self._writes.get(question.slot)
        if write is None:
            write = self._writes[question.slot] = pack(("SET", keys.confirmation(keys.tag_in(question.slot)), b""))
        return ASKING + write + self.wait if question.asking else write + self.wait


class HeldAnswers:
    """The answers to one batch of store requests, until they are confirmed."""

    def __init__(self, confirmation: Confirmation, batch: Sequence[Question]) -> None:
        self._confirmation = confirmation
        # A question that is sent on to another node may say something else afterwards.
        self._slot, self._is_asking = batch[0].slot, batch[0].asking
        self._held: list[tuple[Question, Any]] = []
        self.packed = confirmation.asked_for(batch[0])
        """The commands that must follow the batch."""

    def add(self, question: Question, reply: Any) -> None:
        """Hold an answer of the store back. An answer that reveals no stored data is delivered at once."""
        if question.is_of_keys:
            self._held.append((question, reply))
        else:
            question.settle(reply)

    async def settle(self, wire: Wire) -> None:
        """Read the store server's reply about its replicas. Then deliver all held answers, or refuse all of them."""
        began = perf_counter()
        confirmed_by, was_written = await self._confirmed_by(wire, is_asking=self._is_asking)
        if not was_written and (another := self._of_another_slot()) is not None:
            wire.write(self._confirmation.asked_for(another))
            confirmed_by, _ = await self._confirmed_by(wire, is_asking=another.asking)
        # If no slot could be written to, they are on their way; what this connection wrote is confirmed still.
        self._confirmation.counted.waits.observe(perf_counter() - began)
        if confirmed_by >= self._confirmation.replicas:
            for question, reply in self._held:
                question.settle(reply)
        elif self._held:
            self._refuse(Unconfirmed(confirmed_by, self._confirmation.replicas))

    def _of_another_slot(self) -> Question | None:
        """Return an answered request whose keys are in another slot than the confirming write."""
        return next((question for question, _ in self._held if question.slot != self._slot), None)

    async def _confirmed_by(self, wire: Wire, *, is_asking: bool) -> tuple[int, bool]:
        """Return the number of replicas that have this connection's writes, and true if these were all writes; it is
        false if the written slot is on another node. Raises the server's error if it is no longer a primary: then the
        connection has to be made again."""
        was_written = True
        try:
            if is_asking:
                await wire.reply()
            await wire.reply()
        except (AskError, TryAgainError):
            was_written = False
        except ReadOnlyError:
            raise
        except ResponseError as refusal:
            self._refuse(Refused(f"Redis refuses: {refusal}"))
        return int(await wire.reply()), was_written

    def _refuse(self, why: Unavailable) -> None:
        self._confirmation.counted.failures += 1
        for question, _ in self._held:
            refuse(question.answer, why)
        self._held = []

"""What a line asks of a server, with each batch, so that replicas have what is answered (`--durability replica:N`).

Behind a batch go a write and a `WAIT`, in the same piece: the answers are held until the server says that so many
replicas have taken in all that it had written by then. One `WAIT` is for all questions of a batch, so what it costs is
shared as the disk's is.

The write is needed, because `WAIT` waits for what was written on its own connection, and what was read may have been
written on another one, or on one that has broken: nothing that is read is told before replicas have it, either.
"""

import math
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from redis.exceptions import AskError, ReadOnlyError, ResponseError, TryAgainError

from quarterdeck_server.metrics import STORE_SECONDS, Histogram
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.redis_connections import Connection
from quarterdeck_server.storage.redis_question import ASKING, Question, Refused, pack, refuse
from quarterdeck_server.store_errors import Unavailable, Unconfirmed

CONFIRMED_WITHIN = 1.0
"""How many seconds replicas have to confirm a batch. Meanwhile the next one waits."""


class Confirmations:
    """What a process has had confirmed, for metrics."""

    def __init__(self) -> None:
        self.waits = Histogram(STORE_SECONDS)
        """How long answers were held."""

        self.failures = 0
        """Batches that too few replicas had in time."""


class Confirmation:
    """Holds the answers to batches until so many replicas have what they tell of."""

    def __init__(self, replicas: int, within: float, counted: Confirmations) -> None:
        """`within` is how many seconds the replicas have."""
        self.within = within
        self.counted = counted
        self.replicas = replicas
        self.wait = pack(("WAIT", replicas, math.ceil(within * 1000)))
        self._writes: dict[int, bytes] = {}

    def asked_for(self, question: Question) -> bytes:
        """Return what asks for the confirmation of a batch with this question, on the node that has its keys."""
        write = self._writes.get(question.slot)
        if write is None:
            write = self._writes[question.slot] = pack(("SET", keys.confirmation(keys.tag_in(question.slot)), b""))
        return ASKING + write + self.wait if question.asking else write + self.wait


class HeldAnswers:
    """The answers to one batch, until they are confirmed."""

    def __init__(self, confirmation: Confirmation, batch: Sequence[Question]) -> None:
        self._confirmation = confirmation
        self._asked_with = batch[0]
        self._held: list[tuple[Question, Any]] = []
        self.packed = confirmation.asked_for(self._asked_with)
        """What has to follow the batch."""

    def add(self, question: Question, reply: Any) -> None:
        """Hold an answer; one that tells of nothing that is kept is given at once."""
        if question.is_of_keys:
            self._held.append((question, reply))
        else:
            question.settle(reply)

    async def settle(self, connection: Connection) -> None:
        """Read what the server says of its replicas, and give all answers, or refuse them."""
        began = perf_counter()
        confirmed_by = await self._confirmed_by(connection, self._asked_with)
        if confirmed_by is None and self._held:  # the slot has moved; of the last question it is known to be there
            last, _ = self._held[-1]
            await connection.send_packed_command(self._confirmation.asked_for(last), check_health=False)
            confirmed_by = await self._confirmed_by(connection, last)
        self._confirmation.counted.waits.observe(perf_counter() - began)
        if confirmed_by is not None and confirmed_by >= self._confirmation.replicas:
            for question, reply in self._held:
                question.settle(reply)
        elif self._held:
            self._refuse(Unconfirmed(confirmed_by or 0, self._confirmation.replicas))

    async def _confirmed_by(self, connection: Connection, asked_with: Question) -> int | None:
        """Return how many replicas have everything; `None` if the server has not got the slot that was asked with.
        Raises what the server says if it is no primary any more: then the connection has to be made anew."""
        is_elsewhere = False
        try:
            if asked_with.asking:
                await connection.read_response(timeout=math.inf)
            await connection.read_response(timeout=math.inf)
        except (AskError, TryAgainError):
            is_elsewhere = True
        except ReadOnlyError:
            raise
        except ResponseError as refusal:
            self._refuse(Refused(f"Redis refuses: {refusal}"))
        confirmed_by = int(await connection.read_response(timeout=math.inf))
        return None if is_elsewhere else confirmed_by

    def _refuse(self, why: Unavailable) -> None:
        self._confirmation.counted.failures += 1
        for question, _ in self._held:
            refuse(question.answer, why)
        self._held = []

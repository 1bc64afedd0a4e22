"""Connection to Redis in which all requests of one iteration of the event loop are sent together.

redis-py makes the connection (`connections.py`). Requests and replies are handled here and in `reply_protocol.py`,
because a client library's work for every single command is most of a command's cost. One task works in cycles: it sends
all requests and reads all replies, and meanwhile the next batch is collected. The busier it is, the larger the batches.

Nothing is ever repeated without the caller: when the connection fails, every unanswered request raises `Unavailable`,
and only the caller knows if it may be repeated. The one exception is safe: Redis answers NOSCRIPT *instead of* running
a script, so the same request is sent again with the script's text.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol

from redis.exceptions import AskError, NoScriptError, ReadOnlyError, RedisError, ResponseError, TryAgainError

from quarterdeck_server.storage.store import MOST_WAITING
from quarterdeck_server.storage.wire.admission import unavailable
from quarterdeck_server.storage.wire.confirmation import Confirmation, HeldAnswers
from quarterdeck_server.storage.wire.connections import PATIENCE, Connection
from quarterdeck_server.storage.wire.question import Argument, Question, Refused, Script, question_of, refuse
from quarterdeck_server.storage.wire.reply_protocol import Wire
from quarterdeck_server.store_errors import Unavailable

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
"""Seconds between attempts to connect; doubled from the first value to the second."""


class Server(NamedTuple):
    """One of the servers that together are a store."""

    name: str
    """The name of the node in a cluster; empty if there is only one server."""

    pipeline: "Pipeline"
    shard: int | None
    """A shard whose matches the node has, in a cluster."""


class Requester(Protocol):
    """Interface of the connection to a store: a pipeline to one server, or to all nodes of a cluster."""

    @property
    def batches(self) -> int:
        """Number of batches sent (round trips), for metrics and tests."""
        ...

    @property
    def has_slots(self) -> bool:
        """True if all keys of a request must be in one slot, as in a cluster."""
        ...

    def start(self) -> None: ...
    async def close(self) -> None: ...
    def ask(self, *command: Argument, meaning: Callable[[Any], Any] | None = None) -> asyncio.Future[Any]: ...
    def run(
        self, script: Script, keys: tuple[str, ...], *arguments: Argument, meaning: Callable[[Any], Any]
    ) -> asyncio.Future[Any]: ...


Elsewhere = Callable[[Question, ResponseError], None]
"""Receives a request that a node of a cluster has not carried out because it does not have the keys."""


class Pipeline:
    """One connection that sends all requests of a process in batches.

    `confirmation` keeps the answers until replicas have the data, if required. For a node of a cluster, `elsewhere`
    receives requests for another node, and `lost` is called when the node did not answer.
    """

    has_slots = False

    def __init__(
        self,
        connect: Callable[[], Connection],
        *,
        patience: float = PATIENCE,
        confirmation: Confirmation | None = None,
        elsewhere: Elsewhere | None = None,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self.batches = 0
        self._connect = connect
        self._patience = patience if confirmation is None else patience + 2 * confirmation.within
        self._confirmation = confirmation
        self._elsewhere = elsewhere
        self._lost = lost
        self._wire: Wire | None = None
        self._waiting: list[Question] = []
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Start sending requests to the store. The first request makes the connection."""
        self._task = asyncio.get_running_loop().create_task(self._send_batch(), name="connection to redis")

    async def close(self) -> None:
        """Carry out all waiting requests, and close the connection to the store."""
        self._closing = True
        self._asked.set()
        if self._task is not None:
            await self._task

    def ask(self, *command: Argument, meaning: Callable[[Any], Any] | None = None) -> asyncio.Future[Any]:
        """Send a store command with the batch of this iteration of the event loop. The returned future has the result
        of `meaning` for its reply, or raises `Unavailable`."""
        return self.put(question_of(command, meaning))

    def run(
        self, script: Script, keys: tuple[str, ...], *arguments: Argument, meaning: Callable[[Any], Any]
    ) -> asyncio.Future[Any]:
        """Run a script with the batch of this iteration of the event loop. The returned future has the result of
        `meaning` for its reply, or raises the errors of `meaning`."""
        command = ("EVALSHA", script.sha, len(keys), *keys, *arguments)
        return self.put(question_of(command, meaning, script=script))

    def servers(self) -> list[Server]:
        """Return the only store server of this connection."""
        return [Server("", self, None)]

    def put(self, question: Question) -> asyncio.Future[Any]:
        """Send a request with this iteration's batch, and return the future of its answer."""
        if self._task is None or self._closing:
            refuse(question.answer, Unavailable("the connection is not open"))
        elif len(self._waiting) >= MOST_WAITING:
            refuse(question.answer, Unavailable("too many requests are waiting for the store"))
        else:
            self._waiting.append(question)
            self._asked.set()
        return question.answer

    async def _send_batch(self) -> None:
        """Send one batch of requests after the other, until `close`."""
        pause = FIRST_PAUSE
        while not self._closing or self._waiting:
            await self._asked.wait()
            self._asked.clear()
            batch, self._waiting = self._waiting, []
            if not batch:
                continue
            try:
                await self._exchange(batch)
            except Exception as failure:  # closed transports and half-made connections raise all manner of things
                await self._lose(batch, failure)
                await asyncio.sleep(0 if self._closing else pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE
        await self._hang_up(at_once=False)

    async def _exchange(self, batch: list[Question]) -> None:
        """Send a batch of requests and read all its answers."""
        wire = await self._connected()
        self.batches += 1
        unknown = await self._put_in_one_piece(wire, batch, [question.packed for question in batch])
        if unknown:
            spelled_out = [question.script.spelled_out(question.packed) for question in unknown if question.script]
            await self._put_in_one_piece(wire, unknown, spelled_out)

    async def _put_in_one_piece(self, wire: Wire, batch: Sequence[Question], packed: list[bytes]) -> list[Question]:
        """Send these requests together and read all their replies. Return the requests with scripts that Redis does not
        know."""
        held: HeldAnswers | None = None
        if self._confirmation is not None and any(question.is_of_keys for question in batch):
            held = HeldAnswers(self._confirmation, batch)
            packed.append(held.packed)
        wire.write(b"".join(packed))
        replies = iter(await wire.replies(sum([2 if question.asking else 1 for question in batch])))
        unknown: list[Question] = []
        for question in batch:
            reply = next(replies)
            if question.asking:  # that was the answer to `ASKING`
                reply = next(replies)
            if isinstance(reply, NoScriptError):
                unknown.append(question)
            elif isinstance(reply, Exception):
                self._refused(question, reply)
            elif held is None:
                question.settle(reply)
            else:
                held.add(question, reply)
        if held is not None:
            await held.settle(wire)
        return unknown

    def _refused(self, question: Question, refusal: Exception) -> None:
        """Deliver the refusal of a request. Raises the errors that end the connection."""
        if not isinstance(refusal, ResponseError):
            raise refusal
        if isinstance(refusal, AskError | TryAgainError) and self._elsewhere is not None:
            self._elsewhere(question, refusal)  # MOVED is an AskError to redis-py, too
            return
        refuse(question.answer, Refused(f"Redis refuses: {refusal}"))
        if isinstance(refusal, ReadOnlyError):
            raise refusal  # this one was the master and is no longer: the next connection finds the new one

    async def _connected(self) -> Wire:
        if self._wire is not None and self._wire.is_spent:
            await self._hang_up()
        if self._wire is None:
            connection = self._connect()
            try:
                async with asyncio.timeout(self._patience):
                    await connection.connect()
            except BaseException:
                await self._end(connection.disconnect(nowait=True))
                raise
            self._wire = Wire(connection, self._patience)
        return self._wire

    async def _hang_up(self, *, at_once: bool = True) -> None:
        """Close the connection. At the final close, wait for the end of TLS as well."""
        wire, self._wire = self._wire, None
        if wire is not None:
            await self._end(wire.close(at_once=at_once))

    async def _end(self, ending: Awaitable[None]) -> None:
        with contextlib.suppress(RedisError, OSError, TimeoutError):
            async with asyncio.timeout(self._patience):
                await ending

    async def _lose(self, batch: list[Question], failure: Exception) -> None:
        """Refuse all requests of the batch and all waiting requests, and close the connection."""
        lost = batch + self._waiting
        self._waiting = []
        for question in lost:
            refuse(question.answer, unavailable(failure))
        await self._hang_up()
        self._lost()

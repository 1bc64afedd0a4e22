"""A process's way to a store in memory: requests take their time, come in the order in which they were asked, and can
be cut off before or after they are carried out; what is published can be lost."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextvars import Context
from functools import partial
from typing import Any, TypeVar

from faults.virtual_time import context_of
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Version
from quarterdeck_server.matches.log import Deadline, EntryReceiver, Fields, Head, History, Remembered, Stamped
from quarterdeck_server.metrics import Confirmations
from quarterdeck_server.storage.memory import Memory, MemoryLog, MemoryStore
from quarterdeck_server.storage.memory_documents import MemoryDocuments
from quarterdeck_server.store_errors import Unavailable

Answer = TypeVar("Answer")

PATIENCE = 2.0
"""How long a process waits for its store, as with a real one."""

QUICK = 0.05
"""Up to how many seconds of delay nobody loses patience."""

IN_ORDER = 1e-6
"""By how many seconds what comes next comes later: the loop keeps no order of what comes at the same time."""


class StoreLink:
    """One connection: `ask` · `tell` · `cut` · `mend`."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.delay = 0.001
        """About how many seconds a request takes to the store, or an answer back."""

        self.is_cut = False
        self.loses = 0.0
        """Which part of what is published is lost on its way."""

        self.refuses_writes = False
        self._asked: dict[asyncio.Future[Any], asyncio.TimerHandle] = {}
        self._last_there = self._last_back = self._last_news = 0.0

    def _drawn(self) -> float:
        return self.delay * self._chance.uniform(0.2, 1.8)

    def ask(self, request: Callable[[], Answer], *, writes: bool = False) -> asyncio.Future[Answer]:
        """Carry a request to the store, and its answer back. Whoever asks is told `Unavailable` if the connection is
        cut meanwhile, whatever became of the request."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        if self.is_cut or (writes and self.refuses_writes):
            context_of(None).run(loop.call_later, self._drawn(), _fail, answer)
            return answer
        self._last_there = max(self._last_there + IN_ORDER, loop.time() + self._drawn())
        arrive = partial(self._arrive, request, answer)
        self._asked[answer] = context_of(None).run(loop.call_at, self._last_there, arrive)
        if self.delay > QUICK:  # else it is answered long before
            context_of(None).run(loop.call_later, PATIENCE, self._lose_patience, answer)
        return answer

    def _arrive(self, request: Callable[[], Answer], answer: asyncio.Future[Answer]) -> None:
        loop = asyncio.get_running_loop()
        try:
            result = request()
        except Exception as error:
            reply = partial(_settle, answer, error=error)
        else:
            reply = partial(_settle, answer, result=result)
        if not answer.done():
            self._last_back = max(self._last_back + IN_ORDER, loop.time() + self._drawn())
            self._asked[answer] = loop.call_at(self._last_back, self._reply, answer, reply)

    def _reply(self, answer: asyncio.Future[Any], reply: Callable[[], None]) -> None:
        self._asked.pop(answer, None)
        reply()

    def _lose_patience(self, answer: asyncio.Future[Any]) -> None:
        if not answer.done():
            self.cut()
            self.mend()

    def cut(self) -> None:
        """Cut the connection: of what is on its way some arrives, and nobody hears of it."""
        self.is_cut = True
        asked, self._asked = self._asked, {}
        for answer, handle in asked.items():
            if self._chance.random() < 0.5:  # else it is still carried out, if it has not been yet
                handle.cancel()
            _fail(answer)

    def mend(self) -> None:
        """Let it be there again; whoever listens has to be told that messages may have gone by."""
        self.is_cut = False

    def tell(self, context: Context, received: Callable[..., object], *message: object) -> None:
        """Carry what is published to the process."""
        if self.is_cut or self._chance.random() < self.loses:
            return
        loop = asyncio.get_running_loop()
        self._last_news = max(self._last_news + IN_ORDER, loop.time() + self._drawn())
        loop.call_at(self._last_news, received, *message, context=context)


def _fail(answer: "asyncio.Future[Any]") -> None:
    _settle(answer, error=Unavailable("the connection is cut"))


def _settle(answer: "asyncio.Future[Any]", *, result: Any = None, error: Exception | None = None) -> None:
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)
        answer.exception()  # whoever asked may have gone


def _now(request: Coroutine[Any, Any, Answer]) -> Answer:
    """Carry out a request to a memory, which never waits."""
    try:
        request.send(None)
    except StopIteration as done:
        answer: Answer = done.value
        return answer
    raise AssertionError("a memory waits for nothing")


class LinkedLog:
    """The logs of all matches, at the end of a link."""

    def __init__(self, link: StoreLink, memory: Memory, context: Context) -> None:
        self._link = link
        self._context = context
        self._subscribed: dict[MatchId, None] = {}
        self._moved: set[MatchId] = set()
        self._heard: EntryReceiver | None = None
        self._missed: Callable[[], None] | None = None
        self.store = MemoryStore(memory)

    def _log(self) -> MemoryLog:
        return self.store.log

    def __getattr__(self, name: str) -> Any:
        """Return any other request that a log takes: what becomes of it is the same."""
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *args, **options: self._link.ask(
            lambda: _now(getattr(self._log(), name)(*args, **options)), writes=True
        )

    def reach(self, memory: Memory) -> None:
        """Reach this memory from now on, as after a fail-over: whatever was followed is followed there."""
        if self.store in self.store.memory.processes:
            self.store.memory.processes.remove(self.store)
        self.store = MemoryStore(memory)
        self.store.log._subscribed.update(self._subscribed)
        self._listen()
        memory.processes.append(self.store)

    def _listen(self) -> None:
        received = self._heard
        assert received is not None

        def tell(match: MatchId, epoch: Epoch, stamped: Stamped) -> None:
            if match not in self._moved:
                self._link.tell(self._context, received, match, epoch, stamped)

        self.store.log.set_callbacks(tell, self.miss)

    def lose_news_of(self, match: MatchId) -> None:
        """Hear nothing of this match any more: it is published elsewhere."""
        self._moved.add(match)

    def hear_again_of(self, match: MatchId) -> None:
        """Hear of it again, there, and that messages may have gone by."""
        self._moved.discard(match)
        self.miss()

    def miss(self) -> None:
        """Tell the process that messages may have gone by."""
        if self._missed is not None:
            self._link.tell(self._context, self._missed)

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        return self._link.ask(lambda: self._log()._append(match, head, entry, deadline, over=over), writes=True)

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        def read() -> History:
            history = _now(self._log().read(match, after))
            return History(history.epoch, list(history.entries))

        return await self._link.ask(read)

    async def rewind(self, match: MatchId, known: Head) -> None:
        await self._link.ask(lambda: _now(self._log().rewind(match, known)), writes=True)

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        await self._link.ask(lambda: _now(self._log().restore(match, read, remembered)), writes=True)

    async def store_snapshot(self, match: MatchId, fields: Fields, *, replaces_all: bool) -> None:
        await self._link.ask(
            lambda: _now(self._log().store_snapshot(match, fields, replaces_all=replaces_all)), writes=True
        )

    async def snapshot(self, match: MatchId) -> Fields:
        return await self._link.ask(lambda: _now(self._log().snapshot(match)))

    async def pack(self, match: MatchId) -> bool:
        return await self._link.ask(lambda: _now(self._log().pack(match)), writes=True)

    async def drop(self, match: MatchId, head: Head) -> bool:
        return await self._link.ask(lambda: _now(self._log().drop(match, head)), writes=True)

    def set_callbacks(self, received: EntryReceiver, missed: Callable[[], None]) -> None:
        self._heard, self._missed = received, missed
        self._listen()

    async def subscribe(self, match: MatchId) -> None:
        await self._link.ask(lambda: _now(self._log().subscribe(match)))
        self._subscribed[match] = None

    async def unsubscribe(self, match: MatchId) -> None:
        self._subscribed.pop(match, None)
        await self._link.ask(lambda: _now(self._log().unsubscribe(match)))

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        return await self._link.ask(lambda: _now(self._log().versions(matches)))

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        return await self._link.ask(lambda: _now(self._log().heads(matches)))

    async def due(self, most: int) -> Sequence[MatchId]:
        return await self._link.ask(lambda: _now(self._log().due(most)))

    async def due_after(self, at: Milliseconds) -> Sequence[MatchId]:
        return await self._link.ask(lambda: _now(self._log().due_after(at)))

    async def now(self) -> Milliseconds:
        return await self._link.ask(lambda: _now(self._log().now()))


class LinkedDocuments(MemoryDocuments):
    """What the lobby keeps, at the end of a link."""

    def __init__(self, link: StoreLink, memory: Memory, context: Context) -> None:
        super().__init__(memory)
        self._link = link
        self._context = context

    async def read(self, *args: Any, **options: Any) -> Any:
        return await self._link.ask(lambda: _now(super(LinkedDocuments, self).read(*args, **options)))

    async def commit(self, *args: Any, **options: Any) -> Any:
        return await self._link.ask(lambda: _now(super(LinkedDocuments, self).commit(*args, **options)), writes=True)

    async def listed(self, *args: Any, **options: Any) -> Any:
        return await self._link.ask(lambda: _now(super(LinkedDocuments, self).listed(*args, **options)))

    async def count(self, *args: Any, **options: Any) -> Any:
        return await self._link.ask(lambda: _now(super(LinkedDocuments, self).count(*args, **options)))

    async def number_of(self, *args: Any, **options: Any) -> Any:
        return await self._link.ask(lambda: _now(super(LinkedDocuments, self).number_of(*args, **options)))

    async def numbers_of(self, *args: Any, **options: Any) -> Any:
        return await self._link.ask(lambda: _now(super(LinkedDocuments, self).numbers_of(*args, **options)))

    async def now(self) -> Milliseconds:
        return await self._link.ask(lambda: _now(super(LinkedDocuments, self).now()))

    def receive(self, message: bytes) -> None:
        for received, _ in self._listeners:
            self._link.tell(self._context, received, message)

    def rung_again(self) -> None:
        for _, missed in self._listeners:
            self._link.tell(self._context, missed)


class LinkedStore:
    """One process's side of a store of two servers: one has the matches, the other one the lobby."""

    def __init__(self, name: str, link: StoreLink, matches: Memory, lobby: Memory, context: Context) -> None:
        self.process = name
        self.link = link
        self.confirmations = Confirmations()
        self.log = LinkedLog(link, matches, context)
        self._lobby = MemoryStore(lobby)
        self.documents = self._lobby.documents = LinkedDocuments(link, lobby, context)

    async def start(self) -> None:
        """Begin to be rung."""
        self.log.store.memory.processes.append(self.log.store)
        self._lobby.memory.processes.append(self._lobby)

    async def close(self) -> None:
        """Be rung no longer."""
        self.leave()

    def leave(self) -> None:
        """Be gone, as a process that has died."""
        for store in (self.log.store, self._lobby):
            if store in store.memory.processes:
                store.memory.processes.remove(store)

    def mend(self) -> None:
        """Be there again after the link was cut."""
        self.link.mend()
        self.log.miss()
        self.documents.rung_again()

    async def ping(self) -> None:
        """Return if the memory is there."""
        await self.log.now()

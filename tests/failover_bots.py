"""Bots that note what was acknowledged, and a switch in front of several processes."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlsplit

import msgspec
from quarterdeck_client import Client, FollowedMatch, RefusedError
from quarterdeck_client.followed_match import PASSED
from quarterdeck_protocol.messages import Act, RawUpdate
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.transcripts.transcript import Entry, Transcript


class Switch:
    """Passes every fresh connection on to the next of the servers that takes it; what is cut on one side is cut on
    the other."""

    def __init__(self, urls: list[str]) -> None:
        self.urls = urls
        self.url = ""
        self._next = 0
        self._carrying: set[asyncio.Task[None]] = set()

    @classmethod
    @contextlib.asynccontextmanager
    async def to(cls, urls: list[str]) -> AsyncIterator["Switch"]:
        switch = cls(urls)
        server = await asyncio.start_server(switch._take, "127.0.0.1", 0)
        switch.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield switch
        finally:
            server.close()
            for task in switch._carrying:
                task.cancel()
            await asyncio.gather(*switch._carrying, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        with contextlib.suppress(asyncio.CancelledError):
            await self._carry(reader, writer)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for _ in self.urls:
                place = urlsplit(self.urls[self._next % len(self.urls)])
                self._next += 1
                try:
                    behind = await asyncio.open_connection(place.hostname, place.port)
                except ConnectionError:
                    continue
                await self._both_ways(reader, writer, *behind)
                return
        finally:
            writer.transport.abort()

    @staticmethod
    async def _both_ways(
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        reader_behind: asyncio.StreamReader,
        writer_behind: asyncio.StreamWriter,
    ) -> None:
        there = asyncio.create_task(_pour(reader, writer_behind))
        back = asyncio.create_task(_pour(reader_behind, writer))
        try:
            await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (there, back):
                task.cancel()
            writer_behind.transport.abort()  # before anything is waited for: it may be cancelled there
            await asyncio.gather(there, back, return_exceptions=True)


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()


class Played:
    """What was sent and what was acknowledged, by all bots of a test."""

    def __init__(self) -> None:
        self.sent: list[Ref] = []
        self.acknowledged: list[Ref] = []
        self._more = asyncio.Event()
        self._on = asyncio.Event()
        self._on.set()
        self._asking = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @contextlib.asynccontextmanager
    async def interval(self) -> AsyncIterator[None]:
        """Let nobody act meanwhile; begins when all that was sent has been answered."""
        self._on.clear()
        try:
            async with asyncio.timeout(120):
                await self._quiet.wait()
            yield
        finally:
            self._on.set()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the end of an interval, and hold the next one up until what is sent here has been answered."""
        await self._on.wait()
        self._asking += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._asking -= 1
            if not self._asking:
                self._quiet.set()

    def note(self, ref: Ref) -> None:
        self.acknowledged.append(ref)
        self._more.set()

    async def have_been(self, number: int) -> None:
        """Wait until so many actions were acknowledged."""
        async with asyncio.timeout(120):
            while len(self.acknowledged) < number:
                self._more.clear()
                await self._more.wait()


class UpdateRecorder:
    """Every update that a player was told, as it came."""

    def __init__(self, seated: FollowedMatch) -> None:
        self.seated = seated
        self.updates: list[RawUpdate] = []
        take = seated.receive

        def receive(update: RawUpdate) -> None:
            self.updates.append(update)
            take(update)

        seated.receive = receive  # type: ignore[method-assign]  # as it is heard, before anything is let go

    @property
    def links(self) -> dict[tuple[int, int], str]:
        """The links that were told, by epoch and version."""
        return {(update.epoch, update.version): update.link for update in self.updates}


async def _at_once(_: int) -> None:
    pass


async def play_out(
    client: Client,
    seated: FollowedMatch,
    chance: random.Random,
    played: Played,
    ready: Callable[[int], Awaitable[None]] = _at_once,
) -> None:
    """Take any of the choices until the match has ended, noting what was acknowledged; `ready`, which is told how often
    the seat has acted, is waited for each time."""
    acted = 0
    async for turn in seated.turns():
        await ready(acted)
        acted += 1
        async with played.turn():
            action = turn.as_offered(chance.choice(turn.choices))
            ref = Ref(f"{seated.match[:8]}-{seated.seat}-{len(played.sent)}")
            played.sent.append(ref)
            try:
                await client.ask(Act(match=seated.match, seen=turn.update.version, action=action, ref=ref))
            except RefusedError as refused:
                if refused.code not in PASSED:
                    raise
            else:
                played.note(ref)


def refs_in(transcript: Transcript) -> list[Ref]:
    """Return the refs of all entries, in order."""
    entries = (msgspec.json.decode(each.entry, type=Entry[msgspec.Raw]) for each in transcript.entries)
    return [entry.ref for entry in entries if entry.ref is not None]

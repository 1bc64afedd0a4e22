"""Processes that share a memory, each with its own matches, and a log in between whose answers a test can hold back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from enum import Enum, auto
from typing import Any

import msgspec
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_protocol.messages import Act, Refused, Resign
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, Ref, Seat, Version, Viewer
from quarterdeck_protocol.recess import RecessMatch, RecessStep
from quarterdeck_protocol.transcripts.transcript import Entry
from quarterdeck_protocol.undo import AnswerUndo, AskUndo, UndoAnswer
from quarterdeck_server.bots.roster import bots_for
from quarterdeck_server.matches.audience import Viewing
from quarterdeck_server.matches.bot_turns import Searches
from quarterdeck_server.matches.log import Deadline, EntryReceiver, Fields, Head, History, Remembered
from quarterdeck_server.matches.match import Match
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.storage.memory import Memory, MemoryLog, MemoryStore
from quarterdeck_server.store_errors import Conflict, Unavailable
from servers import Message, opening

MATCH = MatchId("match")
ADA: Message = {"id": "ada", "name": "Ada"}
BO: Message = {"id": "bo", "name": "Bo"}
LIMIT = Milliseconds(30_000)


class Hand:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = Milliseconds(1_000_000_000_000)

    def __call__(self) -> Milliseconds:
        return self.time

    def move(self, milliseconds: int) -> None:
        self.time = Milliseconds(self.time + milliseconds)


class Fate(Enum):
    """What becomes of the next entries."""

    KEPT = auto()
    HELD = auto()
    """Kept, but the answer does not come until it is let through."""

    UNANSWERED = auto()
    """Kept, but the answer is lost: `Unavailable`."""

    LOST = auto()
    """Not kept: `Unavailable`."""

    BEATEN = auto()
    """Not kept: `Conflict`, as if somebody else had been faster."""


class Tampered:
    """A log that goes wrong in all the ways a store can."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self.fate = Fate.KEPT
        self.tried = 0
        """How many entries were to be appended."""

        self.before_read: Callable[[], Any] | None = None
        """Done once, between the asking and the reading of the log, and awaited if it can be."""

        self.after_read: Callable[[], Any] | None = None
        """Done once, between the reading and the answer."""

        self._held: list[tuple[asyncio.Future[Milliseconds], asyncio.Future[Milliseconds]]] = []

    def let_through(self) -> None:
        """Let all answers through that were held back."""
        held, self._held = self._held, []
        for answer, really in held:
            refusal = really.exception()
            if refusal is None:
                answer.set_result(really.result())
            else:
                answer.set_exception(refusal)

    def append(
        self, match: MatchId, head: Head, entry: bytes, deadline: Deadline, *, over: bool
    ) -> asyncio.Future[Milliseconds]:
        self.tried += 1
        refused: asyncio.Future[Milliseconds] = asyncio.get_running_loop().create_future()
        match self.fate:
            case Fate.LOST:
                refused.set_exception(Unavailable("lost"))
                return refused
            case Fate.BEATEN:
                refused.set_exception(Conflict("beaten"))
                return refused
            case _:
                answer = self._log.append(match, head, entry, deadline, over=over)
        if self.fate is Fate.UNANSWERED:
            refused.set_exception(Unavailable("unanswered"))
            return refused
        if self.fate is Fate.HELD:
            self._held.append((refused, answer))
            return refused
        return answer

    async def read(self, match: MatchId, after: Version = Version(0)) -> History:  # noqa: B008 - a number
        before, self.before_read = self.before_read, None
        if before is not None:
            awaited = before()
            if awaited is not None:
                await awaited
        read = await self._log.read(match, after)
        stored = History(read.epoch, list(read.entries))
        later, self.after_read = self.after_read, None
        if later is not None:
            later()
            await asyncio.sleep(0)
        return stored

    def set_callbacks(self, heard: EntryReceiver, missed: Callable[[], None]) -> None:
        self._log.set_callbacks(heard, missed)

    async def subscribe(self, match: MatchId) -> None:
        await self._log.subscribe(match)

    async def unsubscribe(self, match: MatchId) -> None:
        await self._log.unsubscribe(match)

    async def versions(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Version]:
        return await self._log.versions(matches)

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Head]:
        return await self._log.heads(matches)

    async def rewind(self, match: MatchId, known: Head) -> None:
        await self._log.rewind(match, known)

    async def restore(self, match: MatchId, read: Head, remembered: Remembered) -> None:
        await self._log.restore(match, read, remembered)

    async def store_snapshot(self, match: MatchId, fields: Fields, *, replaces_all: bool) -> None:
        await self._log.store_snapshot(match, fields, replaces_all=replaces_all)

    async def snapshot(self, match: MatchId) -> Fields:
        return await self._log.snapshot(match)

    async def pack(self, match: MatchId) -> bool:
        return await self._log.pack(match)

    async def drop(self, match: MatchId, head: Head) -> bool:
        return await self._log.drop(match, head)

    async def due(self, most: int) -> Sequence[MatchId]:
        return await self._log.due(most)

    async def due_after(self, at: Milliseconds) -> Sequence[MatchId]:
        return await self._log.due_after(at)

    async def now(self) -> Milliseconds:
        return await self._log.now()


class Watcher:
    """One connection that follows a match, and what it was told."""

    def __init__(self, match: Match, seat: Viewer) -> None:
        self.match = match
        self.received: list[Message] = []
        self.refused: list[Refused] = []
        self.viewing = Viewing(seat, lambda frame: self.received.append(msgspec.json.decode(frame)))
        match.join(self.viewing)

    @property
    def seat(self) -> Seat:
        assert self.viewing.seat is not None
        return self.viewing.seat

    @property
    def latest(self) -> Message:
        return self.received[-1]

    @property
    def answers(self) -> list[str]:
        """The refs that were answered, in order: by an update, or with what they were refused for."""
        refs = [each["ref"] for each in self.received if each.get("ref") is not None]
        return [*refs, *(f"{each.ref} {each.code}" for each in self.refused)]

    def act(
        self,
        ref: str | None = None,
        *,
        seen: int | None = None,
        epoch: int | None = None,
        cell: int = 0,
        note: str = "",
    ) -> None:
        """Mark a cell."""
        action = msgspec.Raw(msgspec.json.encode({"type": "mark", "cell": cell, "note": note}))
        at = self.match.record.version if seen is None else Version(seen)
        history = None if epoch is None else Epoch(epoch)
        name = None if ref is None else Ref(ref)
        command = Act(match=self.match.id, seen=at, epoch=history, action=action, ref=name)
        self.match.act(self.seat, self.viewing, command, self.refused.append)

    async def look(self, since: Version | None, link: str | None = None) -> bytes:
        """Ask how the match stands, and return the answer."""
        await self.match.send_since(self.viewing, since, None, link)
        return msgspec.json.encode(self.latest)

    def ask_undo(self, action: int, ref: str | None = None) -> None:
        command = AskUndo(match=self.match.id, action=Version(action), ref=None if ref is None else Ref(ref))
        self.match.ask_undo(self.seat, self.viewing, command, self.refused.append)

    def answer_undo(self, action: int, answer: UndoAnswer = UndoAnswer.AGREE, ref: str | None = None) -> None:
        name = None if ref is None else Ref(ref)
        command = AnswerUndo(match=self.match.id, action=Version(action), answer=answer, ref=name)
        self.match.answer_undo(self.seat, self.viewing, command, self.refused.append)

    def recess(self, step: RecessStep, ref: str | None = None) -> None:
        command = RecessMatch(match=self.match.id, step=step, ref=None if ref is None else Ref(ref))
        self.match.recess(self.seat, self.viewing, command, self.refused.append)

    def resign(self, ref: str | None = None) -> None:
        command = Resign(match=self.match.id, ref=None if ref is None else Ref(ref))
        self.match.resign(self.seat, self.viewing, command, self.refused.append)


class Process:
    """One process's side of everything."""

    def __init__(
        self, memory: Memory, games: Mapping[str, AnyGame], *, remembers: bool, searches: Searches | None = None
    ) -> None:
        self.memory = memory
        self.store = MemoryStore(memory)
        self.log = Tampered(self.store.log)
        self.matches = Matches(games, self.log, bots_for(games), remembers=remembers, searches=searches)
        self.matches.clock.correct(memory.clock())

    async def match(self, match: MatchId = MATCH) -> Match:
        return await self.matches.open(match)

    async def watch(self, seat: Viewer, match: MatchId = MATCH) -> Watcher:
        return Watcher(await self.match(match), seat)

    async def on_turn(self, match: MatchId = MATCH) -> Watcher:
        """Return a watcher at the seat whose turn it is."""
        return await self.watch((await self.match(match)).record.waiting[0].seat, match)


class Processes:
    """All processes on one memory, whose clock is moved by hand."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.hand = Hand()
        self.memory = Memory(self.hand)
        self.started: list[Process] = []
        self._games = games

    async def start(self, *, remembers: bool = False, searches: Searches | None = None) -> Process:
        process = Process(self.memory, self._games, remembers=remembers, searches=searches)
        await process.store.start()
        self.started.append(process)
        return process

    async def begin(
        self,
        players: Sequence[Message] = (ADA, BO),
        match: str = "match",
        time_limit: int = LIMIT,
        *,
        remembers: bool = False,
        searches: Searches | None = None,
        **options: Any,
    ) -> Process:
        """Start a process and begin a match there."""
        process = await self.start(remembers=remembers, searches=searches)
        await process.matches.begin(opening(match, players, time_limit=time_limit, **options))
        return process

    def pass_time(self, milliseconds: int) -> None:
        """Move the clock of the store, and tell every process."""
        self.hand.move(milliseconds)
        for process in self.started:
            process.matches.clock.correct(self.hand.time)

    def entries(self, match: MatchId = MATCH) -> list[Entry[Any]]:
        """Return what is in the log."""
        return [msgspec.json.decode(each.entry, type=Entry[Any]) for each in self.memory.logs[match].entries]

    def causes(self, match: MatchId = MATCH) -> list[str]:
        """Return what is in the log, in a word each."""
        return [type(entry.cause).__name__ for entry in self.entries(match)]


@asynccontextmanager
async def processes(games: Mapping[str, AnyGame] = GAMES) -> AsyncIterator[Processes]:
    """Return as many processes as are started, and end them."""
    several = Processes(games)
    yield several
    for process in several.started:
        await process.matches.close()
        await process.store.close()


FEWEST_TURNS, MOST_TURNS = 40, 2_000


async def settle() -> None:
    """Let everything come to rest that waits for nothing but its turn, however many turns it takes: what is folded ends
    its turn after a while, which on a busy machine is soon. Who tries again for ever is not waited for."""
    loop: Any = asyncio.get_running_loop()
    for turn in range(MOST_TURNS):
        if turn >= FEWEST_TURNS and not loop._ready:  # nothing public says whether anybody else has something to do
            return
        await asyncio.sleep(0)


async def both(several: Processes) -> tuple[Process, Watcher, Watcher]:
    """Return a process with the seat whose turn it is, and the other seat."""
    process = await several.begin()
    mine = await process.on_turn()
    return process, mine, await process.watch(Seat(1 - mine.seat))

"""Matches that begin at two workers of a server are played at one of them, and nobody who plays or watches notices.

Two workers are mostly two servers of this process, on one store and with places where they find each other; at the end
they are processes.
"""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import stat
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from quarterdeck_client.transport.whole_updates import WholeUpdates
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.process.supervisor import _meeting_places
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web import handover
from quarterdeck_server.web.connection_limits import CONNECTIONS, Stage
from quarterdeck_server.web.frames import noted_frames, send_queue
from quarterdeck_server.web.frames.frame_socket import FrameSocket
from quarterdeck_server.web.frames.send_queue import SendQueue
from quarterdeck_server.web.handover import HANDOVER, NO, READY
from quarterdeck_server.web.presence import Present
from quarterdeck_server.web.readiness import READINESS, State
from quarterdeck_server.web.socket import CONVERSATIONS, SEND_QUEUES
from raw_lines import raw_line
from scrapes import Scrape, scrape_of, series
from servers import SOON, Line, LiveServer, Message, Served, children_of, kill, line_to, live_server, served, soon

MATCH = "together"
FILLER = b'{"type":"filler","text":"%s"}' % (b"x" * 8 * 2**20)
"""More than the system takes for a client that reads nothing."""

PING = b'\x81\x9c\x00\x00\x00\x00{"type":"ping","ref":"half"}'

pytestmark = pytest.mark.skipif(not handover.IS_POSSIBLE, reason="this platform gives no open file to another process")


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer connections soon and often, and do not wait long."""
    monkeypatch.setattr(handover, "SECONDS_UNTIL_OFFERED", (0.02,) * 200)
    monkeypatch.setattr(handover, "SECONDS_BETWEEN_ROUNDS", 0.02)
    monkeypatch.setattr(handover, "MOST_CHECKS", 20)
    monkeypatch.setattr(send_queue, "SECONDS_OF_PATIENCE", SOON)  # clients are slow here on purpose


class Worker:
    """One of two workers."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server

    def handed_over(self, outcome: str) -> int:
        return self.server.app[HANDOVER].outcomes[outcome]

    @property
    def counts(self) -> set[int]:
        """How many conversations it has, as each part of it counts them: more than one while one is about to come."""
        talking = self.server.app[CONNECTIONS].by_stage()[Stage.TALKING]
        pinged = sum(map(len, self.server.app[CONVERSATIONS].heartbeat._slots))
        return {talking, len(self.server.app[SEND_QUEUES]), pinged}

    @property
    def talking(self) -> int:
        """How many conversations it has; every part of it says the same."""
        (talking,) = self.counts
        return talking

    @property
    def queue(self) -> SendQueue:
        (queue,) = self.server.app[SEND_QUEUES]
        return queue


@contextlib.asynccontextmanager
async def two_workers(folder: Path, **settings: Any) -> AsyncIterator[tuple[Worker, Worker]]:
    memory, (first, second) = Memory(), (str(folder / "0"), str(folder / "1"))
    settings = {"messages_per_second": 100_000, **settings}  # they play as fast as they can
    async with (
        live_server(MemoryStore(memory), inherited_handover=(first, second), **settings) as one,
        live_server(MemoryStore(memory), inherited_handover=(second, first), **settings) as other,
    ):
        yield Worker(one), Worker(other)


class Player:
    """Somebody who plays whenever they are asked, and pings the server with every action."""

    def __init__(self, line: Line, *, patches: bool = False) -> None:
        self.line = line
        self.patches = patches
        self.who: Message = {}
        self.token = ""
        self.versions: list[int] = []
        self.pongs: list[str] = []
        self.pinged: list[str] = []
        self.others: list[Message] = []
        """What was heard besides updates and pongs."""

        self._updates = WholeUpdates()

    async def come(self, name: str) -> None:
        await self.line.ask({"type": "hello", "updates": "patch" if self.patches else "whole"})
        signed_in = await self.line.sign_in(name)
        self.who, self.token = signed_in["player"], signed_in["token"]

    async def watch(self, match: str = MATCH) -> None:
        await self.line.send({"type": "watch_match", "match": match, "ref": "watch"})

    async def play(self, until: Callable[[], bool]) -> None:
        """Play until this is so and something more has happened."""
        while not until():
            await self.hear()

    async def play_to(self, version: int) -> None:
        """Play until this version is told."""
        await self.play(lambda: self.versions[-1] >= version)

    async def hear(self) -> None:
        """Hear the next message, and answer it."""
        async with asyncio.timeout(SOON):
            message = await self.line.socket.receive()
        assert message.type is aiohttp.WSMsgType.TEXT, message
        heard = msgspec.json.decode(self._updates.whole(message.data))
        if heard["type"] == "pong":
            self.pongs.append(heard["ref"])
        elif heard["type"] == "update":
            self.versions.append(heard["version"])
            if heard["choices"]:
                await self.act(heard)
        else:
            self.others.append(heard)

    async def act(self, heard: Message) -> None:
        version = heard["version"]
        action = {"type": "mark", "cell": version % 256, "note": ""}
        self.pinged += [f"a{version}", f"b{version}"]
        act = {"type": "act", "match": heard["match"], "seen": version, "action": action, "ref": f"act {version}"}
        for each in ({"type": "ping", "ref": f"a{version}"}, act, {"type": "ping", "ref": f"b{version}"}):
            await self.line.send(each)

    def has_heard_all(self) -> bool:
        """Whether each update was heard once and in order, and every ping was answered, but what is on its way."""
        first = self.versions[0]
        in_order = self.versions == list(range(first, first + len(self.versions)))
        return in_order and self.pinged[: len(self.pongs)] == self.pongs


def transport_of(line: Line) -> asyncio.Transport:
    """Return what a client reads from: it is slow as long as that is paused."""
    connection = line.socket._response.connection
    assert connection is not None
    assert isinstance(connection.transport, asyncio.Transport)
    return connection.transport


@contextlib.asynccontextmanager
async def player(worker: Worker, name: str, *, patches: bool = False, **options: Any) -> AsyncIterator[Player]:
    async with worker.server.line(**options) as line:
        one = Player(line, patches=patches)
        await one.come(name)
        yield one


async def play_on(players: list[Player], further: int = 20) -> None:
    """Have all play until so much more has happened."""
    until = max(each.versions[-1] for each in players) + further
    await asyncio.gather(*(each.play_to(until) for each in players))


async def play_until(players: list[Player], happens: Callable[[], bool]) -> None:
    """Have all play until something has happened elsewhere."""
    happening = asyncio.ensure_future(soon(happens))
    await asyncio.gather(
        *(each.play(happening.done) for each in players)
    )  # who hears the last of it goes on: nobody waits
    await happening


@pytest.mark.parametrize("patches", [False, True])
@pytest.mark.parametrize(
    ("compress", "offer"), [(0, ""), (15, "permessage-deflate; client_max_window_bits"), (15, "permessage-deflate")]
)
async def test_a_match_that_is_played_meanwhile_goes_on_at_the_worker_of_who_sits_first(
    *, compress: int, offer: str, patches: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aiohttp.client.ws_ext_gen", lambda **_: offer)
    async with (
        two_workers(tmp_path) as (one, other),
        player(one, "Ada") as ada,
        player(other, "Bo", compress=compress, patches=patches) as bo,
    ):
        await one.server.begin(MATCH, [ada.who, bo.who], marks=100_000)
        await ada.watch()
        await bo.watch()
        await play_until([ada, bo], lambda: one.handed_over("taken") == 1)
        await play_on([ada, bo], 100)
        assert ada.has_heard_all()
        assert bo.has_heard_all()
        assert (ada.others, bo.others) == ([], [])
        assert (one.talking, other.talking) == (2, 0)
        assert (one.handed_over("taken"), other.handed_over("given")) == (1, 1)
        await soon(lambda: other.server.services.matches.held == 0)  # it hears no more of it
        assert other.server.services.presence.players == 0
        assert one.server.services.presence.players == 2
    assert (one.talking, other.talking) == (0, 0)


async def test_a_caller_who_watches_comes_as_well_and_sees_no_more_than_before(tmp_path: Path) -> None:
    async with (
        two_workers(tmp_path) as (one, other),
        player(one, "Ada") as ada,
        player(one, "Bo") as bo,
        player(other, "Cy") as cy,
    ):
        await one.server.begin(MATCH, [ada.who, bo.who], marks=100_000)
        for each in (ada, bo, cy):
            await each.watch()
        await play_until([ada, bo, cy], lambda: one.handed_over("taken") == 1)
        await play_on([ada, bo, cy])
        assert cy.has_heard_all()
        assert (cy.others, cy.pinged) == ([], [])
        answer = await cy.line.ask({"type": "watch_match", "match": MATCH})
        assert (answer["seat"], answer["watching"]) == (None, 1)
        assert (one.talking, other.talking) == (3, 0)


async def test_a_caller_who_watches_where_somebody_sat_who_has_gone_to_another_worker_follows_them(
    tmp_path: Path,
) -> None:
    async with (
        two_workers(tmp_path) as (one, other),
        player(one, "Ada") as ada,
        player(other, "Bo") as bo,
        player(other, "Cy") as cy,
    ):
        await one.server.begin(MATCH, [ada.who, bo.who], marks=100_000)
        for each in (ada, bo, cy):
            await each.watch()
            await each.hear()
        await play_until([ada, bo, cy], lambda: one.handed_over("taken") == 2)
        await play_on([ada, bo, cy])
        assert cy.has_heard_all()
        assert (one.talking, other.talking) == (3, 0)
        await soon(lambda: other.server.services.matches.held == 0)


async def test_anything_that_is_said_and_what_becomes_of_the_table_is_heard_once(tmp_path: Path) -> None:
    async with two_workers(tmp_path) as (one, other), one.server.line() as ada, other.server.line() as bo:
        await ada.sign_in("Ada")
        token = (await bo.sign_in("Bo"))["token"]
        match, table = await begun(ada, bo, marks=4)
        for line in (ada, bo):
            await line.ask({"type": "join_chat", "where": "match", "id": match})
        said = [await say(ada, match, number) for number in range(5)]
        while one.handed_over("taken") == 0:
            said.append(await say(ada, match, len(said)))
        said.append(await say(ada, match, len(said)))
        await bo.until(lambda heard: heard["type"] == "said" and heard["line"]["text"] == said[-1])
        heard = [each["line"]["text"] for each in bo.heard if each["type"] == "said"]
        assert heard == said
        bo.heard.clear()
        await play_out(match, [ada, bo])
        await bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
        told = [each["type"] for each in bo.heard]
        assert sorted(told) == ["table_changed", *["update"] * told.count("update")]
        answer = await bo.ask({"type": "say", "where": "match", "id": match, "text": "well played"})
        assert answer["type"] == "said"
        assert (await bo.ask({"type": "stand", "table": table}))["type"] == "table_changed"
        async with other.server.line() as newer:  # and it is still the same session
            await newer.sign_in(token=token)
            assert await bo.closed() == CloseCode.TAKEN_UP_ELSEWHERE


async def say(line: Line, match: str, number: int) -> str:
    text = f"line {number}"
    answer = await line.ask({"type": "say", "where": "match", "id": match, "text": text})
    assert answer["type"] == "said", answer
    return text


async def begun(ada: Line, bo: Line, marks: int) -> tuple[str, str]:
    """Begin a match of these two at a table, which both follow; return both ids."""
    opened = await ada.ask({"type": "open_table", "game": "tiny", "options": {"marks": marks}})
    table = str(opened["table"]["id"])
    await bo.ask({"type": "sit", "table": table})
    await ada.ask({"type": "ready", "table": table})
    match = str((await bo.ask({"type": "ready", "table": table}))["table"]["match"])
    for each in (ada, bo):
        await each.ask({"type": "watch_match", "match": match})
    return match, table


def newest(line: Line, match: str) -> Message:
    return next(heard for heard in reversed(line.heard) if heard["type"] == "update" and heard["match"] == match)


async def play_out(match: str, lines: list[Line]) -> None:
    """Play a match to its end."""
    shown = [await line.ask({"type": "watch_match", "match": match}) for line in lines]
    while shown[0]["result"] is None:
        (number,) = [number for number, each in enumerate(shown) if each["choices"]]
        action = {"type": "mark", "cell": 0, "note": ""}
        act = {"type": "act", "match": match, "seen": shown[number]["version"], "action": action}
        shown[number] = await lines[number].ask(act)
        shown[1 - number] = await lines[1 - number].until(partial(is_news, shown[number]["version"]))


def is_news(version: int, heard: Message) -> bool:
    """Whether this says how a match stands at this version."""
    return bool(heard["type"] == "update" and heard["version"] == version)


async def test_a_caller_who_follows_more_than_one_match_the_list_of_tables_or_looks_for_a_match_stays(
    tmp_path: Path,
) -> None:
    async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada:
        await one.server.begin(MATCH, [ada.who, ada.who | {"id": "nobody"}], marks=100_000)
        await one.server.begin("another", [ada.who, ada.who | {"id": "nobody"}], marks=100_000)
        await ada.watch()
        await ada.hear()
        async with (
            other.server.line() as unknown,
            player(other, "Two") as two,
            player(other, "Lists") as lists,
            player(other, "Seeks") as seeks,
            player(other, "Cy") as cy,
        ):
            await two.line.ask({"type": "watch_match", "match": "another"})
            await lists.line.ask({"type": "watch_lobby"})
            await seeks.line.ask({"type": "seek", "games": [{"game": "tiny"}]})
            for line in (unknown, two.line, lists.line, seeks.line, cy.line):
                answer = await line.ask({"type": "watch_match", "match": MATCH})
                assert answer["type"] == "update", answer
            await soon(lambda: one.handed_over("taken") == 1)
            assert (await cy.line.ask({"type": "hello"}))["type"] == "welcome"
            assert (one.talking, other.talking) == (2, 4)


async def test_a_caller_who_only_asks_whether_a_match_is_over_does_not_hold_it() -> None:
    async with live_server() as server, server.player() as ada:
        who = ada.heard[-1]["player"]
        await server.begin(MATCH, [who, who | {"id": "nobody"}])
        assert not await server.services.matches.is_over(MatchId(MATCH))
        assert server.services.matches.held == 0
        await ada.ask({"type": "watch_match", "match": MATCH})
        assert not await server.services.matches.is_over(MatchId(MATCH))
        assert server.services.matches.held == 1


async def test_a_caller_who_opens_a_match_while_somebody_asks_whether_it_is_over_is_given_one_that_is_held() -> None:
    async with live_server() as server, server.player() as ada:
        who = ada.heard[-1]["player"]
        await server.begin(MATCH, [who, who | {"id": "nobody"}])
        matches = server.services.matches
        is_over, opened = await asyncio.gather(matches.is_over(MatchId(MATCH)), matches.open(MatchId(MATCH)))
        assert not is_over
        assert matches.here(MatchId(MATCH)) is opened


async def test_a_ping_is_answered_that_came_while_what_is_to_be_sent_was_kept() -> None:
    async with live_server() as server, server.player():
        (queue,) = server.app[SEND_QUEUES]
        await soon(lambda: queue.is_at_rest)
        queue.hold()
        queue.pong(b"")
        queue.release()
        await soon(lambda: queue.is_at_rest)


def test_workers_are_told_of_no_place_that_they_would_take_for_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "one,two"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with _meeting_places(2) as places:
        assert not places
    assert not list(folder.iterdir())


async def followed_by_one_at_each(one: Worker, ada: Player, bo: Player) -> None:
    await one.server.begin(MATCH, [ada.who, bo.who], marks=100_000)
    await ada.watch()
    await bo.watch()


class TestWhoIsNotAtRest:
    async def test_a_client_with_something_unsent_stays_until_it_has_taken_it(self, tmp_path: Path) -> None:
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            transport_of(bo.line).pause_reading()
            other.queue.put(FILLER)
            await followed_by_one_at_each(one, ada, bo)
            await soon(lambda: other.handed_over("busy") > 0)
            await soon(lambda: (one.counts, other.counts) == ({1}, {1}))  # it is offered again and again
            transport_of(bo.line).resume_reading()
            await play_until([ada, bo], lambda: one.handed_over("taken") == 1)
            await play_on([ada, bo])
            assert bo.has_heard_all()
            assert [heard["type"] for heard in bo.others] == ["filler"]

    async def test_half_a_command_is_heard_to_its_end_first(self, tmp_path: Path) -> None:
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, raw_line(other.server.url) as bo:
            who = (await bo.ask({"type": "sign_in"}))["player"]
            await one.server.begin(MATCH, [ada.who, who], marks=100_000)
            await ada.watch()
            await bo.ask({"type": "watch_match", "match": MATCH})
            bo._writer.write(PING[:20])
            await soon(lambda: other.handed_over("busy") > 0)
            await soon(lambda: (one.counts, other.counts) == ({1}, {1}))  # it is offered again and again
            bo._writer.write(PING[20:])
            await bo.until(lambda heard: heard.get("ref") == "half")
            await soon(lambda: one.handed_over("taken") == 1)
            assert (await bo.ask({"type": "ping"}))["type"] == "pong"


class TestWhenItCannotBeDone:
    async def test_a_worker_that_has_no_room_or_is_about_to_stop_takes_nobody(self, tmp_path: Path) -> None:
        async with (
            two_workers(tmp_path, connections=1) as (one, other),
            player(one, "Ada") as ada,
            player(other, "Bo") as bo,
        ):
            await followed_by_one_at_each(one, ada, bo)
            await play_until([ada, bo], lambda: other.handed_over("declined") > 0)
            one.server.app[READINESS].state = State.DRAINING
            asked = other.handed_over("declined")
            await play_until([ada, bo], lambda: other.handed_over("declined") > asked + 1)
            await play_on([ada, bo])
            assert bo.has_heard_all()
            assert (one.talking, other.talking) == (1, 1)
            assert other.handed_over("given") == 0

    async def test_a_worker_keeps_a_part_of_its_room_for_who_comes_from_outside(self, tmp_path: Path) -> None:
        async with (
            two_workers(tmp_path, connections=4) as (one, other),
            player(one, "Ada") as ada,
            player(one, "Cy"),
            player(one, "Di"),
            player(other, "Bo") as bo,
        ):
            await followed_by_one_at_each(one, ada, bo)
            await play_until([ada, bo], lambda: other.handed_over("declined") > 0)
            assert (one.talking, other.talking) == (3, 1)
            async with one.server.line() as newcomer:
                assert (await newcomer.ask({"type": "hello"}))["type"] == "welcome"

    async def test_a_crowd_that_watches_stays_where_it_is_and_who_plays_still_comes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(handover, "MOST_WATCHING", 1)
        async with (
            two_workers(tmp_path) as (one, other),
            player(one, "Ada") as ada,
            player(one, "Cy") as cy,
            player(other, "Di") as di,
            player(other, "Bo") as bo,
        ):
            await one.server.begin(MATCH, [ada.who, bo.who], marks=100_000)
            for each in (ada, cy, di, bo):
                await each.watch()
                await each.hear()
            await play_until(
                [ada, bo, cy, di], lambda: one.handed_over("taken") > 0 and other.handed_over("declined") > 3
            )
            assert (one.talking, other.talking) == (3, 1)
            await play_on([ada, bo, cy, di])
            assert di.has_heard_all()

    async def test_a_worker_that_may_open_no_more_files_takes_nobody_whom_it_would_lose(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_more(number: int) -> int:
            raise OSError(errno.EMFILE, "too many open files")

        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            monkeypatch.setattr(os, "dup", no_more)
            await followed_by_one_at_each(one, ada, bo)
            await play_until([ada, bo], lambda: other.handed_over("broken_off") > 2)
            assert (one.talking, other.talking) == (1, 1)
            assert other.handed_over("given") == 0

    async def test_a_worker_that_may_open_no_more_files_gives_nobody_and_complains_of_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class NoFiles(socket.socket):
            def __init__(self, family: int = -1, *options: Any, **more: Any) -> None:
                if family == socket.AF_UNIX and not more:
                    raise OSError(errno.EMFILE, "too many open files")
                super().__init__(family, *options, **more)

        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            monkeypatch.setattr(socket, "socket", NoFiles)
            await followed_by_one_at_each(one, ada, bo)
            await play_until([ada, bo], lambda: other.handed_over("broken_off") > 2)
            assert (one.talking, other.talking) == (1, 1)

    async def test_a_connection_whose_file_does_not_come_through_is_counted_as_lost(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        say = handover._Channel.send
        monkeypatch.setattr(handover._Channel, "send", lambda line, message, file=None: say(line, message))
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            await followed_by_one_at_each(one, ada, bo)
            await soon(lambda: one.handed_over("lost") == 1)
            await bo.line.closed()
            assert (one.talking, other.talking) == (1, 0)
            assert one.server.services.presence.players == 1

    async def test_a_worker_that_drains_gives_nobody(self, tmp_path: Path) -> None:
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            other.server.app[READINESS].state = State.DRAINING
            await followed_by_one_at_each(one, ada, bo)
            await soon(lambda: not any(other.server.app[HANDOVER]._waiting))
            assert (one.talking, other.talking) == (1, 1)

    async def test_a_caller_who_comes_when_it_has_just_been_told_to_stop_is_sent_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(handover, "MOST_CHECKS", 1_000_000)
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            transport_of(bo.line).pause_reading()
            other.queue.put(FILLER)
            await followed_by_one_at_each(one, ada, bo)
            await soon(lambda: one.server.app[CONNECTIONS].held == 2)
            one.server.app[READINESS].state = State.DRAINING
            transport_of(bo.line).resume_reading()
            await soon(lambda: one.handed_over("taken") == 1)
            assert await bo.line.closed() == aiohttp.WSCloseCode.SERVICE_RESTART

    async def test_a_caller_who_is_put_out_where_they_are_about_to_come_is_let_go_of(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(handover, "MOST_CHECKS", 1_000_000)
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            transport_of(bo.line).pause_reading()
            other.queue.put(FILLER)
            await followed_by_one_at_each(one, ada, bo)
            presence = one.server.services.presence
            await soon(lambda: presence.of(bo.who["id"]))
            (coming,) = presence.of(bo.who["id"])
            coming.put_out(SanctionKind.DISCONNECT, "enough")  # of which the other worker has not heard yet
            transport_of(bo.line).resume_reading()
            await soon(lambda: one.handed_over("lost") == 1)
            assert await bo.line.closed() == CloseCode.DISCONNECTED
            assert one.talking == 1

    @pytest.mark.parametrize("says", [b"", NO, READY, b"\xff"])
    async def test_anything_that_the_other_worker_says_and_ends_with_it_goes_on(
        self, says: bytes, tmp_path: Path
    ) -> None:
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            await one.server.app[HANDOVER].close()
            place = tmp_path / "0"
            place.unlink()
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
                listening.bind(str(place))
                listening.listen()
                listening.setblocking(False)
                asked = asyncio.Event()

                def answer() -> None:
                    own, _ = listening.accept()
                    if says:
                        own.send(says)
                    own.close()
                    asked.set()

                asyncio.get_running_loop().add_reader(listening, answer)
                await followed_by_one_at_each(one, ada, bo)
                await play_until([ada, bo], asked.is_set)
                await play_on([ada, bo])
                asyncio.get_running_loop().remove_reader(listening)
            assert bo.has_heard_all()
            assert (one.talking, other.talking) == (1, 1)
            await play_on([ada, bo])  # nobody listens there any more
            await soon(lambda: other.handed_over("broken_off") > 0)
            assert other.handed_over("given") == 0

    @pytest.mark.parametrize("says", [b"", b"nonsense", b"\x80", b"x" * 100_000])
    async def test_anything_that_is_said_to_a_worker_it_takes_nobody_it_is_not_given(
        self, says: bytes, tmp_path: Path
    ) -> None:
        async with two_workers(tmp_path) as (one, _):
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as own:
                own.connect(str(tmp_path / "0"))
                if says:
                    own.send(says)
            await soon(lambda: not one.server.app[HANDOVER]._work)
            assert one.talking == 0

    async def test_a_worker_that_may_open_no_more_files_takes_nobody_and_does_not_ask_all_the_time(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried: list[None] = []

        class NoFiles(socket.socket):
            def accept(self) -> Any:
                tried.append(None)
                if len(tried) == 1:
                    raise OSError(errno.EMFILE, "too many open files")
                return super().accept()

        monkeypatch.setattr(socket, "socket", NoFiles)
        monkeypatch.setattr(handover, "SECONDS_WITHOUT_A_FILE", SOON)
        async with two_workers(tmp_path) as (one, _):
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as own:
                own.connect(str(tmp_path / "0"))
                own.send(b"nonsense")
                await soon(lambda: len(tried) > 0)
                for _turn in range(20):
                    await asyncio.sleep(0)
                assert len(tried) == 1
                one.server.app[HANDOVER]._listen()  # the time is over
                await soon(lambda: len(tried) == 2)
            await soon(lambda: not one.server.app[HANDOVER]._work)

    async def test_a_worker_that_is_given_nothing_in_the_end_forgets_what_it_was_told(self, tmp_path: Path) -> None:
        async with two_workers(tmp_path) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
            await followed_by_one_at_each(one, ada, bo)
            transport_of(bo.line).pause_reading()
            other.queue.put(FILLER)
            await soon(lambda: other.handed_over("busy") > 1)
            await other.server.app[HANDOVER].close()
            await soon(lambda: not one.server.app[HANDOVER]._work)
            assert one.server.app[CONNECTIONS].held == 1
            assert one.server.services.presence.players == 1
            assert one.server.services.pause.subscribers == 1
            transport_of(bo.line).resume_reading()
            for each in (ada, bo):
                while not each.versions:
                    await each.hear()
            await play_on([ada, bo])
            assert bo.has_heard_all()


@contextlib.asynccontextmanager
async def about_to_come(folder: Path, **settings: Any) -> AsyncIterator[tuple[Worker, Worker, Player, Player, Present]]:
    """Have Bo's connection about to go on at the first worker, from the other one; it does as soon as Bo reads."""
    async with two_workers(folder, **settings) as (one, other), player(one, "Ada") as ada, player(other, "Bo") as bo:
        transport_of(bo.line).pause_reading()
        other.queue.put(FILLER)
        await followed_by_one_at_each(one, ada, bo)
        presence = one.server.services.presence
        await soon(lambda: presence.of(bo.who["id"]))
        (coming,) = presence.of(bo.who["id"])
        yield one, other, ada, bo, coming


class TestWhatIsToldOfSomebodyMeanwhile:
    """The two workers hear of it at different times."""

    @pytest.fixture(autouse=True)
    def patience(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(handover, "MOST_CHECKS", 1_000_000)

    async def test_a_caller_who_is_signed_out_where_they_are_about_to_come_is_not_shown_their_seat(
        self, tmp_path: Path
    ) -> None:
        async with about_to_come(tmp_path) as (one, _, _, bo, coming):
            coming.signed_out()  # of which the other worker has not heard yet
            await soon(lambda: coming.identity is None)
            transport_of(bo.line).resume_reading()
            await soon(lambda: one.handed_over("lost") == 1)
            await bo.line.closed()
            assert one.talking == 1

    async def test_a_caller_who_is_put_out_while_they_come_is_not_kept_in_silence(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with about_to_come(tmp_path) as (one, _, _, bo, coming):
            take_up = FrameSocket.take_up

            async def put_out_first(self: FrameSocket, *given: Any) -> asyncio.Transport:
                coming.put_out(SanctionKind.DISCONNECT, "enough")
                await soon(lambda: self.is_closing)
                return await take_up(self, *given)

            monkeypatch.setattr(FrameSocket, "take_up", put_out_first)
            transport_of(bo.line).resume_reading()
            assert await bo.line.closed() == CloseCode.DISCONNECTED
            await soon(lambda: one.talking == 1)

    async def test_a_caller_who_has_come_on_a_newer_connection_meanwhile_is_told_so_and_does_not_come_back_for_it(
        self, tmp_path: Path
    ) -> None:
        async with about_to_come(tmp_path) as (one, other, _, bo, _):
            other.server.services.presence._of = defaultdict(set)  # it hears too late of what the other one knows
            async with one.server.line() as newer:
                await newer.sign_in(token=bo.token)
                transport_of(bo.line).resume_reading()
                assert await bo.line.closed() == CloseCode.TAKEN_UP_ELSEWHERE

    async def test_an_answer_is_given_although_one_like_it_was_given_where_they_come_from(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with about_to_come(tmp_path) as (one, other, _, bo, _):
            take_up = FrameSocket.take_up

            async def ask_first(self: FrameSocket, *given: Any) -> asyncio.Transport:
                transport = await take_up(self, *given)
                await bo.line.send({"type": "ping"})  # uvloop may read before whoever waits for this goes on
                await soon(lambda: any(queue.frames for queue in one.server.app[SEND_QUEUES]))
                return transport

            monkeypatch.setattr(FrameSocket, "take_up", ask_first)
            await bo.line.send({"type": "ping"})
            transport_of(bo.line).resume_reading()
            for _ in range(2):
                await bo.line.until(lambda heard: heard["type"] == "pong")
            assert (one.handed_over("taken"), other.handed_over("given")) == (1, 1)

    async def test_a_caller_who_is_told_more_than_goes_along_stays_and_nothing_of_it_is_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(noted_frames, "MOST_BYTES_NOTED", 100)
        async with about_to_come(tmp_path) as (_, other, ada, bo, _):
            (conversation,) = other.server.app[HANDOVER]._expected
            for number in range(10):
                other.server.services.pause.set_here(number % 2 == 0)
            noted = conversation._connection._noted
            assert noted is not None
            assert (noted.whole, noted._frames) == (None, [])
            transport_of(bo.line).resume_reading()
            for each in (ada, bo):
                while not each.versions:
                    await each.hear()
            await play_on([ada, bo])
            assert other.handed_over("given") == 0
            assert [each["type"] for each in bo.others] == ["filler", *["pause_changed"] * 10]

    async def test_anything_that_one_has_heard_before_and_the_other_would_have_heard_after_is_known(
        self, tmp_path: Path
    ) -> None:
        async with about_to_come(tmp_path) as (one, other, _, bo, _):
            for worker in (one, other):  # one was told before it knew of Bo, and the other is not told in time
                worker.server.services.presence._of = defaultdict(set)
            async with other.server.line() as newer:
                await newer.sign_in(token=bo.token)
            for worker in (one, other):
                worker.server.services.presence._turns.clear()
            transport_of(bo.line).resume_reading()
            assert await bo.line.closed() == CloseCode.TAKEN_UP_ELSEWHERE


class Processes:
    """The two workers of a server, each of which can be made the only one that lets somebody in."""

    def __init__(self, server: Served, processes: list[int], metrics: list[str]) -> None:
        self.server = server
        self.processes = processes
        self._metrics = metrics

    @contextlib.contextmanager
    def only(self, number: int) -> Iterator[None]:
        """Have this one alone accept connections: the other stands still."""
        other = self.processes[1 - number]
        os.kill(other, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(other, signal.SIGCONT)

    def folder(self) -> Path:
        """Return where they find each other."""
        environment = Path(f"/proc/{self.processes[0]}/environ").read_bytes().decode().split("\0")
        (places,) = [each for each in environment if each.startswith("QUARTERDECK_INHERITED_HANDOVER=")]
        return Path(places.partition("=")[2].split(",")[0]).parent

    async def scraped(self) -> list[Scrape]:
        """Return what the metrics of each of them say."""
        found = []
        for url in self._metrics:
            async with aiohttp.ClientSession() as http, http.get(url) as answer:
                found.append(scrape_of(await answer.text()))
        return found

    async def talking(self) -> list[float]:
        """Return how many conversations each of them has."""
        return [each[series("quarterdeck_connections", state="talking")] for each in await self.scraped()]

    async def have(self, outcome: str) -> None:
        """Wait until a connection was handed over with this outcome."""
        label = series("quarterdeck_handovers_total", outcome=outcome)
        async with asyncio.timeout(SOON):
            while not sum([each[label] for each in await self.scraped()]):  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def two_processes(folder: Path) -> AsyncIterator[Processes]:
    options = ("--workers", "2", "--metrics", "127.0.0.1:0", "--log-level", "error")
    async with served("--data", str(folder), *options) as server:
        urls = server.metrics
        await soon(lambda: len(children_of(server.process.pid)) == 2)
        for url in urls:
            async with aiohttp.ClientSession() as http, http.get(url) as answer:
                assert answer.status == 200  # it serves by now
        yield Processes(server, children_of(server.process.pid), urls)


@contextlib.asynccontextmanager
async def at(workers: Processes, number: int, name: str) -> AsyncIterator[Line]:
    async with contextlib.AsyncExitStack() as stack:
        with workers.only(number):
            line = await stack.enter_async_context(line_to(workers.server.url))
            await line.sign_in(name)
        yield line


class TestProcesses:
    async def test_a_match_goes_on_at_one_of_them_and_who_is_there_is_sent_on_when_they_stop(
        self, tmp_path: Path
    ) -> None:
        async with two_processes(tmp_path) as workers, at(workers, 0, "Ada") as ada, at(workers, 1, "Bo") as bo:
            assert await workers.talking() == [1, 1]
            match, _ = await begun(ada, bo, marks=20)
            folder = workers.folder()
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            await workers.have("given")
            await workers.have("taken")
            assert sorted(await workers.talking()) == [0, 2]
            await play_out(match, [ada, bo])
            workers.server.process.terminate()
            for line in (ada, bo):
                assert await line.closed() == aiohttp.WSCloseCode.SERVICE_RESTART
            assert await workers.server.ended() == 0
            assert workers.server.said == b""
            assert not folder.exists()

    async def test_a_caller_who_was_taken_by_a_worker_that_dies_comes_back_and_has_lost_nothing(
        self, tmp_path: Path
    ) -> None:
        async with two_processes(tmp_path) as workers, at(workers, 0, "Ada") as ada:
            async with contextlib.AsyncExitStack() as stack:
                with workers.only(1):
                    bo = await stack.enter_async_context(line_to(workers.server.url))
                    token = (await bo.sign_in("Bo"))["token"]
                match, _ = await begun(ada, bo, marks=20)
                await workers.have("given")
                kill(workers.processes[0])
                assert await bo.closed() in (None, aiohttp.WSCloseCode.ABNORMAL_CLOSURE)
            async with line_to(workers.server.url) as again:
                assert (await again.sign_in(token=token))["player"]["name"]
                assert (await again.ask({"type": "watch_match", "match": match, "since": 1}))["seat"] == 1

    async def test_a_caller_who_was_offered_to_a_worker_that_dies_then_stays(self, tmp_path: Path) -> None:
        async with two_processes(tmp_path) as workers, at(workers, 0, "Ada") as ada, at(workers, 1, "Bo") as bo:
            match, _ = await begun(ada, bo, marks=20)
            os.kill(workers.processes[0], signal.SIGSTOP)  # what it is offered waits there
            kill(workers.processes[0])
            assert (await bo.ask({"type": "watch_match", "match": match}))["seat"] == 1
            await soon(lambda: len(children_of(workers.server.process.pid)) == 2)
            assert (await bo.ask({"type": "ping"}))["type"] == "pong"

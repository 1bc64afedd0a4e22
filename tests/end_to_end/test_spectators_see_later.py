"""Spectators of a match see it later, over a real socket with the SDK, and no sooner than its table says."""

import asyncio
import contextlib
import copy
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import msgspec
import pytest
from matches.processes import Hand
from quarterdeck_client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.tables import begins_with
from quarterdeck_protocol.names import MatchId, Milliseconds, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.tables import SpectatorDelay
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, SOON, Line, LiveServer, Message, live_server

GUESSED = 5_000
"""By how much a process may be ahead of a clock that stands still, at most."""


async def _passed(server: LiveServer, hand: Hand, milliseconds: int) -> None:
    """Let time go by, and have the process look at the clock."""
    hand.move(milliseconds)
    await server.services.matches.sweep()


async def test_a_spectator_of_a_match_is_told_of_it_when_its_table_says() -> None:
    hand = Hand()
    async with (
        asyncio.timeout(SOON),
        live_server(MemoryStore(Memory(hand))) as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Cy") as cy,
    ):
        table = await ada.tables.open("tiny", time_limit=3_600.0, spectator_delay=SpectatorDelay.HALF_A_MINUTE)
        assert table.spectator_delay is SpectatorDelay.HALF_A_MINUTE
        await ada.tables.add_bot(table.id)
        await ada.tables.ready(table.id)
        async for now in ada.tables.changes(table.id):
            if not begins_with(table.match, now):
                break  # her entropy is revealed
        seat = await ada.watch_match(table.match)
        with pytest.raises(RefusedError) as refused:
            await cy.watch_match(table.match)
        assert refused.value.code is RefusalCode.NOT_SHOWN_YET
        assert 0 < (refused.value.retry_in or 0) <= 30_000
        await _passed(server, hand, 30_000)
        watching = await cy.watch_match(table.match)
        first = watching.latest.version
        assert watching.latest.delay == 30_000
        turns = seat.turns()
        turn = await anext(turns)
        await _passed(server, hand, 1_000)
        await turn.act(turn.choices[0])
        acted = seat.latest.version
        assert acted > first
        await _passed(server, hand, 30_000 - 1_000 - GUESSED)
        assert (await cy.watch_match(table.match)).latest.version < acted
        await _passed(server, hand, 1_000 + GUESSED)
        versions: list[Version] = []
        async for update in watching.updates():
            versions.append(update.version)
            if update.version >= acted:
                break
        assert versions == sorted(versions)
        assert versions[-1] == acted


async def test_a_table_that_counts_for_ratings_is_seen_half_a_minute_later_unless_it_says_otherwise() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        said: Any = {}
        for rated, delay in ((False, None), (True, None), (True, SpectatorDelay.NONE), (False, SpectatorDelay.END)):
            table = await ada.tables.open("tiny", rated=rated, spectator_delay=delay)
            said[rated, delay] = table.spectator_delay
        assert said == {
            (False, None): SpectatorDelay.NONE,
            (True, None): SpectatorDelay.HALF_A_MINUTE,
            (True, SpectatorDelay.NONE): SpectatorDelay.NONE,
            (False, SpectatorDelay.END): SpectatorDelay.END,
        }


DELAY = 30_000


class Fork:
    """A world that goes on from how another one stands: with the same players, matches and time, and a future of its
    own."""

    def __init__(self, server: LiveServer, hand: Hand, lines: dict[str, Line]) -> None:
        self.server = server
        self.hand = hand
        self.lines = lines
        self.told: list[bytes] = []
        """All that the spectator was told, over each door, in order."""

        self.ids: dict[str, str] = {}
        self.dee_sits = False

    async def pass_time(self, milliseconds: int) -> None:
        self.hand.move(milliseconds)
        await self.server.services.matches.sweep()
        await self.server.services.tables.sweeper.sweep()

    async def act(self, times: int) -> None:
        """Let whoever is asked do the first thing that there is, so many times or until the match is over."""
        for _ in range(times):
            match = await self.server.services.matches.open(self.match)
            if match.is_over:
                return
            record = match.record
            seat = record.waiting[0].seat
            line = self.lines[record.players[seat].name]
            act = {"type": "act", "match": self.match, "seen": record.version, "action": record.choices[seat][0]}
            act["ref"] = f"of-version-{record.version}"
            answer = await line.ask(msgspec.to_builtins(act))
            assert answer["type"] == "update", answer

    @property
    def match(self) -> MatchId:
        return MatchId(self.ids["match"])

    async def look(self) -> None:
        """Let the spectator note what came by itself, and ask everything that can be asked, over both doors."""
        cy, match, table, ada, bo = self.lines["Cy"], *(self.ids[each] for each in ("match", "table", "Ada", "Bo"))
        before = len(cy.heard)
        await cy.quiet()
        for since in (None, 0, 1, 2, 3, 5, 9, 40):
            await cy.ask({"type": "watch_match", "match": match, "since": since})
        await cy.ask({"type": "watch_match", "match": match, "since": 3, "link": "0" * 64})
        for asked in (
            {"type": "watch_table", "table": table},
            {"type": "list_tables"},
            {"type": "watch_lobby"},
            {"type": "sit", "table": table},
            {"type": "rematch", "table": table},
            {"type": "resign", "match": match},
            {"type": "join_chat", "where": "table", "id": table},
            {"type": "join_chat", "where": "match", "id": match},
            {"type": "get_profile", "player": ada},
            {"type": "get_history", "player": bo},
            {"type": "get_head_to_head", "player": ada, "other": bo},
            {"type": "get_ladder", "game": "tiny"},
        ):
            await cy.ask(dict(asked))
        # Whatever the list has to tell is told by when it tells this.
        dee = self.lines["Dee"]
        await dee.ask({"type": "stand" if self.dee_sits else "sit", "table": self.ids["other"]})
        self.dee_sits = not self.dee_sits
        await cy.until(lambda heard: heard["type"] == "lobby_changed")
        self.told += [msgspec.json.encode(each) for each in cy.heard[before:]]
        async with aiohttp.ClientSession() as http:
            for path in (
                "/v1/tables",
                f"/v1/matches/{match}",
                f"/v1/matches/{match}/replay",
                f"/v1/matches/{match}/replay?seat=1",
                f"/v1/players/{ada}",
                f"/v1/players/{bo}/matches",
                f"/v1/players/{ada}/against/{bo}",
                "/v1/games/tiny/ladder",
            ):
                async with http.get(self.server.url + path) as answer:
                    headers = {name: value for name, value in answer.headers.items() if name != "Date"}
                    self.told.append(msgspec.json.encode([path, answer.status, headers]) + await answer.read())
            async with http.get(f"{self.server.url}/v1/matches/{match}/events") as stream:
                self.told.append(await stream.content.readuntil(b"\n\n"))


@contextlib.asynccontextmanager
async def _forked(
    memory: Memory, time: Milliseconds, tokens: dict[str, str], ids: dict[str, str]
) -> AsyncIterator[Fork]:
    hand = Hand()
    hand.time = time
    own = Memory(hand)
    own.logs, own.documents = copy.deepcopy(memory.logs), copy.deepcopy(memory.documents)
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(live_server(MemoryStore(own)))
        clock: Any = server.services.matches.clock
        clock._machine = lambda: 0  # it knows no time but what it is told
        clock.correct(time)
        lines = {}
        for name, token in tokens.items():
            lines[name] = await stack.enter_async_context(server.line())
            await lines[name].sign_in(token=token)
        fork = Fork(server, hand, lines)
        fork.ids = ids
        for name in ("Ada", "Bo"):
            await lines[name].ask({"type": "watch_match", "match": ids["match"]})
            await lines[name].ask({"type": "watch_table", "table": ids["table"]})
        yield fork


async def _heard(line: Line, matches: Callable[[Message], bool]) -> None:
    """Wait until something like this has been said on a line, if it was not before."""
    if not any(map(matches, line.heard)):
        await line.until(matches)


async def _nothing(_: Fork) -> None:
    pass


async def _moves(fork: Fork) -> None:
    await fork.act(2)


async def _an_end_and_talk(fork: Fork) -> None:
    await fork.act(50)
    for name in ("Ada", "Bo"):
        say = {"type": "say", "where": "table", "id": fork.ids["table"], "text": "Well played"}
        await fork.lines[name].ask(say)
        await _heard(fork.lines[name], lambda heard: heard["type"] == "rated")
    await fork.lines["Ada"].ask({"type": "rematch", "table": fork.ids["table"]})


async def _a_resignation_and_an_empty_table(fork: Fork) -> None:
    await fork.lines["Ada"].ask({"type": "resign", "match": fork.match})
    for name in ("Ada", "Bo"):
        line = fork.lines[name]
        await _heard(line, lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
        await line.ask({"type": "stand", "table": fork.ids["table"]})


async def test_what_a_spectator_is_told_before_its_time_says_nothing_of_what_has_happened_since() -> None:
    hand = Hand()
    memory = Memory(hand)
    tokens: dict[str, str] = {}
    ids: dict[str, str] = {}
    async with live_server(MemoryStore(memory)) as server, contextlib.AsyncExitStack() as stack:
        lines: dict[str, Line] = {}
        for name in ("Ada", "Bo", "Cy", "Dee", "Eve"):
            lines[name] = await stack.enter_async_context(server.line())
            signed_in = await lines[name].sign_in("Whoever")
            await lines[name].ask({"type": "register", "name": name, "password": PASSWORD})
            tokens[name], ids[name] = signed_in["token"], signed_in["player"]["id"]
        opened = await lines["Ada"].ask(
            {"type": "open_table", "game": "tiny", "options": {"marks": 8}, "rated": True, "time_limit": 3_600_000}
        )
        other = await lines["Eve"].ask({"type": "open_table", "game": "tiny"})
        ids |= {"table": opened["table"]["id"], "match": opened["table"]["match"], "other": other["table"]["id"]}
        await lines["Bo"].ask({"type": "sit", "table": ids["table"]})
        for name in ("Ada", "Bo"):
            await lines[name].ask({"type": "ready", "table": ids["table"]})
        played = Fork(server, hand, lines)
        played.ids = ids
        await played.act(2)
        for line in lines.values():
            await line.quiet()
        hand.move(DELAY)
    told: dict[str, list[bytes]] = {}
    for future in (_nothing, _moves, _an_end_and_talk, _a_resignation_and_an_empty_table):
        async with _forked(memory, hand.time, tokens, ids) as fork:
            await fork.look()
            await future(fork)
            await fork.look()
            for passed in (1_000, DELAY - 1_001):
                await fork.pass_time(passed)
                await fork.look()
            told[future.__name__] = list(fork.told)
            until_then = len(fork.told)
            await fork.pass_time(1_000)
            await fork.look()
            told[f"{future.__name__} and what is told of it"] = fork.told[until_then:]
    nothing = told["_nothing"]
    assert len(nothing) > 100
    for future in (_moves, _an_end_and_talk, _a_resignation_and_an_empty_table):
        for first, second in zip(nothing, told[future.__name__], strict=False):
            assert first == second, future.__name__
        assert told[future.__name__] == nothing, future.__name__
    later = [told[f"{name} and what is told of it"] for name in told if not name.endswith("it")]
    assert len({tuple(each) for each in later}) == len(later), "then it is told"

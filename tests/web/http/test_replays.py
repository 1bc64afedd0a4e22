"""Replays: what was seen live is seen again, by the same viewer, and nothing else."""

import asyncio
import contextlib
import gzip
from random import Random
from typing import Any

import aiohttp
import msgspec
import pytest
from finished_matches import told_to_the_end
from quarterdeck_client.client import Client
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Milliseconds, Seat
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.replays import Made, ReplayCache
from quarterdeck_server.web.rate_limit.quotas import REPLAY
from servers import LiveServer, Message, bot, live_server


async def replay(server: LiveServer, match: str, query: str = "", token: str = "") -> tuple[int, Message]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = f"{server.url}/v1/matches/{match}/replay{query}"
    async with aiohttp.ClientSession() as http, http.get(path, headers=headers) as answer:
        return answer.status, msgspec.json.decode(await answer.read())


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_each_viewer_sees_again_what_they_saw_live_and_not_a_byte_more(game: str) -> None:
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(live_server(messages_per_second=100_000, luck=7))
        seats = GAMES[game].seats[0]
        lines = [await stack.enter_async_context(server.line()) for _ in range(seats + 1)]
        for line in lines[:seats]:
            await line.sign_in()
        table = (await lines[0].ask({"type": "open_table", "game": game, "seats": seats}))["table"]
        for line in lines[1:seats]:
            await line.ask({"type": "sit", "table": table["id"]})
        for line in lines[:seats]:
            await line.ask({"type": "ready", "table": table["id"]})
        match = table["match"]
        lucks = [Random(seat) for seat in range(seats)]
        following = [told_to_the_end(line, match, luck) for line, luck in zip(lines, [*lucks, None], strict=True)]
        live = await asyncio.gather(*following)
        for viewer, updates in zip([*range(seats), None], live, strict=True):
            status, shown = await replay(server, match, "" if viewer is None else f"?seat={viewer}")
            assert (status, shown["type"], shown["seat"], shown["game"]) == (200, "replay", viewer, game)
            last = updates[max(updates)]
            assert (shown["result"], shown["players"]) == (last["result"], last["players"])
            assert [frame["version"] for frame in shown["frames"]] == list(range(1, last["version"] + 1))
            assert any(update["since"] == version - 1 for version, update in updates.items())
            for version, update in updates.items():
                frame = shown["frames"][version - 1]
                for part in ("view", "choices", "waiting", "at"):
                    assert frame[part] == update[part], (version, part)
                if update["since"] == version - 1:
                    assert frame["events"] == update["events"], version
                cause = frame["cause"]
                assert cause is None or (viewer is not None and cause["seat"] == viewer), version
            mine = [frame["cause"]["action"] for frame in shown["frames"] if frame["cause"] is not None]
            assert any(mine) == (viewer is not None)


async def test_the_sdk_reads_it() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as me:
        await over(server, "m", [bot(1), bot(2)])
        shown, other = await me.replay("m", Seat(1)), await me.replay("m")
        assert (shown.seat, other.seat) == (1, None)
        assert [frame.version for frame in shown.frames] == list(range(1, len(shown.frames) + 1))


async def over(server: LiveServer, match: str, players: list[Message], **options: Any) -> None:
    await server.begin(match, players, marks=5, **options)
    held = await server.services.matches.open(match)  # type: ignore[arg-type]  # an id is a string
    while held.record.result is None:
        await server.services.matches.sweep()
        await asyncio.sleep(0)


async def test_a_match_that_is_played_has_no_replay_and_there_is_none_without_a_match() -> None:
    async with live_server() as server:
        await server.begin("m", [bot(1), bot(2)], bot_delay=60_000)
        for match, status, code in (("m", 409, "not_over_yet"), ("nowhere", 404, "unknown_match")):
            assert (await replay(server, match))[0] == status
            assert (await replay(server, match, "?seat=0"))[1]["code"] == code


@pytest.mark.parametrize(("query", "code"), [("?seat=2", "no_such_seat"), ("?seat=x", "malformed")])
async def test_a_seat_that_is_none_is_refused_with_its_place(query: str, code: str) -> None:
    async with live_server() as server:
        await over(server, "m", [bot(1), bot(2)])
        status, refused = await replay(server, "m", query)
        assert (status, refused["code"], refused["where"]) == (400, code, "?seat")


async def test_it_is_packed_kept_and_counted_by_itself() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server:
        await over(server, "m", [bot(1), bot(2)])
        async with aiohttp.ClientSession(auto_decompress=False) as http:
            async with http.get(f"{server.url}/v1/matches/m/replay", headers={"Accept-Encoding": "gzip"}) as answer:
                body, headers = await answer.read(), answer.headers
            assert msgspec.json.decode(gzip.decompress(body))["type"] == "replay"
            assert headers["Cache-Control"] == "public, max-age=604800, immutable"
            asked = {"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]}
            async with http.get(f"{server.url}/v1/matches/m/replay", headers=asked) as answer:
                assert (answer.status, await answer.read()) == (304, b"")
        answers = [await replay(server, "m") for _ in range(REPLAY.at_once - 1)]
        assert [status for status, _ in answers] == [200] * (REPLAY.at_once - 2) + [429]
        assert (await server.get("/v1/games"))[0] == 200


async def test_no_more_replays_are_kept_than_there_is_room_for() -> None:
    async with live_server() as server:
        await over(server, "m", [bot(1), bot(2)])
        opened = (await server.services.matches.open("m")).record.opened  # type: ignore[arg-type]  # an id is a string
    answer = StaticAnswer(b"x" * 1_000)
    cache = ReplayCache(2 * (len(answer.plain) + len(answer.packed)))
    for match in ("a", "b"):
        cache.put(match, None, Made(answer, opened, Milliseconds(0)))  # type: ignore[arg-type]  # the same
    assert cache.get("a", None) is not None  # type: ignore[arg-type]  # the same
    cache.put("c", None, Made(answer, opened, Milliseconds(0)))  # type: ignore[arg-type]  # the same
    assert cache.get("b", None) is None  # type: ignore[arg-type]  # the same
    assert None not in (cache.get("a", None), cache.get("c", None))  # type: ignore[arg-type]  # the same

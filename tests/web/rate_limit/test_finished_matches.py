"""The bound on finished matches that are read for one player or address."""

import asyncio

import pytest
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.web.rate_limit.finished_matches import open_match
from quarterdeck_server.web.rate_limit.quotas import FINISHED_MATCH, FINISHED_MATCH_FROM
from servers import Line, LiveServer, Message, bot, live_server, soon

M = MatchId("m")


async def _over(server: LiveServer, delay: str | None = None) -> None:
    """Play a match to its end, and release it."""
    await server.begin(M, [bot(1), bot(2)], marks=5, spectator_delay=delay)
    held = await server.services.matches.open(M)
    while held.record.result is None:
        await server.services.matches.sweep()
        await asyncio.sleep(0)
    await soon(lambda: held.has_secret_end == (delay is not None))  # the process's clock may be a moment behind
    await _release(server)


async def _release(server: LiveServer) -> None:
    while not await server.services.matches.release_match(M):  # noqa: ASYNC110 - its last turn has no event
        await asyncio.sleep(0)


async def _watched(server: LiveServer, line: Line) -> Message:
    """Watch the match, which this process has to read, and stop watching it."""
    answer = await line.ask({"type": "watch_match", "match": M})
    await line.ask({"type": "unwatch_match", "match": M})
    await _release(server)
    return answer


async def test_one_player_has_a_bounded_number_of_finished_matches_read() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server, server.player("Ada") as ada:
        await _over(server)
        own = (await ada.ask({"type": "get_account"}))["player"]["id"]
        for _ in range(FINISHED_MATCH.at_once - 1):
            server.services.quotas.take(FINISHED_MATCH, own)
        assert (await _watched(server, ada))["type"] == "update"
        refused = await _watched(server, ada)
        assert (refused["code"], refused["retry_in"]) == ("too_many", 60_000 // FINISHED_MATCH.per_minute)
        for command in ({"type": "join_chat", "where": "match", "id": M}, {"type": "resign", "match": M}):
            assert (await ada.ask(command))["code"] == "too_many"
        async with server.player("Bo") as bo:  # the address has more left than each of its players
            assert (await bo.ask({"type": "watch_match", "match": M}))["type"] == "update"
            assert (await ada.ask({"type": "watch_match", "match": M}))["type"] == "update"  # it is held now


async def test_one_address_has_a_bounded_number_of_finished_matches_read() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server, server.line() as line:
        await _over(server)
        for _ in range(FINISHED_MATCH_FROM.at_once - 1):
            server.services.quotas.take(FINISHED_MATCH_FROM, "127.0.0.1")
        assert (await _watched(server, line))["type"] == "update"
        assert (await _watched(server, line))["code"] == "too_many"
        status, refused = await server.get(f"/v1/matches/{M}/events")
        assert (status, refused["code"]) == (429, "too_many")


async def test_an_end_that_spectators_may_not_know_yet_takes_nothing() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server:
        await _over(server, "3min")
        for _ in range(FINISHED_MATCH_FROM.at_once - 1):
            server.services.quotas.take(FINISHED_MATCH_FROM, "127.0.0.1")
        for _ in range(3):
            assert (await open_match(M, server.services.matches, server.services.quotas, "127.0.0.1")).is_over
            await _release(server)


@pytest.mark.parametrize("match", [M, "nowhere"])
async def test_a_running_match_and_none_take_nothing(match: str) -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server, server.player("Ada") as ada:
        await server.begin(M, [bot(1), bot(2)], bot_delay=60_000)
        expected = "update" if match == M else "refused"
        own = (await ada.ask({"type": "get_account"}))["player"]["id"]
        for _ in range(FINISHED_MATCH.at_once - 1):
            server.services.quotas.take(FINISHED_MATCH, own)
        for _ in range(3):
            answer = await ada.ask({"type": "watch_match", "match": match})
            assert answer["type"] == expected, answer
            await ada.ask({"type": "unwatch_match", "match": match})
            await _release(server)

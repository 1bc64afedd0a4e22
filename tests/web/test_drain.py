"""How a process leaves: nobody new comes in, and those who are there are told one after the other."""

import asyncio
import contextlib

import aiohttp
import pytest
from aiohttp import WSCloseCode
from quarterdeck_server.web.drain import drain
from servers import live_server, soon

AN_HOUR = 3600.0


async def test_a_caller_who_is_there_is_told_one_after_the_other() -> None:
    async with live_server() as server, contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(server.player(name)) for name in ("Ada", "Bob", "Cleo")]
        leaving = asyncio.ensure_future(drain(server.app, AN_HOUR))
        closings = [asyncio.ensure_future(line.closed()) for line in lines]
        done, waiting = await asyncio.wait(closings, return_when=asyncio.FIRST_COMPLETED)
        assert [each.result() for each in done] == [WSCloseCode.SERVICE_RESTART]
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        others = [line for line, closing in zip(lines, closings, strict=True) if closing in waiting]
        assert len(others) == 2
        for line in others:  # two thirds of the hour are left to them
            assert (await line.ask({"type": "list_tables"}))["type"] == "tables"
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)


async def test_within_its_seconds_everybody_has_been_told() -> None:
    async with live_server() as server, contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(server.player(name)) for name in ("Ada", "Bob", "Cleo")]
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/lobby/events") as reader:
            assert reader.status == 200
            await drain(server.app, 0.05)
            assert [await line.closed() for line in lines] == [WSCloseCode.SERVICE_RESTART] * 3
            assert b"event: " in await reader.read(), "it ends after what had been told"


async def test_nobody_new_comes_in_but_what_is_asked_is_answered() -> None:
    async with live_server() as server:
        async with server.line() as line:
            await line.ask({"type": "hello"})
            leaving = asyncio.ensure_future(drain(server.app, AN_HOUR))
            assert await line.closed() == WSCloseCode.SERVICE_RESTART
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with server.line():
                pass
        assert refused.value.status == 503
        assert (await server.get("/v1/games"))[0] == 200
        assert (await server.get("/healthz"))[0] == 200
        assert (await server.get("/readyz"))[0] == 503
        assert (await server.get("/v1/lobby/events"))[0] == 503
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        await soon(leaving.done)

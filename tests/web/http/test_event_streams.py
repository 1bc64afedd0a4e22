"""A stream of events by itself: heartbeats, its bound, and what is said twice."""

import asyncio

import aiohttp
import pytest
from aiohttp import web
from quarterdeck_server.web.frames.send_queue import MOST_FRAMES
from quarterdeck_server.web.frames.unsent_frames import UnsentFrames
from quarterdeck_server.web.http.event_streams import HEARTBEAT, EventStream
from servers import SOON, live_server

HERE = "192.0.2.1"
FIRST = b'{"type":"update","version":3,"epoch":0,"link":"c0ffee","result":null}'


async def test_while_nothing_happens_it_says_that_it_is_still_here_and_nothing_is_said_twice() -> None:
    streams: list[EventStream] = []

    async def events(request: web.Request) -> web.StreamResponse:
        streams.append(EventStream(UnsentFrames(), HERE, heartbeat=0.01))
        for frame in (FIRST, FIRST, FIRST.replace(b"3", b"2")):
            streams[0].put(frame)
        return await streams[0].answer(request)

    async with (
        live_server(routes=[web.get("/events", events)]) as server,
        aiohttp.ClientSession() as http,
        http.get(server.url + "/events") as answer,
        asyncio.timeout(SOON),
    ):
        text = b""
        while text.count(HEARTBEAT) < 2:
            text += await answer.content.readany()
        assert text.replace(HEARTBEAT, b"") == b"retry: 2000\n\nevent: update\nid: 3.c0ffee\ndata: " + FIRST + b"\n\n"
        streams[0].put(FIRST.replace(b"null", b'{"places":[1]}').replace(b"3", b"4"))
        assert b"id: 4.c0ffee" in await answer.content.read(), "and it ends with the match"


async def test_a_reader_that_takes_nothing_is_let_go() -> None:
    streams: list[EventStream] = []

    async def events(request: web.Request) -> web.StreamResponse:
        streams.append(EventStream(UnsentFrames(), HERE))
        streams[0].put(FIRST)
        return await streams[0].answer(request)

    async with (
        live_server(routes=[web.get("/events", events)]) as server,
        aiohttp.ClientSession() as http,
        http.get(server.url + "/events") as answer,
        asyncio.timeout(SOON),
    ):
        await answer.content.readany()
        for _ in range(MOST_FRAMES + 1):  # without a turn of the event loop between
            streams[0].put(FIRST)
        with pytest.raises(aiohttp.ClientError):
            await answer.content.read()

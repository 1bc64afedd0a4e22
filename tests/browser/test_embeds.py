"""A page of another origin shows a replay, a match and the lobby in a frame, where the host allows it."""

import contextlib
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from browsers import window
from playwright.async_api import Browser, expect
from servers import bot, live_server

pytestmark = pytest.mark.asyncio(loop_scope="session")


@contextlib.asynccontextmanager
async def blog(*frames: str) -> AsyncIterator[tuple[str, list[str]]]:
    """A page of another origin with these frames, which may be named later; yield its address and the frames."""
    shown = list(frames)

    async def page(_: web.Request) -> web.Response:
        inside = "".join(
            f'<iframe id="f{at}" src="{each}" width="900" height="600"></iframe>' for at, each in enumerate(shown)
        )
        return web.Response(text=f"<!doctype html><title>Blog</title>{inside}", content_type="text/html")

    app = web.Application()
    app.router.add_get("/", page)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", shown
    finally:
        await runner.cleanup()


async def test_a_blog_shows_a_replay_and_the_lobby_in_frames_and_nobody_is_signed_in_there(browser: Browser) -> None:
    async with blog() as (address, frames), live_server(luck=1, frame_origins=[address]) as server:
        async with server.line() as ada:
            player = (await ada.sign_in("Ada"))["player"]
            await server.begin("m", [player, bot(1)], marks=30)
            await ada.ask({"type": "watch_match", "match": "m"})
            await ada.ask({"type": "resign", "match": "m"})
        frames += [f"{server.url}/embed/replay/m?at=1", f"{server.url}/embed/lobby"]
        async with window(browser, server.url, allow="^elsewhere: http://127") as reader:
            await reader.open()
            await reader.page.goto(address)
            replay, lobby = (reader.page.frame_locator(f"#f{at}") for at in range(2))
            await expect(replay.locator(".replay")).to_be_visible()
            await expect(replay.locator(".top")).to_be_hidden()
            await expect(lobby.locator("main h1")).to_be_visible()
            kept = "() => [localStorage.length, sessionStorage.length]"
            for frame in reader.page.frames[1:]:
                assert await frame.evaluate(kept) == [0, 0]


async def test_no_other_page_is_shown_in_a_frame_and_none_without_the_host(browser: Browser) -> None:
    refused = "^elsewhere: http://127|ERR_BLOCKED_BY_RESPONSE|frame-ancestors"
    async with (
        blog() as (address, frames),
        live_server(luck=1) as closed,
        live_server(frame_origins=[address]) as server,
    ):
        frames += [f"{server.url}/lobby", f"{closed.url}/embed/lobby"]
        async with window(browser, server.url, allow=refused) as reader:
            await reader.open()
            await reader.page.goto(address)
            for at in range(2):
                await expect(reader.page.frame_locator(f"#f{at}").locator("main")).to_have_count(0)

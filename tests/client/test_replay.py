"""The terminal's replay: every moment is what the seat saw when it was played, and every key does what is said."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from random import Random

import aiohttp
import msgspec
import pytest
from finished_matches import told_to_the_end
from quarterdeck_client.replays import ReplaySource
from quarterdeck_client.terminal.playback import Playback
from quarterdeck_client.terminal.replay_app import ReplayTerminal
from quarterdeck_client.terminal.screens.replay import ReplayScreen, opened
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_protocol.transcript import Transcript
from quarterdeck_server.transcript_replays import TranscriptReplays
from screens import PATIENCE
from servers import Message, live_server
from textual.geometry import Size
from textual.pilot import Pilot

MOST_ACTS = 12
PARTS = ("version", "at", "events", "view", "choices", "waiting", "players", "seat", "result", "game")


class Seen:
    """A replay on a screen, and the keys."""

    def __init__(self, screen: ReplayScreen, pilot: Pilot[None]) -> None:
        self.screen = screen
        self.pilot = pilot

    @property
    def text(self) -> str:
        app = self.pilot.app
        strips = app.screen._compositor.render_strips(Size(*app.size))
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def shows(self, words: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while words not in self.text:
                    await self.pilot.pause(0.01)
        except TimeoutError:
            raise AssertionError(f"{words!r} cannot be read in\n{self.text}") from None


@contextlib.asynccontextmanager
async def seen(
    source: ReplaySource,
    seat: int | None = None,
    at: int | None = None,
    playback: Playback | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Seen]:
    screen = await opened(
        source, seat=None if seat is None else Seat(seat), at=None if at is None else Version(at), playback=playback
    )
    async with ReplayTerminal(screen).run_test(size=size) as pilot:
        shown = Seen(screen, pilot)
        await pilot.pause()
        yield shown


async def played(game: str) -> tuple[Transcript, list[dict[int, Message]]]:
    """Return the transcript of a match that was just played over sockets, and what each seat, and then a spectator, was
    told at each version."""
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
        lucks = [*(Random(seat) for seat in range(seats)), None]
        match = table["match"]
        told = await asyncio.gather(
            *(told_to_the_end(line, match, luck, MOST_ACTS) for line, luck in zip(lines, lucks, strict=True))
        )
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/matches/{match}") as answer:
            return msgspec.json.decode(await answer.read(), type=Transcript), told


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_stepping_through_a_transcript_shows_what_each_seat_saw_when_it_was_played(game: str) -> None:
    transcript, told = await played(game)
    source = TranscriptReplays(transcript, GAMES)
    last = max(told[0])
    async with seen(source, seat=0) as shown:
        forth = {}
        for version in range(1, last + 1):
            await shown.shows(f" {version} of {last} ·")
            forth[version] = shown.text
            assert shown.screen.update.version == version
            await shown.press("right")
        await shown.shows("the end (o)")
        for version in range(last - 1, 0, -1):
            await shown.press("left")
            await shown.shows(f" {version} of {last} ·")
            if forth[version] != shown.text:
                raise AssertionError(f"going back, {version} is another picture:\n{forth[version]}\n\n{shown.text}")
        for viewer in (0, *range(1, len(told) - 1), None):
            await shown.screen.look_as(None if viewer is None else Seat(viewer))
            live = told[-1 if viewer is None else viewer]
            compared = 0
            for version, update in live.items():
                again = msgspec.json.decode(msgspec.json.encode(shown.screen.updates[version - 1]))
                for part in PARTS:
                    if part != "events" or update["since"] == version - 1:
                        assert again[part] == update[part], (viewer, version, part)
                compared += 1
            assert compared == len(live) > 1

"""The terminal client on a screen of 80 by 24, as a test sees it and presses its keys."""

import asyncio
import contextlib
import hmac
import re
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from quarterdeck_client import Client
from quarterdeck_client.saved_tokens import SavedTokens
from quarterdeck_client.terminal.app import Plan, Terminal
from quarterdeck_client.terminal.screens.match import MatchScreen
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.popups import Moment
from quarterdeck_client.terminal.widgets.texts import Story
from textual.events import Paste
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

PATIENCE = 120.0
"""How many seconds a test waits for what must be seen; it ends as soon as that is so, but others may have the cores."""

SECRET = bytes(32)
"""What a player adds to the chance of a match: the same every time, so that the cards are those of the server's."""


class NotShownError(LookupError):
    """The screen that is asked for is not there."""


Kind = TypeVar("Kind", bound=Screen[Any])


class Shown:
    """What is on the screen, and the keys."""

    def __init__(self, app: Terminal, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def lines(self) -> list[str]:
        """What can be read, line by line."""
        strips = self.app.screen._compositor.render_strips(Size(*self.app.size))
        return ["".join(segment.text for segment in strip) for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def story(self) -> list[str]:
        """All that has been told of the match, also what has moved out of sight."""
        return [line.text.rstrip() for line in self.playing.query_one(Story).lines]

    @property
    def playing(self) -> MatchScreen:
        """The screen of the match, beneath whatever lies on it. Raises `NotShownError` between two matches."""
        return self.screen_of(MatchScreen)

    def screen_of(self, kind: type[Kind]) -> Kind:
        """Return the screen of this kind, beneath whatever lies on it. Raises `NotShownError`."""
        for screen in self.app.screen_stack:
            if isinstance(screen, kind):
                return screen
        raise NotShownError(kind)

    async def press(self, *keys: str) -> None:
        """Press these keys one after the other, each when what came of the one before it has been drawn."""
        for key in keys:
            await self.pilot.press(key)
            await self.until(self._is_drawn)

    def _is_drawn(self) -> bool:
        """Whether all choices of the screen are those that it was given last."""
        if not self.app.is_running:
            return True
        lists = [each._rows for each in self.app.screen.query(Choices) if each.display and each.size.height]
        return all(rows.on_screen is rows.offered for rows in lists)

    async def press_and_see(self, key: str) -> None:
        """Press a key, and wait for what comes of it."""
        before = self.playing.shown
        await self.press(key)
        await self.until(lambda: self.playing.shown is not before)

    async def choose(self, number: int) -> None:
        """Choose what stands at this place, counted from 1, by its key, as a player does, and wait for what comes."""
        menu = self.playing._choices.of
        await self.press(*self.playing._choices.keys[number - 1])
        if self.playing._choices._rows.typed:
            await self.press("enter")
        await self.until(lambda: self.playing._choices.of is not menu)

    async def play_out(
        self, pick: Callable[[Sequence[str]], int], *, is_laid_out: Callable[[], bool] = lambda: True
    ) -> None:
        """Choose by number whatever `pick` says of what can be read, step by step, until there is a result; each time
        `is_laid_out` must come true first: what has come may be drawn a moment before its place has been measured."""
        while True:
            await self.own_turn()
            if self.playing.seated.result is not None:
                return
            try:
                await self.until(is_laid_out)
            except TimeoutError:
                raise AssertionError(f"This decision is not laid out as it should be:\n{self.text}") from None
            await self.choose(pick(self.playing._choices.labels))

    async def until_a_fight(self) -> None:
        """Play Density Deck, calling a fight as soon as one may, until a moment lies on the table."""
        while self.app.screen is self.playing:
            keys = self.playing._choices.keys
            wanted = next((key for key in ("y", "g", "e") if key in keys), "1")
            if self.playing._choices.labels:
                await self.press(wanted)
            await self.pilot.pause(0.01)

    async def until(self, happens: Callable[[], bool]) -> None:
        """Wait until this is so, and until the screen is there that it asks for."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(NotShownError):
                    if happens():
                        return
                await self.pilot.pause(0.01)

    async def shows(self, words: str) -> None:
        """Wait until these words can be read."""
        try:
            await self.until(lambda: words in self.text)
        except TimeoutError:
            raise AssertionError(f"{words!r} cannot be read in\n{self.text}") from None

    async def shows_beneath(self, words: str) -> None:
        """Wait until these words can be read, putting aside what lies on top: it may come after the end is known."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.text:
                if self.app.screen is not self.playing and "Any key" in self.text:
                    await self.press("space")
                await self.pilot.pause(0.01)

    async def pick(self, label: str) -> None:
        """Press the number that stands before this, and Enter if the number could go on."""
        await self.shows(label)
        found = re.search(rf"(\d+|\b\w)  ?{re.escape(label)}", self.text)
        assert found is not None, self.text
        await self.press(*found[1])
        lists = self.app.screen.query(Choices)
        if lists and lists.first()._rows.typed:
            await self.press("enter")

    async def write(self, words: str, what: str) -> None:
        """Answer a question for a line, with what is pasted there: each key by itself would be drawn by itself."""
        await self.shows(words)
        line = self.app.screen.query_one(Input)
        line.post_message(Paste(what))
        await self.until(lambda: bool(line.value) or not what)
        await self.press("enter")

    async def undisturbed(self) -> None:
        """Wait until this seat is asked for something, whether it can be read or not, and nothing lies on the table:
        whatever is pressed then is meant for the table."""
        while True:
            await self.until(lambda: any(isinstance(each, MatchScreen) for each in self.app.screen_stack))
            await self.until(lambda: isinstance(self.app.screen, Moment) or self._is_asked())
            if self.app.screen is self.playing:
                return
            await self.press("space")

    def _is_asked(self) -> bool:
        newest = self.playing.seated.raw_latest
        return bool(newest.choices) and self.playing._newest is newest

    async def own_turn(self) -> None:
        """Wait until something is asked, putting aside what lies on top."""
        async with asyncio.timeout(PATIENCE):
            while True:
                shown = next((each for each in self.app.screen_stack if isinstance(each, MatchScreen)), None)
                if shown is not None and self.app.screen is not shown and "Any key" in self.text:
                    await self.press("space")
                elif (
                    shown is not None and shown.shown is not None and shown.shown.choices and self.app.screen is shown
                ) or (shown is not None and shown.seated.result is not None):
                    return
                await self.pilot.pause(0.01)


@contextlib.asynccontextmanager
async def terminal(
    client: Client,
    plan: Plan,
    *,
    size: tuple[int, int] = (80, 24),
    notebook: Path | None = None,
    seconds_to_notice: float = 0.0,
) -> AsyncIterator[Shown]:
    """Run the terminal client. Tests read faster than people; a bot that nobody names plays at random. With the same
    server, commands and keys everything goes the same way."""
    if plan.bot is None:
        plan = msgspec.structs.replace(plan, bot="random")
    client.notes.draw = lambda match, commitment: hmac.digest(SECRET, f"{match} {commitment}".encode(), sha256).hex()
    app = Terminal(client, plan, None if notebook is None else SavedTokens(notebook))
    app.seconds_to_notice = seconds_to_notice
    async with app.run_test(size=size, notifications=True) as pilot:
        yield Shown(app, pilot)

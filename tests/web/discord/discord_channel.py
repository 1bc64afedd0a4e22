"""A server with the app for Discord, one channel, and users who are linked with players."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from discord_simulator import SETTING, Discord, Message
from servers import Line, LiveServer, live_server

ADA, BEN, EVE = "101", "102", "103"


@asynccontextmanager
async def channel_of(**settings: Any) -> AsyncIterator[tuple[LiveServer, Discord]]:
    """Run a server with the app on."""
    async with live_server(**{"discord": SETTING, **settings}) as server:
        yield server, Discord(server.url)


@asynccontextmanager
async def two_linked(**settings: Any) -> AsyncIterator[tuple[LiveServer, Discord, Line, Line]]:
    """The same with two users who are linked with Ada and Ben."""
    async with channel_of(**settings) as (server, channel), server.person("Ada") as ada, server.person("Ben") as ben:
        await linked(channel, ADA, ada)
        await linked(channel, BEN, ben)
        yield server, channel, ada, ben


async def code_of(discord: Discord, user: str) -> str:
    """Return the code that a user is shown."""
    shown = await discord.command(user, "link")
    assert shown.reader == user
    code = shown.text.partition("`")[2].partition("`")[0]
    assert len(code) == len("BCDF-GHJK"), shown.text
    return code


async def linked(discord: Discord, user: str, player: Line) -> None:
    """Link a user with a player, as the player allows it."""
    command = {"type": "answer_device_request", "code": await code_of(discord, user), "allow": True}
    answer = await player.ask(command)
    assert (answer["type"], answer["stage"]) == ("device_request", "allowed"), answer


def some_value(part: dict[str, Any], number: int) -> str | None:
    """Return the value of a select that this number picks; `None` for a button."""
    return None if part["type"] == 2 else str(part["options"][7 * number % len(part["options"])]["value"])


async def played(discord: Discord, table: Message, users: tuple[str, ...], most: int = 2_000) -> dict[str, Message]:
    """Play a match by buttons to its end, or so many actions; return the last message of each user."""
    panels = {user: await discord.press(user, table, "play:") for user in users}
    number = 0
    while number < most:
        for user in users:
            panel = panels[user] = await discord.press(user, panels[user], "at:")
            while panel.has("act:") and number < most:
                if panel.has("page:") and number % 3 == 0:
                    await discord.press(user, panel, "page:")
                panel = await discord.press(user, panel, "act:", some_value(panel.part("act:"), number))
                number += 1
        if not any(panel.has("resign:") for panel in panels.values()):
            break
    return panels

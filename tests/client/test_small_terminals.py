"""The first screens and what comes on top of a table, in terminals that are smaller than a table needs."""

import asyncio
import contextlib

import pytest
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from screens import PATIENCE, Shown, terminal
from servers import LiveServer, live_server

SIZES = [(60, 18), (40, 12), (30, 10)]


def words(shown: Shown) -> str:
    """Return what can be read, whatever lines it stands in."""
    return " ".join(shown.text.replace("│", " ").split())


async def read_on(shown: Shown, wanted: str) -> None:
    """Scroll down until this can be read."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while wanted not in words(shown):
                await shown.press("down")
                await shown.pilot.pause(0.01)
            return
    raise AssertionError(f"{wanted!r} cannot be read in\n{shown.text}")


@pytest.mark.parametrize("size", SIZES)
async def test_every_table_of_the_lobby_can_be_read_by_keys_alone(
    ada: Client, server: LiveServer, size: tuple[int, int]
) -> None:
    async with Client(server.url, name="Bo") as bo:
        await bo.tables.open("density-deck", seats=2)
        async with terminal(ada, Plan(), size=size) as shown:
            await shown.until(lambda: "One table is open." in words(shown))
            assert "you are Ada" in words(shown)
            await shown.until(lambda: "q leave" in words(shown))
            await read_on(shown, "Sit down: Density Deck – Bo")


@pytest.mark.parametrize("size", SIZES)
async def test_a_table_that_waits_tells_its_address(ada: Client, size: tuple[int, int]) -> None:
    async with terminal(ada, Plan(seats=3), size=size) as shown:
        await shown.until(lambda: "Waiting for all seats" in words(shown))
        await shown.until(lambda: "q leave" in words(shown))
        await read_on(shown, "--table")


LUCKS = [1, 3]
"""How the cards may fall: the player is asked first; or the bot is, and has ended the first deal before."""


@pytest.mark.parametrize("luck", LUCKS)
@pytest.mark.parametrize("size", SIZES)
async def test_a_question_always_shows_its_answers(size: tuple[int, int], luck: int) -> None:
    async with (
        live_server(luck=luck) as server,
        Client(server.url, name="Ada") as ada,
        terminal(ada, Plan(bots=1), size=size) as shown,
    ):
        await shown.undisturbed()
        await shown.until(lambda: "this terminal is" in words(shown))
        await shown.press("q")
        await shown.until(lambda: "Come back later" in words(shown))
        await shown.until(lambda: "Esc: back to the table" in words(shown))
        assert "leave this match permanently" in words(shown)
        await read_on(shown, "your time runs out.")
        await shown.press("1")
        await shown.until(lambda: not shown.app.is_running)


@pytest.mark.parametrize("size", SIZES)
async def test_the_rules_can_be_read_and_left(ada: Client, size: tuple[int, int]) -> None:
    async with terminal(ada, Plan(bots=1), size=size) as shown:
        await shown.undisturbed()
        await shown.press("question_mark", "right")
        await read_on(shown, "The deck.")
        await shown.press("escape")
        await shown.until(lambda: shown.app.screen is shown.playing)


@pytest.mark.parametrize("size", SIZES)
async def test_a_moment_can_be_read_to_its_end_and_shows_the_clock(ada: Client, size: tuple[int, int]) -> None:
    async with terminal(ada, Plan(bots=3)) as shown:
        await shown.own_turn()
        await shown.until_a_fight()
        await shown.pilot.resize_terminal(*size)
        await shown.until(lambda: "key: go on" in words(shown))
        await read_on(shown, "Centre:")
        assert "Your turn" in words(shown) or "to act" in words(shown)
        await shown.press("space")
        await shown.until(lambda: shown.app.screen is shown.playing)


@pytest.mark.parametrize("size", SIZES)
async def test_every_deck_to_choose_from_can_be_read(ada: Client, size: tuple[int, int]) -> None:
    async with terminal(ada, Plan(game="amiibart", bots=1), size=size) as shown:
        await shown.until(lambda: "Which deck do you play?" in words(shown))
        await read_on(shown, "Another deck: paste")

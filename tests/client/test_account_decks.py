"""Decks kept in one's account, from the command line."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from client.account_program import ran
from servers import PASSWORD, LiveServer, live_server


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=10_000) as running:
        yield running


async def test_decks_are_kept_in_the_account_from_the_command_line(server: LiveServer, tmp_path: Path) -> None:
    file, deck = tmp_path / "here.json", tmp_path / "cats.txt"
    deck.write_text("4 alley-cat\npower first-light", encoding="utf-8")
    await ran(server.url, file, "register", "Ada", "--password", PASSWORD)
    status, written, _ = await ran(server.url, file, "decks", "keep", "amiibart", "Cats", str(deck))
    first, *faults = written.splitlines()
    assert (status, first) == (0, "amiibart  Cats  4 cards, not finished")
    assert "  A deck has 30 cards; this one has 4." in faults
    assert (await ran(server.url, file, "decks", "keep", "amiibart", "Wall", "bulwark"))[1].startswith(
        "amiibart  Wall  AB-"
    )
    assert (await ran(server.url, file, "decks", "list"))[1].splitlines()[1] == first
    assert (await ran(server.url, file, "decks", "list", "myacards"))[1] == "You have no saved decks.\n"
    shown = (await ran(server.url, file, "decks", "show", "amiibart", "Cats"))[1]
    assert shown == "4 alley-cat\npower first-light\n"
    await ran(server.url, file, "decks", "drop", "amiibart", "Cats")
    status, _, complaints = await ran(server.url, file, "decks", "show", "amiibart", "Cats")
    assert (status, "You have no saved deck “Cats” for amiibart." in complaints) == (1, True)

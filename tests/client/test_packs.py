"""Packs and what one owns, from the command line."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from forked_programs import forked
from servers import PASSWORD, SOON, LiveServer, live_server


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(luck=1, packs_account_age=0, messages_per_second=10_000) as running:
        yield running


class Person:
    """Somebody at a terminal."""

    def __init__(self, url: str, file: Path) -> None:
        self._url = url
        self._file = file

    async def types(self, command: str, *words: str) -> tuple[int, str, str]:
        """Run a command to its end: exit status, what it wrote, and what it complained of."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
        typed = (command, "--token-file", str(self._file), *words)
        async with (
            forked(*typed, environment={**clean, "QUARTERDECK_URL": self._url}) as process,
            asyncio.timeout(3 * SOON),
        ):
            written, complaints = await process.communicate()
            return await process.wait(), written.decode(), complaints.decode()


async def test_packs_are_taken_opened_and_checked_and_their_cards_are_listed(
    server: LiveServer, tmp_path: Path
) -> None:
    ada = Person(server.url, tmp_path / "here.json")
    status, _, complaint = await ada.types("packs", "list")
    assert (status, "no player is saved" in complaint) == (1, True)
    await ada.types("account", "register", "Ada", "--password", PASSWORD)
    assert (await ada.types("packs", "list"))[1].startswith("You have no pack to open.")
    status, written, _ = await ada.types("packs", "claim", "amiibart")
    assert (status, "packs to open" in written, "amiibart, the first gift" in written) == (0, True, True)
    first = written.split()[0]
    status, written, _ = await ada.types("packs", "open", first)
    *cards, checked = written.splitlines()
    assert (status, len(cards), checked.startswith("Checked: ")) == (0, 5, True)
    status, _, complaint = await ada.types("packs", "open", first)
    assert (status, f"You have no pack {first} to open." in complaint) == (1, True)
    status, written, _ = await ada.types("collection", "list", "amiibart")
    assert (status, "of 180 cards, 5 copies." in written) == (0, True)
    name = cards[0].split(" · ")[0]
    written = (await ada.types("collection", "list", "amiibart", *name.split()))[1]
    assert name in written
    assert "180 cards listed" in (await ada.types("collection", "list", "amiibart", "--all"))[1]
    assert name not in (await ada.types("collection", "list", "amiibart", "--missing"))[1]
    assert (await ada.types("collection", "list", "amiibart", "--all", "--missing"))[0] == 2
    assert "0 cards listed" in (await ada.types("collection", "list", "amiibart", "--set", "NO1"))[1]
    written = (await ada.types("collection", "movements"))[1]
    assert (written.startswith("#1  "), f"+1 {name}" in written or f"+2 {name}" in written) == (True, True)
    assert "There are no earlier movements." in (await ada.types("collection", "movements", "--before", "1"))[1]
    status, _, complaint = await ada.types("collection", "claim", "ABCD-EFGH")
    assert (status, "code" in complaint) == (1, True)
    status, written, _ = await ada.types("packs", "odds")
    assert (status, "Amiibart TCG" in written, "1 pack" in written) == (0, True, True)

"""The guide for other people's games works as it stands: its blocks are the files of a package, and what is typed.

The package is built in a folder of its own, installed with pip, held to the promises, and played over the wire.
"""

import asyncio
import re
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from games.guides import GUIDES, Package
from quarterdeck_client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.games.boards import installed_boards
from quarterdeck_client.terminal.plan import Plan
from screens import terminal
from servers import Served, served

GUIDE = GUIDES / "ADDING_A_GAME.md"
SERVE = "quarterdeck serve"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """The package as the guide has it up to the server: written, installed, its promises kept."""
    made = Package(GUIDE, tmp_path_factory.mktemp("outside"))
    made.write()
    before = made.typed[: made.typed.index(f"{SERVE}\n")]
    said = [made.type(commands) for commands in before]
    (made.folder / "said.txt").write_text("\n".join(said), encoding="utf-8")
    return made


@pytest.fixture
async def server(package: Package) -> AsyncIterator[Served]:
    environment = {"PYTHONPATH": str(package.site), "QUARTERDECK_BOT_DELAY": "0"}
    async with served("--store", "memory", environment=environment, anew=True) as running:
        yield running


@pytest.fixture
def beside_us(package: Package, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is installed for this process, too, until the test is over."""
    monkeypatch.syspath_prepend(str(package.site))
    installed_boards.cache_clear()
    yield
    installed_boards.cache_clear()
    for name in [name for name in sys.modules if name.startswith("quarterdeck_nim")]:
        del sys.modules[name]


def test_the_guides_package_is_written_installed_and_keeps_every_promise(package: Package) -> None:
    said = (package.folder / "said.txt").read_text("utf-8")
    passed = [int(number) for number in re.findall(r"(\d+) passed", said)]
    assert len(passed) == 2
    assert passed[1] > 35, "all promises, and the playthroughs"
    assert len(list((package.folder / "tests" / "playthroughs").glob("*.txt"))) == 3
    assert "failed" not in said
    assert "skipped" not in said


def test_a_promise_that_is_broken_is_found(package: Package, tmp_path: Path) -> None:
    """A guard: the tests that ship do look at the game of somebody else."""
    shutil.copytree(package.folder, tmp_path / "nim")
    rules = tmp_path / "nim" / "quarterdeck_nim" / "rules.py"
    sound = rules.read_text("utf-8")
    rules.write_text(sound.replace("range(1, left + 1)]", "range(1, left + 2)]"), encoding="utf-8")
    assert rules.read_text("utf-8") != sound
    with pytest.raises(AssertionError) as failed:
        package.type("python -m pytest -q --import-mode=importlib tests/test_promises.py", tmp_path / "nim")
    said = str(failed.value)
    assert "nim breaks a promise: every match goes on to its end, whatever the players do" in said
    assert "Expected: every match must end within `most_actions` of the world" in said
    assert "Expected: while there is no result, `choices` must offer something to at least one seat" in said


async def test_anything_that_the_guide_types_at_a_server_plays_the_game(package: Package, server: Served) -> None:
    after = package.typed[package.typed.index(f"{SERVE}\n") + 1 :]
    said = [await asyncio.to_thread(package.type, commands, QUARTERDECK_URL=server.url) for commands in after]
    assert "Nim" in said[0]
    assert "random, greedy" in said[0]


async def test_the_guides_game_is_played_to_the_end_over_the_wire(server: Served) -> None:
    """Its bot is there because it is advertised, and plays as its evaluator says: whoever takes at random loses."""
    lost = 0
    async with Client(server.url, name="Ada") as ada:
        for _ in range(5):
            table = await ada.tables.open("nim", options={"heaps": [5, 7, 9, 9]})
            await ada.tables.add_bot(table.id, "greedy")
            seat = await ada.begin(table.id)
            async for turn in seat.turns():
                await turn.act(turn.choices[0])
            assert seat.result is not None
            assert seat.result.reason == "last_stick"
            assert seat.seat is not None
            lost += seat.result.places[seat.seat] == 2
        described = await ada.game("nim")
    assert lost == 5
    assert described["offer"]["bots"] == ["random", "greedy"]
    assert "Whoever takes the last" in described["phrases"]["rules"]
    assert described["schema"]["$defs"]["GameOptions"]["allOf"] == [{"$ref": "#/$defs/Options"}]


async def test_options_that_the_guides_game_cannot_have_are_refused_with_the_place(server: Served) -> None:
    async with Client(server.url, name="Ada") as ada:
        with pytest.raises(RefusedError) as refused:
            await ada.tables.open("nim", options={"heaps": [3, 10]})
    assert (str(refused.value), refused.value.where) == ("Expected a whole number <= 9.", "$.options.heaps[1]")


@pytest.mark.usefixtures("beside_us")
async def test_the_guides_board_is_what_the_terminal_shows(server: Served) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, Plan(game="nim", bots=1)) as shown:
        await shown.own_turn()
        await shown.shows("Nim: the last stick wins")
        heaps = shown.playing.seated.latest.view.heaps
        await shown.shows(f"3: {'| ' * heaps[2]}".rstrip())
        await shown.shows("from heap")

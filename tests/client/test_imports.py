"""A client needs `aiohttp` and `msgspec`, and nothing else that has to be installed."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

ALLOWED = {allowed}

class Blocker(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ALLOWED | sys.stdlib_module_names:
            raise ModuleNotFoundError("not to be imported here: " + name, name=name)

sys.meta_path.insert(0, Blocker())
import {module}
"""

CLIENT = {"quarterdeck_client", "quarterdeck_protocol", "msgspec", "aiohttp"}
BENEATH_AIOHTTP = {
    "aiohappyeyeballs",
    "aiosignal",
    "attr",
    "attrs",
    "frozenlist",
    "idna",
    "multidict",
    "propcache",
    "pydantic_core",
    "typing_extensions",
    "yarl",
}


ROOT = Path(__file__).parents[2]
PUBLIC = {
    "quarterdeck_client.bots.seated_bot",
    "quarterdeck_client.conformance",
    "quarterdeck_client.fields",
    "quarterdeck_client.followed_match",
    "quarterdeck_client.phrases",
    "quarterdeck_client.replays",
    "quarterdeck_client.terminal.games.board",
    "quarterdeck_client.terminal.screens.replay",
    "quarterdeck_client.terminal.widgets.texts",
    "quarterdeck_client.typed_matches",
    "quarterdeck_protocol.folding",
    "quarterdeck_protocol.games",
    "quarterdeck_protocol.games.amfibido",
    "quarterdeck_protocol.games.amiibart",
    "quarterdeck_protocol.games.density_deck",
    "quarterdeck_protocol.games.myacards",
    "quarterdeck_protocol.marks",
    "quarterdeck_protocol.messages",
    "quarterdeck_protocol.names",
}
"""Modules that documents name: programs outside the project import them. None goes away."""


def imported(module: str, allowed: set[str]) -> subprocess.CompletedProcess[str]:
    program = BLOCKED.format(module=module, allowed=allowed)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_the_sdk_and_its_bots_need_only_aiohttp_and_msgspec() -> None:
    for module in ("quarterdeck_client", "quarterdeck_client.bots", "quarterdeck_client.phrases"):
        ended = imported(module, CLIENT | BENEATH_AIOHTTP)
        assert ended.returncode == 0, ended.stderr


def test_the_messages_need_only_msgspec() -> None:
    ended = imported("quarterdeck_protocol.encoding.wire", {"quarterdeck_protocol", "msgspec"})
    assert ended.returncode == 0, ended.stderr


def test_a_module_that_a_document_names_stays_where_it_is() -> None:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True)
    texts = [(ROOT / name).read_text("utf-8") for name in listed.stdout.split()]
    named = {name for text in texts for name in re.findall(r"\bquarterdeck_(?:client|protocol)(?:\.[a-z_]+)+", text)}
    assert named == PUBLIC
    assert [name for name in sorted(PUBLIC) if find_spec(name) is None] == []


def test_the_blocker_blocks() -> None:
    ended = imported("quarterdeck_client.terminal.app", CLIENT | BENEATH_AIOHTTP)
    assert ended.returncode != 0
    assert "not to be imported here" in ended.stderr


TYPED = """from quarterdeck_client import Client, FollowedMatch, Turn
from quarterdeck_protocol.games import density_deck


def chosen(turn: Turn) -> density_deck.Action:
    action: density_deck.Action = turn.choices[0]
    return action


async def main(name: str) -> None:
    async with Client() as me:
        match = await me.play("density-deck", bots=1, options={"lives": 3})
        async for turn in match.turns():
            reveal_type(turn.choices[0])
            reveal_type(turn.view)
            await turn.act(chosen(turn))
            turn.view.no_such_field
        async for update in match.updates():
            reveal_type(update.view)
        match_of_a_host: FollowedMatch = await me.play(name, seats=2)
        print(match_of_a_host.latest.view.whatever, match_of_a_host.match)
        await me.play("amfibido", bot=1)
"""


def checked_by_mypy(folder: Path, program: str) -> list[str]:
    """Return what mypy finds in a program of somebody else."""
    (folder / "program.py").write_text(program)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "program.py"]
    return subprocess.run(mypy, capture_output=True, text=True, cwd=folder, check=False).stdout.splitlines()


def test_the_match_of_a_shipped_game_has_its_types(tmp_path: Path) -> None:
    *found, total = checked_by_mypy(tmp_path, TYPED)
    actions = ["Fight", "Draw", "Take", "Discard", "Pass", "Surrender"]
    union = " | ".join(f"quarterdeck_protocol.games.density_deck.{each}" for each in actions)
    view = "quarterdeck_protocol.games.density_deck.View"
    assert [line.partition(": note: ")[2] for line in found if "Revealed type is" in line] == [
        f'Revealed type is "{union}"',
        f'Revealed type is "{view}"',
        f'Revealed type is "{view}"',
    ]
    errors = [line for line in found if ": error: " in line]
    assert [line.rpartition("  [")[2] for line in errors] == ["attr-defined]", "call-overload]"], errors
    assert total.startswith("Found 2 errors in 1 file"), total


def test_a_type_checker_finds_a_name_that_is_not_there(tmp_path: Path) -> None:
    found = checked_by_mypy(
        tmp_path, "from quarterdeck_client import Client, NoSuchThing\n\nprint(Client, NoSuchThing)\n"
    )
    assert any('Module "quarterdeck_client" has no attribute "NoSuchThing"' in line for line in found), found
    assert found[-1].startswith("Found 1 error"), found

"""A client needs `aiohttp` and `msgspec`, and nothing else that has to be installed."""

import subprocess
import sys
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


def imported(module: str, allowed: set[str]) -> subprocess.CompletedProcess[str]:
    program = BLOCKED.format(module=module, allowed=allowed)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_the_sdk_and_its_bots_need_only_aiohttp_and_msgspec() -> None:
    for module in ("quarterdeck_client", "quarterdeck_client.bots", "quarterdeck_client.phrases"):
        ended = imported(module, CLIENT | BENEATH_AIOHTTP)
        assert ended.returncode == 0, ended.stderr


def test_the_messages_need_only_msgspec() -> None:
    ended = imported("quarterdeck_protocol.wire", {"quarterdeck_protocol", "msgspec"})
    assert ended.returncode == 0, ended.stderr


def test_the_blocker_blocks() -> None:
    ended = imported("quarterdeck_client.terminal.app", CLIENT | BENEATH_AIOHTTP)
    assert ended.returncode != 0
    assert "not to be imported here" in ended.stderr


def test_a_type_checker_finds_a_name_that_is_not_there(tmp_path: Path) -> None:
    program = tmp_path / "wrong.py"
    program.write_text("from quarterdeck_client import Client, NoSuchThing\n\nprint(Client, NoSuchThing)\n")
    mypy = [sys.executable, "-m", "mypy", "--config-file=", str(program)]
    checked = subprocess.run(mypy, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert checked.returncode == 1, checked.stdout
    assert 'Module "quarterdeck_client" has no attribute "NoSuchThing"' in checked.stdout
    assert "Found 1 error" in checked.stdout

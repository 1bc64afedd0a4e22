"""One Chromium for every story of a test process, and a game that is none of this server's own."""

import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from browsers import chromium
from playwright.async_api import Browser

GUIDE = Path(__file__).parents[2] / "server" / "quarterdeck_games" / "ADDING_A_GAME.md"
FILES = re.compile(r"^```\w+ (quarterdeck_nim/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as opened:
        yield opened


@pytest.fixture
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package of the guide for other people's games is installed beside this one."""
    said = tmp_path / "quarterdeck_nim-1.0.0.dist-info"
    said.mkdir()
    (said / "METADATA").write_text("Metadata-Version: 2.1\nName: quarterdeck-nim\nVersion: 1.0.0\n")
    (said / "entry_points.txt").write_text("[quarterdeck.games]\nnim = quarterdeck_nim.rules:Nim\n")
    for file, text in FILES.findall(GUIDE.read_text("utf-8")):
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in [name for name in sys.modules if name.startswith("quarterdeck_nim")]:
        del sys.modules[name]

"""The bot of the README: exactly this program plays a match against a real server."""

import asyncio
import re
import sys
from pathlib import Path

from servers import SOON, served

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "client" / "examples" / "random_bot.py"


def test_it_has_at_most_fifteen_lines() -> None:
    assert len(PROGRAM.read_text().splitlines()) <= 15


def test_the_readme_shows_exactly_this_program() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert PROGRAM.read_text() in blocks


async def test_it_plays_a_match_to_its_end() -> None:
    async with served("--store", "memory", environment={"QUARTERDECK_BOT_DELAY": "0"}) as server:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(PROGRAM), server.url, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        async with asyncio.timeout(3 * SOON):
            written, complaints = await bot.communicate()
    assert (bot.returncode, complaints) == (0, b"")
    seated, result = written.splitlines()
    assert seated == b"Seated. A match against these bots takes a minute."
    assert result.startswith(b"Result(places=(")

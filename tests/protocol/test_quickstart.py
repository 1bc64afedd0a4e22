"""The quick start: exactly what is printed there plays a match to its end."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from node import NODE, PACKAGE, program
from quarterdeck_client import Client
from quarterdeck_client.conformance.clients import client_program
from quarterdeck_client.conformance.clients.client_check import check_client
from quarterdeck_client.conformance.clients.script import Patience
from quarterdeck_protocol.lobby.social.challenges import ChallengedBy
from servers import SOON, Served, served

PAGE = (Path(__file__).parents[2] / "protocol" / "QUICKSTART.md").read_text()
SERVER = "127.0.0.1:8765"
IN_JAVASCRIPT, ON_A_SOCKET = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
[IN_PYTHON] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
[CHALLENGED] = re.findall(r"```py\n(.*?)```", PAGE, re.DOTALL)
ON_ONE_LINE = ("plays", "choices", "seen", "doubled", "reordered", "delayed", "stale", "forgets")
"""The points of the check of clients that ask nothing of who does not come back."""

[OPTIONS] = re.findall(r"^\.venv/bin/quarterdeck serve (.*)$", PAGE, re.MULTILINE)


@pytest.fixture
async def server() -> AsyncIterator[Served]:
    """A server with the options that the page names."""
    async with served(*OPTIONS.split()) as server:
        yield server


def on(server: Served, text: str) -> str:
    """Return the program for the port of this server, and otherwise as it is printed."""
    assert SERVER in text
    return text.replace(SERVER, server.url.removeprefix("http://").rstrip("/"))


def test_it_is_one_page_and_a_program_on_a_package_has_thirty_lines_at_most() -> None:
    assert max(len(IN_JAVASCRIPT.splitlines()), len(IN_PYTHON.splitlines())) <= 30
    assert len(ON_A_SOCKET.splitlines()) <= 45
    assert len(PAGE.splitlines()) <= 160


async def test_the_program_in_javascript_plays_a_match_to_its_end(server: Served, tmp_path: Path) -> None:
    (tmp_path / "node_modules" / "@quarterdeck").mkdir(parents=True)
    (tmp_path / "node_modules" / "@quarterdeck" / "client").symlink_to(PACKAGE)
    (tmp_path / "first.mjs").write_text(on(server, IN_JAVASCRIPT))
    written = (await program(tmp_path / "first.mjs", folder=tmp_path)).splitlines()
    assert written[0].startswith("I am Ada")
    assert any(line.startswith("> ") for line in written)
    assert re.fullmatch(r"(Won|Place 2) \(\w+\)", written[-1])


async def test_the_program_in_python_plays_a_match_to_its_end(server: Served, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(on(server, IN_PYTHON))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", str(tmp_path / "first.py")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(SOON):
        written, complaints = await process.communicate()
    assert (process.returncode, complaints.decode()) == (0, "")
    assert re.fullmatch(r"Place [12] \(\w+\)", written.decode().splitlines()[-1])


async def test_the_program_that_is_challenged_plays_a_match_to_its_end(server: Served) -> None:
    assert len(CHALLENGED.splitlines()) <= 15
    names: dict[str, object] = {}
    program = "async def run(me):\n" + "".join(f"    {line}\n" for line in CHALLENGED.splitlines())
    exec(program, names)  # noqa: S102 - the program that the page prints
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        await bo.challenges.set_challengers(ChallengedBy.EVERYBODY)
        running = asyncio.ensure_future(names["run"](bo))  # type: ignore[operator]
        made = await ada.challenges.create(bo.player.id, "density-deck", options={"lives": 1})
        answer = await ada.challenges.answer(made.id)
        assert answer.match is not None
        match = await ada.watch_match(answer.match)
        async for turn in match.turns():
            await turn.act(turn.choices[0])
        assert match.result is not None
        running.cancel()


async def test_the_program_on_a_bare_socket_plays_a_match_to_its_end(server: Served, tmp_path: Path) -> None:
    (tmp_path / "bare.mjs").write_text(on(server, ON_A_SOCKET))
    written = await program(tmp_path / "bare.mjs", folder=tmp_path)
    assert re.match(r"\{ places: \[ \d, \d \], reason: '\w+' \}", written.splitlines()[-1])


async def test_the_program_on_a_bare_socket_does_right_whatever_it_is_told_on_one_line(tmp_path: Path) -> None:
    file = tmp_path / "bare.mjs"
    address = f'"ws://{SERVER}/v1/socket"'
    assert address in ON_A_SOCKET
    file.write_text(ON_A_SOCKET.replace(address, 'process.argv[2].replace("http", "ws") + "/v1/socket"'))
    play = client_program.program([str(NODE), str(file), "{url}"])
    report = await check_client(play, only=ON_ONE_LINE, at_once=2, patience=Patience(whole=SOON, quiet=0.5))
    assert report.failed() == []
    assert len(report.findings) == len(ON_ONE_LINE)

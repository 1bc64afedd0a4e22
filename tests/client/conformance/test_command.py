"""`quarterdeck conform`, as somebody types it."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from node import CLIENT
from quarterdeck_client.conformance.command import conform
from quarterdeck_client.conformance.points import Verdict
from servers import live_server

BOT = [sys.executable, str(CLIENT / "examples" / "random_bot.py")]


def _typed(*words: str) -> Result:
    return CliRunner().invoke(conform, words)


def test_a_client_that_passes_ends_the_command_with_0_and_is_reported_on() -> None:
    typed = _typed("client", "--point", "plays", "--point", "cut", "--format", "json", "--", *BOT, "{url}")
    assert typed.exit_code == 0, typed.output
    assert [(each["name"], each["verdict"]) for each in json.loads(typed.stdout)["points"]] == [
        ("plays", Verdict.PASSED),
        ("cut", Verdict.PASSED),
    ]


def test_a_client_that_does_not_play_ends_it_with_1_and_its_last_words_are_told(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    says = "import sys; sys.exit('I do not play')"
    typed = _typed("client", "--point", "plays", "--output", str(report), "--", sys.executable, "-c", says)
    assert typed.exit_code == 1
    assert "did not play its match to the end: it ended with status 1: I do not play." in report.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ["client", "--point", "politeness", "--", "true"],
            "There is no point politeness. There are: subprotocol, token-address, plays",
        ),
        (["client", "--", "no-such-program"], "There is no program no-such-program."),
        (["server", "no address"], "`no address` is not an address of a server"),
        (["server", "--point", "cut", "http://127.0.0.1:1"], "There is no point cut."),
    ],
)
def test_anything_that_cannot_be_checked_is_told(words: list[str], why: str) -> None:
    typed = _typed(*words)
    assert typed.exit_code == 1
    assert why in typed.stderr


async def test_a_server_is_checked_at_its_address() -> None:
    async with live_server() as server:
        typed = await asyncio.to_thread(_typed, "server", "--point", "welcome", "--format", "junit", server.url)
    assert typed.exit_code == 0, typed.output
    assert '<testcase classname="conform.server" name="welcome"/>' in typed.stdout


def test_a_server_that_is_not_there_fails() -> None:
    typed = _typed("server", "--point", "welcome", "http://127.0.0.1:1")
    assert typed.exit_code == 1
    assert "There is no connection" in typed.stdout

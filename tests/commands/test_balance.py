"""`quarterdeck balance`, short: what it prints, how it ends, and what Ctrl-C leaves."""

import signal
import subprocess
import sys
from collections.abc import Iterator

from forked_programs import ran
from quarterdeck_server.bench.balance import Planned, plan
from quarterdeck_server.commands.balance import played_of

COMMAND = [sys.executable, "-m", "quarterdeck_server", "balance"]


async def _balance(*arguments: str) -> tuple[int, str, str]:
    return await ran("balance", *arguments)


async def test_it_says_every_figure_and_holds_the_bounds_against_them() -> None:
    status, written, complaints = await _balance("myacards", "--matches", "12", "--processes", "1")
    assert complaints == ""
    assert written.startswith("myacards: 12 matches, both seats played by the greedy bot, seed 1\n")
    for words in ("giants-abroad", "whoever begins", "in nine of ten", "no_entities", "draws", "empty decks"):
        assert words in written
    assert status == (1 if "broken" in written else 0)


async def test_as_many_processes_as_one_likes_come_to_the_same() -> None:
    alone, together = [await _balance("amiibart", "--matches", "30", "--processes", each) for each in ("1", "2")]
    assert alone == together


async def test_a_bound_that_is_broken_ends_it_with_one() -> None:
    """Random play at twelve matches cannot keep every share between 35 % and 65 % with this seed."""
    status, written, _ = await _balance("myacards", "--matches", "12", "--processes", "1", "--bot", "random")
    assert status == 1
    assert "broken" in written


def test_ctrl_c_ends_it_without_a_word_of_python() -> None:
    with subprocess.Popen(
        [*COMMAND, "myacards", "--matches", "100000", "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("myacards: 100008 matches")
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "Ctrl-C came after" in said
    assert errors == ""


def test_what_was_played_before_ctrl_c_is_kept() -> None:
    class Interrupted(list[Planned]):
        def __iter__(self) -> Iterator[Planned]:
            yield from self[:2]
            raise KeyboardInterrupt

    played, is_whole = played_of(Interrupted(plan("amiibart", 30, seed=1)), 1)
    assert [each.decks for each in played] == [("bulwark", "nightblade"), ("bulwark", "wildfire")]
    assert not is_whole

"""The comparison with picows, which is not installed here: its own half, and what it says without the library."""

import sys

import pytest
from bench import picows_frames
from bench.picows_frames import SERVERS, main, measured, most_in_one_turn, updates
from click.testing import CliRunner


def test_the_answers_are_whole_updates_of_a_match() -> None:
    answers = updates()
    assert len(answers) == picows_frames.UPDATES
    assert all(answer.startswith(b'{"type":"update"') for answer in answers)


@pytest.mark.parametrize("compressed", [False, True])
async def test_our_socket_answers_each_frame(compressed: bool) -> None:
    (figures,) = (await measured(["ours"], 2, 1, 0.05, compressed=compressed)).values()
    assert all(took > 0 for took in figures.microseconds)
    assert (figures.size < 1_000) == compressed


async def test_our_socket_takes_a_bounded_number_of_messages_in_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picows_frames, "BURST", 5_000)
    assert 1 <= await most_in_one_turn("ours") <= 700


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picows", None)
    done = CliRunner().invoke(main, ["--rounds", "1"])
    assert done.exit_code == 1
    assert "pip install picows" in done.output
    assert list(SERVERS) == ["ours", "picows", "picows-on-uvloop"]

"""`quarterdeck balance`, short: what it prints, how it ends, and what Ctrl-C leaves."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from forked_programs import ran
from quarterdeck_games import GAMES
from quarterdeck_server.commands.balance import played_of
from quarterdeck_server.evaluation.balance import Planned, plan

FOUR = ("packs-and-sisters", "orders-in-rows", "giants-abroad", "wardens-of-the-land")
MYACARDS = ("myacards", *[f"--deck={deck}" for deck in FOUR])
"""Four decks are as much to the command as all eight, and a fifth of the matches."""

DEPLOY = Path(__file__).parents[2] / "deploy"
COMMAND = [sys.executable, "-m", "quarterdeck_server", "balance"]


async def _balance(*arguments: str) -> tuple[int, str, str]:
    return await ran("balance", *arguments)


async def test_it_says_every_figure_and_holds_the_bounds_against_them() -> None:
    status, written, complaints = await _balance(*MYACARDS, "--matches", "12", "--processes", "1")
    assert complaints == ""
    assert written.startswith("myacards: 12 matches, both seats played by the greedy bot, seed 1\n")
    for words in ("giants-abroad", "whoever begins", "in nine of ten", "no_entities", "draws", "empty decks"):
        assert words in written
    for words in ("comebacks", "forced decisions", "empty decisions", "never played", "hours of processor time"):
        assert words in written
    assert status == (1 if "broken" in written else 0)


async def test_as_many_processes_as_one_likes_come_to_the_same() -> None:
    three = ("amiibart", "--deck", "bulwark", "--deck", "vigil", "--deck", "upgrade", "--matches", "30")
    alone, together = [await _balance(*three, "--processes", each, "--json") for each in ("1", "2")]
    first, second = [msgspec.json.decode(written) for _, written, _ in (alone, together)]
    assert first["matches"] == 30
    assert {**first, "cpu_hours": 0} == {**second, "cpu_hours": 0}


async def test_a_bound_that_is_broken_ends_it_with_one() -> None:
    """At random a match of MYACARDS ends when a deck is empty."""
    status, written, _ = await _balance(*MYACARDS, "--matches", "12", "--processes", "1", "--bot", "random")
    assert status == 1
    assert "broken" in written


async def test_what_was_played_is_kept_and_drawn_and_not_played_again(tmp_path: Path) -> None:
    kept, drawn = tmp_path / "matches.jsonl", tmp_path / "matrix.svg"
    arguments = (*MYACARDS, "--processes", "1", "--into", str(kept))
    _, written, _ = await _balance(*arguments, "--matches", "12")
    assert written.startswith("myacards: 12 matches, 0 of them played before, both seats played by the greedy bot")
    status, written, said = await _balance(*arguments, "--matches", "24", "--plot", str(drawn), "--json")
    assert said.startswith("myacards: 24 matches, 12 of them played before")
    figures = msgspec.json.decode(written)
    assert (figures["matches"], len(kept.read_text().splitlines())) == (24, 24)
    assert status == (0 if all(each["is_kept"] for each in figures["bounds"]) else 1)
    assert figures["decks"]["giants-abroad"]["all"]["of"] == 12
    assert drawn.read_bytes().startswith(b"<?xml")


async def test_decks_of_chosen_sets_are_measured() -> None:
    """Those of a shipped set, by `--sets`, and those of a host's folder, by `--cards`, in each process that plays."""
    for chosen, deck in ((("--sets", "AB2"), "wild-hunt"), (("--cards", str(DEPLOY / "cards")), "kite-festival")):
        two = ("--deck", deck, "--deck", "bulwark", "--matches", "2", "--json")
        _, written, _ = await _balance("amiibart", *chosen, *two, "--processes", "2")
        figures = msgspec.json.decode(written)
        assert figures["decks"][deck]["against"]["bulwark"]["of"] == 2
        assert deck in {name for card in figures["cards"].values() for name in card["decks"]}
        status, _, complaints = await _balance("amiibart", *two, "--sets", "")
        assert (status, "Name two decks or more of these: bulwark" in complaints) == (1, True)
    status, _, complaints = await _balance("amiibart", "--sets", "AB9")
    assert (status, "There is no shipped set “AB9”" in complaints) == (1, True)


async def test_one_deck_is_measured_against_all() -> None:
    one = ("--deck", "wild-hunt", "--against-all", "--matches", "1", "--processes", "1", "--json")
    _, written, _ = await _balance("amiibart", *one)
    figures = msgspec.json.decode(written)
    assert figures["matches"] == 2 * 16
    assert figures["decks"]["wild-hunt"]["all"]["of"] == 32
    assert {name: deck["all"]["of"] for name, deck in figures["decks"].items() if name != "wild-hunt"} == dict.fromkeys(
        [name for name in figures["decks"] if name != "wild-hunt"], 2
    )


async def test_who_does_not_play_a_game_is_no_choice() -> None:
    status, _, complaints = await _balance("amiibart", "--bot", "oracle")
    assert status == 2
    assert "'oracle' is not one of 'random', 'greedy', 'lookahead', 'club'" in complaints
    for decks in (["bulwark"], ["bulwark", "anvil"]):
        status, _, complaints = await _balance("amiibart", *[f"--deck={deck}" for deck in decks])
        assert status == 1
        assert "Name two decks or more of these: bulwark, nightblade" in complaints


def test_ctrl_c_ends_it_without_a_word_of_python() -> None:
    with subprocess.Popen(
        [*COMMAND, *MYACARDS, "--matches", "100000", "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("myacards: 100008 matches")
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "Stopped by Ctrl-C after" in said
    assert errors == ""


def test_what_was_played_before_ctrl_c_is_kept() -> None:
    class Interrupted(list[Planned]):
        def __iter__(self) -> Iterator[Planned]:
            yield from self[:2]
            raise KeyboardInterrupt

    planned = plan(GAMES["amiibart"], 30, seed=1)
    played, is_whole = played_of(Interrupted(planned), 1)
    assert [each.planned for each in played] == planned[:2]
    assert not is_whole

"""`quarterdeck deck`: lists, codes and faults."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from quarterdeck_games import GAMES
from quarterdeck_server.__main__ import main

CODE_OF_VIGIL = "AB-AEBUCQRRB4AGYADUAB5ABAYAREAJIAE2ACRABKQAWEALQAGAAFBACUQBNGN22"


def run(*words: str, piped: str | None = None) -> tuple[int, str, str]:
    """Run the command; gives the exit code, what it wrote and what it complained of."""
    ended = CliRunner().invoke(main, ["deck", *words], input=piped)
    return ended.exit_code, ended.stdout, ended.stderr


@pytest.mark.parametrize("game", ["amiibart", "myacards"])
def test_the_ready_decks_are_listed_and_shown_and_what_is_shown_can_be_checked(game: str, tmp_path: Path) -> None:
    decks = GAMES[game].decks
    assert decks is not None
    code, listed, _ = run("list", game)
    assert (code, [line.split()[0] for line in listed.splitlines()]) == (0, list(decks.ready))
    for name, deck in decks.ready.items():
        code, shown, _ = run("show", game, name)
        title, written, words = shown.split("\n\n")
        assert (code, title) == (0, deck.name)
        file = tmp_path / name
        for text in (written, words.split()[-1], name):
            file.write_text(text, encoding="utf-8")
            code, checked, _ = run("check", game, str(file))
            assert code == 0
            assert checked.endswith(words)
            assert checked.splitlines()[0] == f"name   {deck.name if text == name else 'none'}"


def test_a_code_that_is_piped_in_is_read_out() -> None:
    code, written, complaint = run("check", "amiibart", "-", piped=CODE_OF_VIGIL + "\n")
    assert (code, complaint) == (0, "")
    assert written.splitlines() == [
        "name   none",
        "cards  30 (22 fighter, 7 spell, 1 stage)",
        "beside first-light, order-of-dawn",
        f"code   {CODE_OF_VIGIL}",
    ]


def test_all_faults_are_told_with_exit_code_1() -> None:
    code, written, _ = run("check", "amiibart", "-", piped="5 alley-cat\n2 trap")
    assert (code, written.splitlines()) == (
        1,
        [
            "This deck cannot be played: 4 faults.",
            "There is no card “trap” to put there.",
            "A deck has 30 cards; this one has 7.",
            "Alley Cat has 1 star: at most 4 in a deck, not 5.",
            "A deck has one Primary and one Secondary Power; this one has 0 and 0.",
        ],
    )
    code, written, _ = run("check", "myacards", "-", piped="wolves and sheep")
    assert (code, written.splitlines()[0]) == (1, "This deck cannot be played: one fault.")


def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path) -> None:
    code, _, complaint = run("check", "tiny", "-", piped="")
    assert (code, "amiibart, myacards" in complaint) == (2, True)
    code, _, complaint = run("show", "amiibart", "whist")
    assert (code, "there are: bulwark" in complaint) == (1, True)
    code, _, complaint = run("check", "amiibart", str(tmp_path / "nothing"))
    assert (code, "cannot be read" in complaint) == (1, True)

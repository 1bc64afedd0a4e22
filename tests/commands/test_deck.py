"""`quarterdeck deck`: lists, codes and faults."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_server.__main__ import main
from quarterdeck_server.cards.host_sets import games_with

DEPLOY = Path(__file__).parents[2] / "deploy"

CODE_OF_VIGIL = "AB-AEBUCQRRB4AGYADUAB5ABAYAREAJIAE2ACRABKQAWEALQAGAAFBACUQBNGN22"


def run(*words: str, piped: str | None = None) -> tuple[int, str, str]:
    """Run the command; gives the exit code, what it wrote and what it complained of."""
    ended = CliRunner().invoke(main, ["deck", *words], input=piped)
    return ended.exit_code, ended.stdout, ended.stderr


@pytest.mark.parametrize("cards", [(), ("--cards", str(DEPLOY / "cards"))], ids=["shipped", "further sets"])
@pytest.mark.parametrize("game", ["amiibart", "myacards"])
def test_the_ready_decks_are_listed_and_shown_and_what_is_shown_can_be_checked(
    game: str, cards: tuple[str, ...]
) -> None:
    """The whole of what is shown, its list alone, its code and its name; with Art Rares too (AM-72)."""
    decks = games_with(Path(cards[1]) if cards else None, ("AB2",))[game].decks
    assert decks is not None
    code, listed, _ = run(*cards, "list", game)
    assert (code, [line.split()[0] for line in listed.splitlines()]) == (0, list(decks.ready))
    for name, deck in decks.ready.items():
        code, shown, _ = run(*cards, "show", game, name)
        assert (code, shown.splitlines()[0]) == (0, f"# {deck.name}")
        words = [line.removeprefix("# ") for line in shown.splitlines() if line.startswith("# ")][1:]
        assert words[-1] == f"code   {decks.code(deck)}"
        for text in (shown, decks.write(deck), words[-1].split()[-1], name):
            code, checked, _ = run(*cards, "check", game, "-", piped=text)
            assert (code, checked.splitlines()[1:]) == (0, words)
            assert checked.splitlines()[0] == f"name   {deck.name if text == name else 'none'}"


def test_the_decks_of_a_shipped_set_are_there_unless_it_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """AM-74: by the option or by an empty variable."""
    _, listed, _ = run("list", "amiibart")
    assert run("--sets", "AB2", "list", "amiibart") == (0, listed, "")
    names = [line.split()[0] for line in listed.splitlines()]
    assert names[-7:] == [deck.id for deck in SECOND.decks]
    _, shown, _ = run("show", "amiibart", "wild-hunt")
    code, checked, _ = run("check", "amiibart", "-", piped=shown)
    assert (code, checked.splitlines()[-1]) == (0, shown.splitlines()[-1].removeprefix("# "))
    _, without, _ = run("--sets", "", "list", "amiibart")
    monkeypatch.setenv("QUARTERDECK_SETS", "")
    assert run("list", "amiibart") == (0, without, "")
    assert [line.split()[0] for line in without.splitlines()] == names[:-7]
    code, checked, _ = run("check", "amiibart", "-", piped=shown.splitlines()[-1].split()[-1])
    assert (code, "names cards of the set AB2, which this server does not have" in checked) == (1, True)


def test_an_art_rare_is_shown_and_checked_as_what_it_is() -> None:
    """AM-72: Kite festival has one of its three Kite Keepers as an Art Rare."""
    further = ("--cards", str(DEPLOY / "cards"))
    _, shown, _ = run(*further, "show", "amiibart", "kite-festival")
    assert {"2 kite-keeper", "1 kite-keeper-art"} <= set(shown.splitlines())
    code, checked, _ = run(*further, "check", "amiibart", "-", piped=shown)
    assert (code, checked.splitlines()[-1]) == (0, shown.splitlines()[-1].removeprefix("# "))


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
            "Line 2, “2 trap”, names no card of this game.",
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


def test_a_count_of_0_is_refused_beside_another_printing_of_the_card_too() -> None:
    """What is judged legal has a code, and that is read as the same deck."""
    _, shown, _ = run("show", "amiibart", "nightblade")
    split = shown.replace("1 night-countess", "0 night-countess\n1 night-countess-art")
    code, written, _ = run("check", "amiibart", "-", piped=split)
    at = 1 + split.splitlines().index("0 night-countess")
    assert (code, written.splitlines()[1]) == (
        1,
        f"Line {at}, “0 night-countess”, says 0: leave out what is not in the deck.",
    )

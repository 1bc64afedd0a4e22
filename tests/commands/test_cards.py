"""`quarterdeck cards`, and what the other commands say of card sets that are wrong or not there."""

import json
import unicodedata
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from quarterdeck_games import GAMES
from quarterdeck_games.set_rules import SetsRefused
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_server.__main__ import main
from quarterdeck_server.cards.host_sets import games_with, set_rules_of

SET_RULES = set_rules_of(GAMES)
EXAMPLES = Path(__file__).parents[2] / "deploy" / "cards"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.mark.parametrize("game", SET_RULES)
def test_the_shipped_set_is_written_and_read_back_as_the_very_same(game: str, tmp_path: Path) -> None:
    shipped = GAMES[game].catalogue
    assert shipped is not None
    done = run("cards", "write", game, tmp_path)
    path = tmp_path / game / f"{shipped.shipped.id}.json"
    assert (done.exit_code, done.output.strip()) == (0, str(path))
    read: CardSet[object] = msgspec.json.decode(path.read_bytes(), type=SET_RULES[game].card_set)
    assert read == shipped.shipped
    assert SET_RULES[game].catalogue(()).cards == shipped.cards
    assert json.loads(run("cards", "write", game).output) == json.loads(path.read_bytes())


def test_a_set_that_ships_is_added_by_its_id_or_by_its_file(tmp_path: Path) -> None:
    """AM-74: either is the same set."""
    assert games_with(None)["amiibart"].further_sets == ()
    switched_on = games_with(None, ("AB2",))
    assert [mark.id for mark in switched_on["amiibart"].further_sets] == ["AB2"]
    assert all(switched_on[name].further_sets == () for name in SET_RULES if name != "amiibart")
    beside = games_with(EXAMPLES, ("AB2",))["amiibart"].further_sets
    assert [mark.id for mark in beside] == ["AB2", "KITES"]
    assert run("cards", "write", "amiibart", tmp_path, "--set", "AB2").exit_code == 0
    assert games_with(tmp_path)["amiibart"].further_sets == switched_on["amiibart"].further_sets
    with pytest.raises(SetsRefused, match="There is another set with the id AB2"):
        games_with(tmp_path, ("AB2",))


def test_a_folder_that_clashes_with_the_second_set_alone_is_refused_with_the_way_out(tmp_path: Path) -> None:
    """As where a host had written the set to a file before it was on by default."""
    run("cards", "write", "amiibart", tmp_path, "--set", "AB2")
    way_out = '  sets: The folder can be used without AB2: --sets "", or an empty QUARTERDECK_SETS.'
    for command in (("cards", "check"), ("serve", "--store", "memory", "--cards")):
        done = run(*command, tmp_path)
        assert (done.exit_code, done.output.splitlines()[-1]) == (1, way_out)
    done = run("cards", "check", tmp_path, "--sets", "")
    assert (done.exit_code, done.output.split()[:2]) == (0, ["amiibart", "AB2"])
    spoil(tmp_path)
    assert way_out not in run("cards", "check", tmp_path).output


def test_who_switches_on_or_writes_a_set_that_there_is_not_is_told_which_there_are() -> None:
    done = run("serve", "--store", "memory", "--sets", "AB2,AB9")
    assert done.exit_code == 1
    assert "  sets: There is no shipped set “AB9”; use one of: AB2." in done.output
    done = run("cards", "write", "amiibart", "--set", "AB9")
    assert done.exit_code == 1
    assert "There is no shipped set 'AB9' of this game; there are: AB1, AB2." in done.output


def test_what_is_there_is_said_with_its_content() -> None:
    done = run("cards", "check", EXAMPLES)
    assert done.exit_code == 0
    marks = [mark for name in SET_RULES for mark in games_with(EXAMPLES)[name].further_sets]
    assert [line.split(" ")[1] for line in done.output.splitlines()] == [mark.id for mark in marks]
    assert all(mark.sha256 in done.output for mark in marks)


def test_white_space_does_not_change_the_content(tmp_path: Path) -> None:
    for path in EXAMPLES.glob("*.json"):
        (tmp_path / path.name).write_bytes(msgspec.json.format(path.read_bytes(), indent=0))
    for game in SET_RULES:
        assert games_with(tmp_path)[game].further_sets == games_with(EXAMPLES)[game].further_sets


def test_an_empty_folder_has_no_sets(tmp_path: Path) -> None:
    done = run("cards", "check", tmp_path)
    assert (done.exit_code, "There are no card sets" in done.output) == (0, True)


def spoil(folder: Path) -> None:
    """Put files of several kinds into a folder, none of which is a set."""
    (folder / "deeper").mkdir()
    (folder / "a.json").write_text("{")
    (folder / "b.json").write_text('{"game": "chess"}')
    (folder / "c.json").write_bytes(b"\xff")
    (folder / "d.json").write_text("[" * 100_000)
    (folder / "deeper" / "e.json").write_text('{"game": "amiibart", "id": "E", "name": "E", "cards": [{}]}')


def test_every_file_that_is_wrong_is_named_at_once(tmp_path: Path) -> None:
    spoil(tmp_path)
    with pytest.raises(SetsRefused) as refused:
        games_with(tmp_path)
    files = [fault.file for fault in refused.value.faults]
    assert list(dict.fromkeys(files)) == ["a.json", "b.json", "c.json", "d.json", "deeper/e.json"]
    assert {str(fault)[-1] for fault in refused.value.faults} == {"."}


@pytest.mark.parametrize("command", [("cards", "check"), ("serve", "--store", "memory", "--cards")])
def test_sets_that_are_wrong_are_refused_at_the_start(command: tuple[str, ...], tmp_path: Path) -> None:
    spoil(tmp_path)
    done = run(*command, tmp_path)
    assert done.exit_code == 1
    assert "Error: the card sets cannot be loaded:\n  a.json: This is not a card set: " in done.output
    assert "deeper/e.json, cards[0]: The field `id` is missing." in done.output
    assert run(*command, tmp_path / "nowhere").exit_code == 1


def test_texts_of_a_set_are_composed_when_it_is_loaded(tmp_path: Path) -> None:
    """The same letters are the same text, whichever program wrote the file."""
    example = json.loads((EXAMPLES / "moorland.json").read_bytes())
    decomposed, composed = (unicodedata.normalize(form, "Flabébé, Löwe, 가") for form in ("NFD", "NFC"))
    sets = []
    for folder, name in (("decomposed", decomposed), ("composed", composed)):
        example["cards"][0]["name"] = name
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "set.json").write_text(json.dumps(example, ensure_ascii=folder == "composed"))
        sets.append(games_with(tmp_path / folder)["myacards"])
    assert sets[0].catalogue is not None
    assert composed in {card.name for card in sets[0].catalogue.cards.values()}
    assert sets[0].further_sets == sets[1].further_sets

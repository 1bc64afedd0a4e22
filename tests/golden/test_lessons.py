"""The lessons of all games: each recording is what the rules make of its script, letter by letter.

A change of the rules that changes a lesson shows here. `make golden` (`pytest tests/golden --record`) records it anew;
then read the words of the coach again, which may no longer be true.
"""

import gzip
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_protocol.http.lessons import Lesson
from quarterdeck_server.cards.lessons import FILE, lesson_of
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_testing.lessons import LessonError, Script, played, recorded, script_of, updates_of

LISTED = [name for name, game in GAMES.items() if game.listed and name != "tiny"]
LARGEST = 12_000
"""Bytes of a packed lesson."""

LONGEST = 170
"""Characters of one step, so that it can be read on a phone beside the table."""


def folder_of(game: AnyGame) -> Path:
    return Path(str(files(type(game).__module__.rpartition(".")[0])))


def script(game: str) -> Script:
    return script_of((folder_of(GAMES[game]) / "lesson.toml").read_text("utf-8"))


def lesson(game: str, language: str = "en") -> Lesson:
    found = lesson_of(GAMES[game], language)
    assert found is not None
    return found


@pytest.mark.parametrize("game", LISTED)
def test_a_lesson_is_what_the_rules_make_of_its_script(game: str, request: pytest.FixtureRequest) -> None:
    written = msgspec.json.encode(recorded(GAMES[game], script(game))) + b"\n"
    file = folder_of(GAMES[game]) / FILE
    if request.config.getoption("--record"):
        file.write_bytes(written)
    assert file.read_bytes() == written, (
        f"the rules have changed the lesson of {game}: `make golden`, and read it again"
    )


@pytest.mark.parametrize("game", LISTED)
def test_each_task_offers_one_choice_and_the_learner_wins(game: str) -> None:
    taught = lesson(game)
    updates = updates_of(taught)
    ats = [step.at for step in taught.steps]
    assert ats == sorted(ats)
    assert ats[0] == 0
    assert ats[-1] == len(updates) - 1
    tasks = [step for step in taught.steps if step.choose]
    assert 5 <= len(tasks) <= 20
    assert len({step.at for step in tasks}) == len(tasks)
    assert {at: len(update["choices"]) for at, update in enumerate(updates) if update["choices"]} == {
        step.at: 1 for step in tasks
    }
    assert all(step.hint for step in tasks)
    end = played(GAMES[game], script(game))
    if end.record.result is None:  # a match of Amfibido has four rounds at least: the lesson is the first one
        assert [seat["points"] for seat in end.updates[-1]["view"]["seats"]] == [1, 0]
    else:
        assert end.record.result.places == (1, 2)


@pytest.mark.parametrize("game", LISTED)
def test_a_lesson_tells_the_learner_what_seat_0_may_know(game: str) -> None:
    assert {update["seat"] for update in updates_of(lesson(game))} == {0}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LISTED)
def test_a_lesson_is_small_and_its_steps_are_short_in_every_language(game: str, language: str) -> None:
    taught = lesson(game, language)
    assert len(gzip.compress(msgspec.json.encode(taught), mtime=0)) <= LARGEST
    assert {step.say: len(step.say) for step in taught.steps if len(step.say) > LONGEST} == {}
    english = lesson(game)
    if language != "en":
        pairs = zip(taught.steps, english.steps, strict=True)
        assert [own.say for own, other in pairs if own.say == other.say] == []


def test_a_script_that_the_rules_refuse_names_the_step_and_the_choices() -> None:
    text = """
    seed = 342
    players = ["You", "Robin"]
    [[steps]]
    say = "Keep your hand."
    act = { type = "end_turn" }
    """
    with pytest.raises(LessonError, match=r"myacards, step 1, .*: seat 0 may choose: .*keep_hand"):
        recorded(GAMES["myacards"], script_of(text))


def test_every_game_of_the_house_has_a_lesson() -> None:
    assert [name for name, game in GAMES.items() if lesson_of(game) is not None] == LISTED

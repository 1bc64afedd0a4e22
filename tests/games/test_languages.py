"""What every game says in every language: nothing is missing, left over, or unlike the English text."""

import re

import pytest
from quarterdeck_games import GAMES
from quarterdeck_server.cards.rule_books import rule_book
from quarterdeck_server.translations import LANGUAGES, catalogue, packages_of
from quarterdeck_testing.languages import texts_of, wrong_with


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_of_a_game_is_missing_or_unlike_the_english_one(name: str, language: str) -> None:
    assert wrong_with(GAMES[name], language) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_of_a_catalogue_has_become_of_nobody(name: str, language: str) -> None:
    own = catalogue(packages_of(GAMES[name])[0], language)
    for section, texts in texts_of(GAMES[name]).items():
        assert own.get(section, {}).keys() - texts - {GAMES[name].phrases.rules} == set(), section


def test_a_catalogue_that_lacks_a_text_is_told_which() -> None:
    game = GAMES["tiny"]
    own = catalogue(packages_of(game)[0], "de")
    phrases = {key: text for key, text in own["phrases"].items() if key != "{seat} begins."}
    assert wrong_with(game, "de", {**own, "phrases": phrases}) == ["phrases: no text for '{seat} begins.'"]
    wrong = {**own["phrases"], "{seat} begins.": "Es beginnt {wer}."}
    assert wrong_with(game, "de", {**own, "phrases": wrong}) == ["phrases: other fields than in '{seat} begins.'"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_how_to_play_is_told_in_every_language_in_front_of_the_same_rules(name: str, language: str) -> None:
    book, english = rule_book(GAMES[name], language), rule_book(GAMES[name])
    assert book is not None
    assert english is not None
    assert (book.language, english.language) == (language, "en")
    assert book.how_to_play != english.how_to_play
    for mark in ("\n\n", "\n- ", "|"):
        assert book.how_to_play.count(mark) == english.how_to_play.count(mark)
    rules = english.markdown.partition("## How to play")[2].partition("\n## ")[2]
    assert book.markdown.endswith(rules)


AMIIBART_IN_GERMAN = {
    r"\b[Ss]ummon\b": r"\b[Rr]ufe\b",
    r"\b[Dd]estroy\b": r"\b[Zz]erstöre\b",
    r"\b[Bb]ind\b": r"\b[Bb]anne\b",
    r"\b[Hh]eal\b": r"\b[Hh]eile\b",
    r"\bHazards?\b": r"\bFallen?\b",
    r"\bEnergy\b": r"\bEnergie\b",
    r"\bdies\b": r"\bstirbt\b",
    r"\bForge:": r"\bSchmieden:",
    r"\bSwift\b": r"\bFlink\b",
    r"\bInstakill\b": r"\bTodesstoß\b",
    r"\bVoid\b": r"\bNichts\b",
    r"\bAt the start of your turn\b": r"\bAm Anfang deines Zuges\b",
    r"\bAt the end of your turn\b": r"\bAm Ende deines Zuges\b",
}


@pytest.mark.parametrize(("english", "german"), AMIIBART_IN_GERMAN.items())
def test_a_word_of_the_rules_is_the_same_in_german_on_every_card(english: str, german: str) -> None:
    """The launch set and the second one had two words for *summon*, and two for the start of a turn."""
    game = GAMES["amiibart"]
    said = catalogue(packages_of(game)[0], "de")["cards"]
    texts = {text for text in texts_of(game)["cards"] if re.search(english, text)}
    assert len(texts) > 2
    assert {text: said[text] for text in texts if not re.search(german, said[text])} == {}

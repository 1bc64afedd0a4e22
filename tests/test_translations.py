"""Texts in another language: who is answered in which, what is said in it, and over both doors."""

from typing import Any

import aiohttp
import pytest
from houses import house
from quarterdeck_games import GAMES
from quarterdeck_protocol.texts import Text
from quarterdeck_server.rule_books import phrases_of
from quarterdeck_server.translations import language_for, said


@pytest.mark.parametrize(
    ("wanted", "answered"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE-de,en;q=0.5", "de"),
        ("en,de;q=0.9", "en"),
        ("fr, de;q=0.3", "de"),
        ("fr, nl", "en"),
        ("de;q=0, *", "en"),
        ("de;q=much", "en"),
        (";;,,q=1", "en"),
    ],
)
def test_who_takes_several_languages_is_answered_in_the_best_there_is(wanted: str | None, answered: str) -> None:
    assert language_for(wanted) == answered


def test_a_text_is_its_english_sentence() -> None:
    text = Text("{count|# card costs|# cards cost} {cost}.", count=2, cost=3)
    assert (text, text.template, text.fields) == (
        "2 cards cost 3.",
        "{count|# card costs|# cards cost} {cost}.",
        {"count": 2, "cost": 3},
    )


def test_a_text_without_a_translation_is_said_in_english() -> None:
    assert said(Text("Nobody says {this}.", this=Text("this either")), "de") == "Nobody says this either."
    assert said("Nobody says this.", "de") == "Nobody says this."


def test_phrases_are_in_the_language_with_the_fields_that_the_english_ones_have() -> None:
    phrases = phrases_of(GAMES["density-deck"], "de")
    assert phrases.events["drew"] == "{seat} zieht vom Stapel."
    assert phrases.things["red"] == "Rot"


async def test_a_connection_is_told_in_the_language_that_it_asks_for_from_then_on() -> None:
    async with house() as server, server.line() as line:
        welcome = await line.ask({"type": "hello"})
        assert (welcome["language"], welcome["languages"]) == ("en", ["en", "de"])
        welcome = await line.ask({"type": "hello", "language": "de-CH, en;q=0.5"})
        assert welcome["language"] == "de"
        assert welcome["games"][0]["bot_titles"][0]["title"] == "Zufall"
        assert (await line.ask({"type": "hello", "language": "xx"}))["language"] == "en"


@pytest.mark.parametrize(
    ("path", "english", "german"),
    [
        ("/v1/games/density-deck", "{seat} draws from the pile.", "{seat} zieht vom Stapel."),
        ("/v1/games/density-deck", "How many lives each player starts with", "Mit wie vielen Leben alle beginnen"),
        ("/v1/games", "Looks one action ahead", "Sieht eine Aktion voraus"),
    ],
)
async def test_over_http_it_is_answered_in_the_language_that_is_accepted(path: str, english: str, german: str) -> None:
    async with house() as server, aiohttp.ClientSession() as http:
        said: dict[str, Any] = {}
        for language in ("en", "de", "fr"):
            async with http.get(server.url + path, headers={"Accept-Language": language}) as answer:
                said[language] = await answer.text()
                assert answer.headers["Content-Language"] == ("de" if language == "de" else "en")
                assert "Accept-Language" in answer.headers["Vary"]
        assert english in said["en"] == said["fr"]
        assert german in said["de"]
        assert english not in said["de"]

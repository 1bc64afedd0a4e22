"""Texts in another language: who is answered in which, what is said in it, and over both doors."""

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from quarterdeck_client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_games import GAMES
from quarterdeck_protocol.encoding.strict_json import words
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_server.cards.rule_books import phrases_of
from quarterdeck_server.lobby.tables.setups import judged_deck
from quarterdeck_server.matches import match_refusals
from quarterdeck_server.translations import LANGUAGES, catalogue, language_for, packages_of, said
from quarterdeck_testing.languages import unlike
from servers import bot, live_server

ROOT = Path(__file__).parent.parent
SOURCES = [
    *ROOT.glob("server/quarterdeck_games/**/*.py"),
    *(path for path in ROOT.glob("server/quarterdeck_server/**/*.py") if path.name != "balance_tables.py"),
    ROOT / "protocol/quarterdeck_protocol/encoding/strict_json.py",
    ROOT / "protocol/quarterdeck_protocol/encoding/file_kinds.py",
]

DOES_NOT_HAVE = "The store no longer has match `{match}`: it was lost, or it is too old."


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
def test_a_player_who_takes_several_languages_is_answered_in_the_best_there_is(
    wanted: str | None, answered: str
) -> None:
    assert language_for(wanted) == answered


def test_a_text_without_a_translation_is_said_in_english() -> None:
    assert said(Text("Nobody says {this}.", this=Text("this either")), "de") == "Nobody says this either."
    assert said("Nobody says this.", "de") == "Nobody says this."


def test_the_cards_in_a_refusal_have_their_names_in_its_language() -> None:
    game = GAMES["amiibart"]
    faults = judged_deck(game, game.options(), "30 Night Countess").faults
    assert [said(each, "de") for each in faults if "stars" in each] == [
        "Nachtgräfin hat 3 Sterne: höchstens 2 in einem Deck, nicht 30."
    ]


def test_phrases_are_in_the_language_with_the_fields_that_the_english_ones_have() -> None:
    phrases = phrases_of(GAMES["density-deck"], "de")
    assert phrases.events["drew"] == "{seat} zieht vom Stapel."
    assert phrases.things["red"] == "Rot"


async def test_a_connection_is_told_in_the_language_that_it_asks_for_from_then_on() -> None:
    async with live_server() as server, server.line() as line:
        welcome = await line.ask({"type": "hello"})
        assert (welcome["language"], welcome["languages"]) == ("en", ["en", "de"])
        assert (await line.ask({"type": "get_account"}))[
            "text"
        ] == 'Sign in first: `{"type": "sign_in"}` makes you a guest.'
        welcome = await line.ask({"type": "hello", "language": "de-CH, en;q=0.5"})
        assert welcome["language"] == "de"
        assert welcome["games"][0]["bot_titles"][0]["title"] == "Zufall"
        refused = await line.ask({"type": "get_account"})
        assert (refused["code"], refused["text"]) == (
            "not_signed_in",
            'Melde dich erst an: `{"type": "sign_in"}` macht dich zum Gast.',
        )
        unknown = await line.ask({"type": "fly"})
        assert unknown["code"] == "unknown_message"
        assert unknown["text"].startswith(
            "Es gibt keine Nachricht dieser Art. Es gibt keinen Wert `fly`; möglich: `hello`"
        )
        assert (await line.ask({"type": "hello", "language": "xx"}))["language"] == "en"


@pytest.mark.parametrize(
    ("path", "english", "german"),
    [
        ("/v1/games/density-deck", "{seat} draws from the pile.", "{seat} zieht vom Stapel."),
        ("/v1/games/density-deck", "Number of lives of each player at the start", "Mit wie vielen Leben alle beginnen"),
        ("/v1/games", "Looks one action ahead", "Sieht eine Aktion voraus"),
        ("/v1/games/amfibido/cards", "Puff Adder", "Puffotter"),
        ("/v1/games/density-deck/rules", "## How to play", "## So wird gespielt"),
        ("/v1/games/nothing", "This server does not offer", "Dieser Server bietet"),
        ("/v1/me/seats", "Sign in for this", "Dafür musst du angemeldet sein"),
    ],
)
async def test_over_http_it_is_answered_in_the_language_that_is_accepted(path: str, english: str, german: str) -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        said: dict[str, Any] = {}
        for language in ("en", "de", "fr"):
            async with http.get(server.url + path, headers={"Accept-Language": language}) as answer:
                said[language] = await answer.text()
                assert answer.headers["Content-Language"] == ("de" if language == "de" else "en")
                assert "Accept-Language" in answer.headers["Vary"]
        assert english in said["en"] == said["fr"]
        assert german in said["de"]
        assert english not in said["de"]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_refusal_can_be_said_and_none_is_unlike_the_english_one(language: str) -> None:
    there = {key: text for each in catalogues(language) for key, text in each.get("refusals", {}).items()}
    assert [text for text in sorted(refusals()) if text not in there] == []
    assert list(unlike(there)) == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_refusal_is_said_alike_by_everybody(language: str) -> None:
    there: dict[str, str] = {}
    for each in catalogues(language):
        for key, text in each.get("refusals", {}).items():
            assert there.setdefault(key, text) == text


def test_no_sentence_that_is_raised_escapes_translation() -> None:
    raised = [
        ast.unparse(node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and called(node) in ("CommandRefused", "IllegalAction")
        for argument in node.args[:2]
        if isinstance(argument, ast.JoinedStr)
        or (isinstance(argument, ast.Constant) and isinstance(argument.value, str) and " " in argument.value)
    ]
    assert raised == []


def catalogues(language: str) -> list[Mapping[str, Mapping[str, str]]]:
    packages = dict.fromkeys(package for game in GAMES.values() for package in packages_of(game))
    return [catalogue(package, language) for package in packages]


def refusals() -> set[str]:
    """Return every template that stands in the code as a `Text`, and those for what msgspec says."""
    nodes = (node for path in SOURCES for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = (node.args[0] for node in nodes if isinstance(node, ast.Call) and called(node) == "Text" and node.args)
    return {*words(), *(text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str))}


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


async def test_a_client_is_told_everything_in_the_language_that_it_is_made_with() -> None:
    async with live_server() as server, Client(server.url, name="Ada", language="de") as me:
        assert (await me.game("tiny"))["phrases"]["events"]["began"] == "{seat} beginnt."
        assert me.welcome.language == "de"
        with pytest.raises(RefusedError, match="Kein Tisch hat diesen Einladungscode"):
            await me.tables.sit(code="BCDFGH")


async def test_why_a_match_is_followed_no_more_is_told_in_the_language_of_whoever_follows() -> None:
    async with live_server() as server, server.line() as ada, server.line() as bo:
        await server.begin("m", [bot(1), bot(2)], bot_delay=3_600_000)
        await bo.ask({"type": "hello", "language": "de"})
        for line in (ada, bo):
            assert (await line.ask({"type": "watch_match", "match": "m"}))["type"] == "update"
        match = await server.services.matches.open("m")  # type: ignore[arg-type]  # an id is a string
        match.log_lost(match_refusals.lost(match.id))
        notices = [await line.until(lambda heard: heard["type"] == "match_unwatched") for line in (ada, bo)]
        assert {message["code"] for message in notices} == {"unknown_match"}
        assert notices[0]["text"].startswith("The store no longer has match `m`")
        assert notices[1]["text"] == said(Text(DOES_NOT_HAVE, match="m"), "de") != notices[0]["text"]


@pytest.mark.parametrize(
    ("language", "reason"),
    [("en", "signed in on a newer connection"), ("de", "auf einer neueren Verbindung angemeldet")],
)
async def test_why_a_connection_is_closed_is_told_in_its_language(language: str, reason: str) -> None:
    async with live_server() as server, server.line() as first, server.line() as second:
        await first.ask({"type": "hello", "language": language})
        token = (await first.sign_in("Ada"))["token"]
        await second.sign_in(token=token)
        with pytest.raises(ConnectionResetError) as closed:
            await first.until(lambda heard: False)
        assert closed.value.args == (4001, reason)

"""The two SDKs say the same: every action and event of a random match in words, and every ready deck as a code."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from games.worlds import WORLDS
from node import NODE, PACKAGE, run
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_games import GAMES
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED as AMIIBART
from quarterdeck_games.amiibart.cards.ready import READY
from quarterdeck_games.amiibart.deck_rules import PREFIX as AMIIBART_PREFIX
from quarterdeck_games.amiibart.deck_rules import decks_of as amiibart_decks
from quarterdeck_testing.plans import Manner, Plan
from quarterdeck_testing.random_matches import played
from servers import LiveServer

NAMES = ["Ann", "Ben", "Cy", "Di"]


def _raw(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def _moments(name: str, phrases: Phrases) -> Iterator[dict[str, Any]]:
    """Yield each moment of a match as its first seat sees it, with all that is said of it."""
    game = GAMES[name]
    setup = game.setup(game.seats[-1], game.options())
    for playing in played(Plan(world=WORLDS[name], setup=setup, seed=5, chance=7, manner=Manner.ACTS)):
        view = msgspec.json.encode(game.view(playing.state, playing.record.seats[0]))
        book = PhraseBook(phrases, NAMES).at(view)
        said: list[tuple[str, Any, str]] = []
        for event in playing.entries[-1].events:
            redacted = msgspec.json.encode(game.redact(event, playing.record.seats[0]))
            said.append(("event", json.loads(redacted), book.event(redacted)))
        for choice in playing.all_choices:
            action = msgspec.json.encode(choice)
            said.append(("action", json.loads(action), book.action(action)))
        yield {"view": json.loads(view), "said": said}


def _differences(cases: dict[str, Any]) -> Any:
    return json.loads(run(NODE, PACKAGE / "tests" / "words.js", given=json.dumps(cases)))


@pytest.mark.parametrize("name", GAMES)
async def test_both_sdks_say_a_whole_match_in_the_same_words(name: str, server: LiveServer) -> None:
    status, served = await server.get(f"/v1/games/{name}")
    assert status == 200
    phrases = msgspec.convert(served["phrases"], Phrases)
    moments = list(_moments(name, phrases))
    assert sum(len(moment["said"]) for moment in moments) > 20
    assert _differences({"phrases": served["phrases"], "names": NAMES, "moments": moments, "decks": []}) == []


async def test_both_sdks_give_a_deck_the_same_code(server: LiveServer) -> None:
    status, catalogue = await server.get("/v1/games/amiibart/cards")
    assert status == 200
    decks = amiibart_decks(AMIIBART)
    cases = [
        {"deck": _raw(deck), "prefix": AMIIBART_PREFIX, "catalogue": catalogue, "code": decks.code(deck)}
        for deck in READY.values()
    ]
    assert len(cases) > 1
    assert _differences({"phrases": {}, "names": [], "moments": [], "decks": cases}) == []

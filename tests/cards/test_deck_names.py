"""Every card can be written into a deck list by what the server calls it, in each of its languages."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from games.hosted import HOSTED
from quarterdeck_games import GAMES
from quarterdeck_server.cards.deck_names import decks_of
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.translations import LANGUAGES, cards_in, titles_in

EXAMPLES = Path(__file__).parents[2] / "deploy" / "cards"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["amiibart", "myacards"])
def test_every_card_is_found_by_its_names_in_every_language(name: str, language: str) -> None:
    game = HOSTED[name]
    decks = decks_of(game)
    assert decks is not None
    assert decks.names is not None
    plain: Any = {"game": name, "sets": msgspec.to_builtins(game.card_sets)}
    cards = [card for one in cards_in(language, game, plain)["sets"] for card in one["cards"]]
    called = [(card["id"], card[part]) for card in cards for part in ("id", "name", "english") if card.get(part)]
    assert len(called) >= 2 * len(cards) > 100
    assert [pair for pair in called if pair[0] not in decks.names.find(pair[1])] == []
    shared = [pair for pair in called if len(decks.names.find(pair[1])) > 1]
    assert len(shared) < len(called) / 20
    assert all(len(decks.names.find(card["id"])) == 1 for card in cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ready_deck_is_found_by_its_title_in_every_language(language: str) -> None:
    for name in ("amiibart", "myacards"):
        game = HOSTED[name]
        decks = decks_of(game)
        assert decks is not None
        for deck in decks.ready.values():
            assert decks.read(titles_in(language, game)(deck.name).upper()) == decks.read(deck.id)


def test_games_without_decks_have_none_and_a_game_is_made_ready_once() -> None:
    assert decks_of(GAMES["density-deck"]) is None
    assert decks_of(GAMES["amiibart"]) is decks_of(GAMES["amiibart"])


def test_a_host_s_card_is_found_by_its_name_and_two_of_one_name_are_both_told(tmp_path: Path) -> None:
    example = json.loads((EXAMPLES / "moorland.json").read_bytes())
    first, second = example["cards"][:2]
    first |= {"name": "Mentha × piperita", "english": "Père David’s mint"}
    second |= {"english": "Löwe"}
    (tmp_path / "moorland.json").write_text(json.dumps({**example, "decks": []}))
    decks = decks_of(games_with(tmp_path)["myacards"])
    assert decks is not None
    for line in ("2 mentha x piperita", "2x Mentha piperita", "pere david's mint 2"):
        assert decks.read(f"{line}\n1 canis-lupus").cards[0] == (first["id"], 2), line
    _, faults = decks.judge("\n1 Löwe", GAMES["myacards"].options())
    assert faults[0].startswith("Line 2, “1 Löwe”, fits several cards: ")
    assert {"panthera-leo", second["id"]} <= {word.strip("(),.") for word in faults[0].split()}

"""What a game with a catalogue makes of the sets that a host has added."""

from pathlib import Path

import pytest
from quarterdeck_games import GAMES
from quarterdeck_games.catalogue_game import CatalogueGame
from quarterdeck_server.cards.host_sets import games_with

EXAMPLES = Path(__file__).parents[2] / "deploy" / "cards"


@pytest.mark.parametrize("name", ["amiibart", "myacards"])
def test_decks_and_phrases_follow_from_the_catalogue_that_a_game_is_played_with(name: str) -> None:
    shipped, further = GAMES[name], games_with(EXAMPLES)[name]
    assert isinstance(shipped, CatalogueGame)
    assert isinstance(further, CatalogueGame)
    (added,) = further.catalogue.further
    new = {card.id: card.name for card in added.cards}
    for game, has_them in ((shipped, False), (further, True)):
        assert [(card in game.decks.numbers, game.phrases.things.get(card)) for card in new] == [
            (has_them, name if has_them else None) for name in new.values()
        ]
        assert [deck.id in game.decks.ready for deck in added.decks] == [has_them] * len(added.decks)

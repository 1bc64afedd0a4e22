"""What a server offers to play, in somebody's language: only what is listed, with the bots and decks that are there."""

import copy
from typing import Any

from quarterdeck_games import GAMES
from quarterdeck_server.bots.roster import BOTS, bots_for
from quarterdeck_server.services.game_offers import offers_in


def test_each_listed_game_is_offered_with_its_seats_decks_and_bots() -> None:
    bots = bots_for(GAMES)
    offers = {offer.name: offer for offer in offers_in("en", GAMES, bots)}
    assert set(offers) == {name for name, game in GAMES.items() if game.listed}
    for name, offer in offers.items():
        game = GAMES[name]
        assert (offer.title, offer.least_seats, offer.most_seats) == (game.title, game.seats[0], game.seats[-1])
        assert offer.default_bot in offer.bots
        assert [bot.name for bot in offer.bot_titles] == list(offer.bots)
        assert (
            list(offer.decks)
            == [deck.name for deck in offer.deck_titles]
            == list(game.decks.ready if game.decks else ())
        )


def test_a_game_that_is_not_listed_is_offered_to_nobody() -> None:
    hidden: Any = copy.copy(GAMES["amfibido"])
    hidden.listed = False
    assert list(offers_in("en", {"amfibido": hidden}, BOTS)) == []


def test_anything_that_people_read_of_an_offer_is_in_their_language() -> None:
    english, german = (next(iter(offers_in(language, GAMES, BOTS))) for language in ("en", "de"))
    assert english.name == german.name
    assert english.bot_titles != german.bot_titles

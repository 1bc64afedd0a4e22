"""Names and texts of the cards of all games, in each language."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import msgspec
from aiohttp import web
from quarterdeck_games import AnyGame
from quarterdeck_protocol.catalogue import Catalogue
from quarterdeck_protocol.names import GameName

from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.translations import LANGUAGES, cards_in


class CardWords(NamedTuple):
    """The name and text of a card or printing, in one language."""

    name: str
    text: str


AllCardWords = MadeWhenAsked[tuple[str, str], Mapping[str, CardWords]]


def card_words(games: Mapping[str, AnyGame]) -> AllCardWords:
    """Return the words of the cards of all games, by the name of the game and the language."""
    names = [name for name, game in games.items() if game.card_sets]
    return MadeWhenAsked(product(names, LANGUAGES), lambda asked: dict(_words(games[asked[0]], asked[1])))


def _words(game: AnyGame, language: str) -> Iterator[tuple[str, CardWords]]:
    catalogue: Catalogue[Any] = Catalogue(game=GameName(game.name), sets=game.card_sets)
    for each in cards_in(language, game, msgspec.to_builtins(catalogue))["sets"]:
        cards = {card["id"]: CardWords(card["name"], card.get("text", "")) for card in each["cards"]}
        yield from cards.items()
        for printing in each.get("printings", ()):
            if printing["of"] in cards:
                yield printing["id"], cards[printing["of"]]


CARD_WORDS: web.AppKey[AllCardWords] = web.AppKey("card_words", MadeWhenAsked)

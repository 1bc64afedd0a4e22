"""Deck support of each game, with the names of its cards in every language of the server."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_games.card_names import CardNames
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_protocol.catalogue import Catalogue, Printing
from quarterdeck_protocol.names import GameName

from quarterdeck_server.translations import LANGUAGES, cards_in, said, titles_in

MOST_GAMES = 64


@lru_cache(maxsize=MOST_GAMES)
def decks_of(game: AnyGame) -> DeckSupport | None:
    """Return the deck support of a game; `None` for a game without decks. Deck lists may name cards in every
    language."""
    decks = game.decks
    return None if decks is None else replace(decks, names=_names_of(game, decks))


def _names_of(game: AnyGame, decks: DeckSupport) -> CardNames:
    printings = [printing for one in game.card_sets for printing in one.printings]
    kinds = list(dict.fromkeys(decks.kinds.values()))
    return CardNames(
        _card_names(game, printings),
        numbers=decks.numbers,
        faces={printing.id: printing.of for printing in printings},
        beside=[card for card, kind in decks.kinds.items() if kind == decks.beside],
        ready=[*((name, name) for name in decks.ready), *_ready_names(game, decks)],
        headings=[said(form, language) for language in LANGUAGES for kind in kinds for form in (kind, f"{kind}s")],
    )


def _card_names(game: AnyGame, printings: list[Printing]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a card id and a name: for each card in each language, and for each printing with the id of that
    printing."""
    plain: Any = msgspec.to_builtins(Catalogue(game=GameName(game.name), sets=game.card_sets))
    for language in LANGUAGES:
        shown = cards_in(language, game, plain)["sets"]
        called = {
            card["id"]: [card[each] for each in ("name", "english") if card.get(each)]
            for one in shown
            for card in one["cards"]
        }
        yield from ((card, name) for card, names in called.items() for name in names)
        for printing in printings:
            yield from ((printing.id, f"{name} ({printing.in_words})") for name in called.get(printing.of, ()))


def _ready_names(game: AnyGame, decks: DeckSupport) -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        yield from ((deck, titles_in(language, game)(each.name)) for deck, each in decks.ready.items() if each.name)

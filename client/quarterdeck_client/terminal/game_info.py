"""What a server tells of its games: phrases and cards, asked for once."""

import msgspec

from quarterdeck_client.card_texts import Book, read_book
from quarterdeck_client.client import Client
from quarterdeck_client.phrases import Phrases
from quarterdeck_client.terminal.games.boards import has_pages


class GameInfo:
    """The games of one server."""

    def __init__(self) -> None:
        self._phrases: dict[str, Phrases] = {}
        self._books: dict[str, Book] = {}

    async def phrases(self, client: Client, game: str) -> Phrases:
        """Return the words of a game. Raises `RefusedError`, `LostError`, `MisunderstoodError`."""
        if game not in self._phrases:
            described = await client.game(game)
            self._phrases[game] = msgspec.convert(described["phrases"], Phrases)
        return self._phrases[game]

    async def book(self, client: Client, game: str) -> Book:
        """Return the cards of a game, where they can be read beside the table."""
        if has_pages(game) and game not in self._books:
            self._books[game] = await read_book(client.raw_cards, game)
        return self._books.get(game, {})

"""Cache of a server's phrases and cards for each game."""

from functools import partial

from quarterdeck_client.client import Client
from quarterdeck_client.phrases import Phrases, read_phrases
from quarterdeck_client.terminal.games.boards import has_pages
from quarterdeck_client.words.card_texts import Book, read_book


class GameInfo:
    """Cache of the phrases and cards of one server's games."""

    def __init__(self) -> None:
        self._phrases: dict[tuple[str, int | None], Phrases] = {}
        self._books: dict[tuple[str, int | None], Book] = {}

    async def phrases(self, client: Client, game: str, rules: int | None = None) -> Phrases:
        """Return the phrases of a game, for a version of its rules. Raises `RefusedError`, `LostError`,
        `MisunderstoodError`."""
        if (game, rules) not in self._phrases:
            described = await client.game(game, rules=rules)
            self._phrases[game, rules] = read_phrases(described["phrases"], client.language)
        return self._phrases[game, rules]

    async def book(self, client: Client, game: str, rules: int | None = None) -> Book:
        """Return the printed texts of a game's cards, if the game's board shows them; otherwise an empty mapping."""
        if has_pages(game) and (game, rules) not in self._books:
            self._books[game, rules] = await read_book(partial(client.raw_cards, rules=rules), game)
        return self._books.get((game, rules), {})

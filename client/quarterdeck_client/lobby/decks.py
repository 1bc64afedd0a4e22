"""Requests about the decks that a player stores in their account."""

from collections.abc import Callable

from quarterdeck_protocol.lobby.kept_decks import DeckDropped, DeckKept, Decks, DropDeck, KeepDeck, KeptDeck, ListDecks
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import GameName

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class DeckRequests:
    """Requests about the player's decks. All raise the errors of `Client.ask`. If the server stores no decks, nothing
    is sent: `list` is empty, and the other requests raise `ClientError`."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_kept_here(self) -> bool:
        """True if this server stores decks in accounts."""
        return Capability.KEPT_DECKS in self._welcome().capabilities

    async def list(self, game: str | None = None) -> tuple[KeptDeck, ...]:
        """Return the player's stored decks for one game or for all games, the last stored first. A guest has none."""
        if not self.are_kept_here:
            return ()
        command = ListDecks(game=None if game is None else GameName(game))
        return (await answered(self._ask, command, Decks)).decks

    async def keep(self, game: str, name: str, deck: str) -> DeckKept:
        """Store a deck under a name, replacing the game's deck of that name. Returns the deck and all its faults.
        Raises `RefusedError` for guests."""
        self._check()
        return await answered(self._ask, KeepDeck(game=GameName(game), name=name, deck=deck), DeckKept)

    async def drop(self, game: str, name: str) -> None:
        """Delete a stored deck."""
        self._check()
        await answered(self._ask, DropDeck(game=GameName(game), name=name), DeckDropped)

    def _check(self) -> None:
        if not self.are_kept_here:
            raise ClientError("this server does not save decks")

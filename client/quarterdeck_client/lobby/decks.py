"""The decks that a player keeps in their account."""

from collections.abc import Callable

from quarterdeck_protocol.lobby.kept_decks import DeckDropped, DeckKept, Decks, DropDeck, KeepDeck, KeptDeck, ListDecks
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import GameName

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class DeckRequests:
    """Requests about the player's decks. All raise the errors of `Client.ask`. A server that keeps no decks is not
    asked."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_kept_here(self) -> bool:
        """True if this server keeps decks."""
        return Capability.KEPT_DECKS in self._welcome().capabilities

    async def list(self, game: str | None = None) -> tuple[KeptDeck, ...]:
        """Return the decks that one keeps, for one game or for all, those that were kept last first; a guest keeps
        none."""
        if not self.are_kept_here:
            return ()
        command = ListDecks(game=None if game is None else GameName(game))
        return (await answered(self._ask, command, Decks)).decks

    async def keep(self, game: str, name: str, deck: str) -> DeckKept:
        """Keep a deck under a name, in the place of the one of this name for this game; return it with everything that
        is wrong with it. Raises `RefusedError` for guests."""
        self._check()
        return await answered(self._ask, KeepDeck(game=GameName(game), name=name, deck=deck), DeckKept)

    async def drop(self, game: str, name: str) -> None:
        """Keep a deck no longer."""
        self._check()
        await answered(self._ask, DropDeck(game=GameName(game), name=name), DeckDropped)

    def _check(self) -> None:
        if not self.are_kept_here:
            raise ClientError("this server does not save decks")

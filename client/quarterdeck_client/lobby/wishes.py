"""Requests about the player's wish list and possible trade partners."""

from collections.abc import Callable, Iterable

from quarterdeck_protocol.lobby.collection.wishes import (
    BeFound,
    ChangeWishes,
    FindTraders,
    FoundBy,
    GetWishes,
    TraderRole,
    Traders,
    WishCard,
    Wishes,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import GameName

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class WishRequests:
    """Requests about the player's wish list and owners of a card. All raise the errors of `Client.ask`. If the server
    has no wish lists, nothing is sent, and requests raise `ClientError`."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_kept_here(self) -> bool:
        """True if this server has wish lists."""
        return Capability.WISH_LISTS in self._welcome().capabilities

    async def list(self) -> Wishes:
        """Return the player's wish list, newest first, and the setting for which players may find this player by it."""
        self._check()
        return await answered(self._ask, GetWishes(), Wishes)

    async def change(self, adds: Iterable[WishCard] = (), removes: Iterable[WishCard] = ()) -> Wishes:
        """Add cards to the wish list and remove others, and return the complete list. Changes from the player's other
        windows are kept. Raises `RefusedError` for guests, for cards that nobody owns copies of, and for a full
        list."""
        self._check()
        return await answered(self._ask, ChangeWishes(adds=tuple(adds), removes=tuple(removes)), Wishes)

    async def be_found(self, by: FoundBy) -> Wishes:
        """Set which players may find this player by their free copies and wish list."""
        self._check()
        return await answered(self._ask, BeFound(by=by), Wishes)

    async def find(self, who: TraderRole, game: str, card: str, after: int | None = None) -> Traders:
        """Return possible trade partners for a card: players with a free copy, or players who wish for the card.
        `after` is the mark of the next page. Raises `RefusedError` if this player may not trade, or searches for
        wishers without owning a free copy."""
        self._check()
        command = FindTraders(who=who, game=GameName(game), card=card, after=after)
        return await answered(self._ask, command, Traders)

    def _check(self) -> None:
        if not self.are_kept_here:
            raise ClientError("this server has no wish lists")

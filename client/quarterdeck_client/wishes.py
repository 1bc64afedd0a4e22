"""One's wish list, and whom to trade with."""

from collections.abc import Callable, Iterable

from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.wishes import (
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

from quarterdeck_client.answers import Ask, answered
from quarterdeck_client.errors import ClientError


class WishRequests:
    """What a client asks about its player's wish list, and about who has a card to trade. Everything raises what
    `Client.ask` raises; a server without wish lists is asked for nothing."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_kept_here(self) -> bool:
        """Whether accounts keep wish lists on this server."""
        return Capability.WISH_LISTS in self._welcome().capabilities

    async def list(self) -> Wishes:
        """Return one's wish list, the newest first, and who may find one."""
        self._check()
        return await answered(self._ask, GetWishes(), Wishes)

    async def change(self, adds: Iterable[WishCard] = (), removes: Iterable[WishCard] = ()) -> Wishes:
        """Add cards to one's wish list and take others from it, and return all of it. What another window has made of
        the rest stays. Raises `RefusedError` for guests, cards of which nobody owns copies, and one too many."""
        self._check()
        return await answered(self._ask, ChangeWishes(adds=tuple(adds), removes=tuple(removes)), Wishes)

    async def be_found(self, by: FoundBy) -> Wishes:
        """Say who may find one, by the copies that one has free and by one's wish list."""
        self._check()
        return await answered(self._ask, BeFound(by=by), Wishes)

    async def find(self, who: TraderRole, game: str, card: str, after: int | None = None) -> Traders:
        """Return whom one could offer a trade for a card: those who have a copy free, or those who wish for it; with
        `after` the next page. Raises `RefusedError` for who may not trade, and where one asks who wishes for a card of
        which one has no copy free."""
        self._check()
        command = FindTraders(who=who, game=GameName(game), card=card, after=after)
        return await answered(self._ask, command, Traders)

    def _check(self) -> None:
        if not self.are_kept_here:
            raise ClientError("this server keeps no wish lists")

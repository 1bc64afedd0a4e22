"""Requests about the card copies that a player owns, and about packs."""

from collections.abc import Callable

from quarterdeck_protocol.lobby.collection import owned_copies as messages
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import Count, GameName

from quarterdeck_client.errors import ClientError
from quarterdeck_client.lobby.trades import TradeRequests
from quarterdeck_client.lobby.wishes import WishRequests
from quarterdeck_client.transport.answers import Ask, answered


class CollectionRequests:
    """Requests about the cards that the player owns. All raise the errors of `Client.ask`. If the server has no
    collections, nothing is sent: `owned` is empty, and the other requests raise `ClientError`."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome], trades: TradeRequests) -> None:
        self._ask = ask
        self._welcome = welcome
        self.trades = trades
        """Trades with other players."""

        self.wishes = WishRequests(ask, welcome)
        """The player's wish list, and the search for trade partners."""

    @property
    def is_kept_here(self) -> bool:
        """True if this server keeps collections of cards."""
        return Capability.COLLECTION in self._welcome().capabilities

    async def owned(self, game: str | None = None) -> tuple[messages.OwnedCopies, ...]:
        """Return the number of copies that the player owns of each card or printing, in one game or in all games."""
        if not self.is_kept_here:
            return ()
        command = messages.GetCollection(game=None if game is None else GameName(game))
        return (await answered(self._ask, command, messages.Collection)).copies

    async def movements(self, before: int | None = None) -> messages.Movements:
        """Return the ledger entries of the player's cards, newest first. With `before`, the entries with a lower
        number."""
        self._check()
        command = messages.GetMovements(before=None if before is None else Count(before))
        return await answered(self._ask, command, messages.Movements)

    async def packs(self) -> messages.Packs:
        """Return the player's unopened packs."""
        self._check()
        return await answered(self._ask, messages.GetPacks(), messages.Packs)

    async def claim_packs(self, game: str) -> messages.Packs:
        """Claim all packs that are due for the player. Raises `RefusedError` for guests, and for an account that is too
        new."""
        self._check()
        return await answered(self._ask, messages.ClaimPacks(game=GameName(game)), messages.Packs)

    async def open_pack(self, pack: str, entropy: str = "") -> messages.PackOpened:
        """Open a pack with the player's own entropy. Idempotent: a repeated request returns the same cards."""
        self._check()
        return await answered(
            self._ask, messages.OpenPack(pack=messages.PackId(pack), entropy=entropy), messages.PackOpened
        )

    def _check(self) -> None:
        if not self.is_kept_here:
            raise ClientError("this server has no collections")

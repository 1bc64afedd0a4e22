"""Processes on one store whose players wish for the trees of a forest, and find who has them."""

from collections.abc import Iterable

from lobby.trade_world import FACES, SETTINGS, TradeWorld
from quarterdeck_protocol.lobby.collection.wishes import (
    ChangeWishes,
    FindTraders,
    FoundBy,
    TraderRole,
    Traders,
    WishCard,
    Wishes,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_server.lobby.collection.movements import Face, face_of, parts_of
from quarterdeck_server.lobby.collection.trade_records import TradeSettings
from quarterdeck_server.lobby.collection.trader_search import TraderSearch
from quarterdeck_server.lobby.collection.wishes import WishService
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore


def wished(faces: Iterable[Face]) -> tuple[WishCard, ...]:
    """Return cards as a command names them."""
    return tuple(WishCard(game=game, card=card) for game, card in map(parts_of, faces))


def asking(who: TraderRole, face: Face, after: int | None = None) -> FindTraders:
    game, card = parts_of(face)
    return FindTraders(who=who, game=game, card=card, after=after)


class WishWorld(TradeWorld):
    """A process whose players keep wish lists."""

    def __init__(self, documents: DocumentStore | None = None, settings: TradeSettings = SETTINGS) -> None:
        super().__init__(documents, settings)
        self.wishes = WishService(self.documents, self.ledger, FACES, self._now)
        self.search = TraderSearch(self.documents, self.trades, self._now)

    def _now(self) -> Milliseconds:
        return self.now

    async def _leaving(self, player: PlayerId) -> ExtraWrites:
        return (await super()._leaving(player)).plus(await self.wishes.leaving(player))

    async def wish(self, player: PlayerId, *faces: Face, no_more: Iterable[Face] = ()) -> Wishes:
        """Let a player wish for these cards, and for others no more."""
        return await self.wishes.change(player, ChangeWishes(adds=wished(faces), removes=wished(no_more)))

    async def show(self, *players: PlayerId) -> None:
        """Let these players be found."""
        for player in players:
            await self.wishes.be_found(player, FoundBy.TRADERS)

    async def hide(self, *players: PlayerId) -> None:
        """Let these players be found no more."""
        for player in players:
            await self.wishes.be_found(player, FoundBy.NOBODY)

    async def find(self, player: PlayerId, who: TraderRole, face: Face, after: int | None = None) -> Traders:
        """Ask whom a player could offer a trade for a card."""
        return await self.search.found(player, asking(who, face, after))

    async def having(self, player: PlayerId, face: Face) -> set[PlayerId]:
        """Return who has a card, as a player is told."""
        return {each.player.id for each in (await self.find(player, TraderRole.HAS, face)).traders}

    async def wishing(self, player: PlayerId, face: Face) -> set[PlayerId]:
        """Return who wishes for a card, as a player is told."""
        return {each.player.id for each in (await self.find(player, TraderRole.WISHES, face)).traders}


def faces_of(wishes: Wishes) -> list[Face]:
    """Return what stands on a wish list, in its order."""
    return [face_of(each.game, each.card) for each in wishes.wishes]

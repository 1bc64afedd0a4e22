"""Processes on one store whose players trade the trees of a forest."""

from collections.abc import Mapping

import msgspec
from lobby.collection_world import ASH, ELM, NOON, OAK, World
from quarterdeck_protocol.limits import Quota
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.collection.trades import (
    AcceptTrade,
    CounterTrade,
    OfferTrade,
    Trade,
    TradeCard,
    TradeId,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.lobby.accounts.accounts import BOT, AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, keep
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.collection.movements import Copies, Face, parts_of
from quarterdeck_server.lobby.collection.trade_records import DAY, TradeSettings
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore
from quick_passwords import quick_passwords

FACES = frozenset({OAK, ELM, ASH})
SETTINGS = TradeSettings(most_open=6, lasts=Milliseconds(2 * DAY), age=Milliseconds(DAY))


def cards(copies: Mapping[Face, int]) -> tuple[TradeCard, ...]:
    """Return copies as a command names them."""
    return tuple(
        TradeCard(game=game, card=card, count=count)
        for (game, card), count in ((parts_of(face), count) for face, count in copies.items())
    )


def offer(
    player: PlayerId, gives: Mapping[Face, int] | None = None, takes: Mapping[Face, int] | None = None, ref: str = ""
) -> OfferTrade:
    return OfferTrade(player=player, gives=cards(gives or {}), takes=cards(takes or {}), ref=Ref(ref) if ref else None)


def counter(
    trade: Trade, gives: Mapping[Face, int] | None = None, takes: Mapping[Face, int] | None = None
) -> CounterTrade:
    """Return a counter-offer to a trade as it stands."""
    return CounterTrade(trade=trade.id, revision=trade.revision, gives=cards(gives or {}), takes=cards(takes or {}))


def acceptance(trade: Trade) -> AcceptTrade:
    """Return the acceptance of a trade as it stands."""
    return AcceptTrade(trade=trade.id, revision=trade.revision)


class TradeWorld(World):
    """A process whose players trade."""

    def __init__(
        self, documents: DocumentStore | None = None, settings: TradeSettings = SETTINGS, pace: Quota | None = None
    ) -> None:
        super().__init__(documents)
        self.now = Milliseconds(NOON + DAY)
        self.trades = TradeService(self.documents, self.ledger, FACES, settings, pace=pace)
        self.players = Players(self.documents, quick_passwords(), leaving=self._leaving)

    async def _leaving(self, player: PlayerId) -> ExtraWrites:
        return (await self.ledger.leaving(player)).plus(await self.trades.leaving(player))

    async def avoid(self, player: PlayerId, *others: PlayerId, how: Avoidance = Avoidance.BLOCK) -> None:
        """Let a player keep away from others, and from nobody else."""
        (document,) = await self.documents.read([ACCOUNTS.key(player)])
        account = ACCOUNTS.of(document)
        assert account is not None
        avoided = () if how is Avoidance.NO else tuple((other, how) for other in others)
        await self.documents.commit([keep(msgspec.structs.replace(account, avoided=avoided), document)])

    async def others(self, number: int) -> list[PlayerId]:
        """Make so many further accounts."""
        made = [PlayerId(f"player-{each}") for each in range(number)]
        await self.open(*made)
        return made

    async def bot(self, owner: PlayerId) -> PlayerId:
        """Make a bot of a player's own."""
        (document,) = await self.documents.read([ACCOUNTS.key(owner)])
        account = ACCOUNTS.of(document)
        assert account is not None
        id_ = PlayerId(f"{BOT}of-{owner}")
        made = AccountRecord(id=id_, name=f"Bot of {owner}", kind=PlayerKind.BOT, owner=owner, made_at=account.made_at)
        await self.documents.commit(
            [keep(made, None), keep(msgspec.structs.replace(account, bots=(*account.bots, id_)), document)]
        )
        return id_

    async def stand(self, *players: PlayerId) -> list[tuple[Copies, Copies]]:
        """Return what these players own, and what of it is free."""
        return [(await self.owned(player), await self.free(player)) for player in players]

    async def ids(self, player: PlayerId) -> list[TradeId]:
        """Return the open trades of a player."""
        return [trade.id for trade in (await self.trades.listed(player)).open]

    async def open_later(self, player: PlayerId, at: Milliseconds) -> None:
        """Make an account that there has not been for long."""
        account = AccountRecord(id=player, name=player.title(), kind=PlayerKind.PERSON, made_at=at)
        await self.documents.commit([keep(account, None)])

"""People of an evening (`mixed_load.py`) who open packs and trade the cards."""

import random
import time
from collections.abc import Sequence

from quarterdeck_protocol.lobby.accounts import Register
from quarterdeck_protocol.lobby.collection.owned_copies import ClaimPacks, OpenPack, PackId
from quarterdeck_protocol.lobby.collection.trades import AcceptTrade, OfferTrade, TradeCard
from quarterdeck_protocol.names import GameName, PlayerId

from quarterdeck_server.evaluation.capacity.mixed_load_people import Count, Person

GAME = GameName("amiibart")
PASSWORD = "an evening of trading"  # noqa: S105 - of accounts that last as long as the bench
SETTINGS = {"PACKS_PER_DAY": "24", "PACKS_ACCOUNT_AGE": "0", "TRADES_ACCOUNT_AGE": "0", "OPEN_TRADES": "200"}
"""Settings of a server on which new accounts may trade, and have packs for a while."""


class _Trader:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.id = PlayerId("")
        self.packs: list[PackId] = []
        self.cards: list[str] = []


class Traders:
    """Players with an account, who have packs and cards."""

    def __init__(self, people: Sequence[Person], count: Count, chance: random.Random) -> None:
        self.people = people
        self._count = count
        self._chance = chance
        self._traders = [_Trader(person) for person in people]

    async def register(self) -> None:
        """Let all have an account, and the packs of the day. Each opens one."""
        for number, each in enumerate(self._traders):
            account = await each.person.ask(Register(name=f"Trader {number}", password=PASSWORD))
            each.id = PlayerId("" if account.player is None else account.player["id"])
            each.packs = [PackId(pack["id"]) for pack in (await each.person.ask(ClaimPacks(game=GAME))).packs]
            await self._open(each)

    async def open_pack(self) -> None:
        """Let somebody open a pack, unless all packs are open."""
        having = [each for each in self._traders if each.packs]
        if having:
            since = time.perf_counter()
            await self._open(self._chance.choice(having))
            self._count.note("pack", since)

    async def _open(self, trader: _Trader) -> None:
        if trader.packs:
            opened = await trader.person.ask(OpenPack(pack=trader.packs.pop()))
            trader.cards += [card["card"] for card in opened.cards]

    async def trade(self) -> None:
        """Let somebody give another a card, which the other accepts."""
        giver, taker = self._chance.sample(self._traders, 2)
        if not giver.cards:
            return
        card = giver.cards.pop()
        since = time.perf_counter()
        offered = await giver.person.ask(OfferTrade(player=taker.id, gives=(TradeCard(game=GAME, card=card),)))
        if offered.trade is None:
            giver.cards.append(card)
            return
        trade = offered.trade
        await taker.person.ask(AcceptTrade(trade=trade["id"], revision=trade["revision"]))
        taker.cards.append(card)
        self._count.note("trade", since)

"""Requests about trades of card copies with other players."""

import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing

from quarterdeck_protocol.lobby.collection import trades as messages
from quarterdeck_protocol.messages import AnyFromServer, Capability, Welcome
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.lobby.readers import Readers
from quarterdeck_client.transport.answers import Ask, answered


class TradeRequests:
    """Requests about trades, and notices of changed trades. All raise the errors of `Client.ask`. If the server has no
    trades, nothing is sent, and requests raise `ClientError`."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome
        self._readers: Readers[messages.Trade] = Readers()
        self._known: dict[messages.TradeId, messages.Trade] = {}
        self._latest = Milliseconds(0)
        self._ahead = 0.0

    @property
    def are_kept_here(self) -> bool:
        """True if this server has trades."""
        return Capability.TRADES in self._welcome().capabilities

    async def offer(
        self, player: str, gives: Iterable[messages.TradeCard] = (), takes: Iterable[messages.TradeCard] = ()
    ) -> messages.Trade:
        """Offer a trade to a player. The player who offers keeps their copies until the other player has accepted.
        Raises `RefusedError`, with a sentence for each card in `faults`."""
        return await self._trade(messages.OfferTrade(player=PlayerId(player), gives=tuple(gives), takes=tuple(takes)))

    async def counter(
        self,
        trade: str,
        revision: int,
        gives: Iterable[messages.TradeCard] = (),
        takes: Iterable[messages.TradeCard] = (),
    ) -> messages.Trade:
        """Propose changed terms as the next revision of a trade. `revision` is the one that the caller has seen. The
        other player has to accept the new revision."""
        command = messages.CounterTrade(
            trade=messages.TradeId(trade), revision=revision, gives=tuple(gives), takes=tuple(takes)
        )
        return await self._trade(command)

    async def accept(self, trade: str, revision: int) -> messages.Trade:
        """Accept this revision, made by the other player. Either the copies of both sides change owners, or nothing
        does and the server refuses."""
        return await self._trade(messages.AcceptTrade(trade=messages.TradeId(trade), revision=revision))

    async def cancel(self, trade: str) -> messages.Trade:
        """Cancel a trade; no copies change owners."""
        return await self._trade(messages.CancelTrade(trade=messages.TradeId(trade)))

    async def get(self, trade: str) -> messages.Trade:
        """Return the state of one of the player's trades."""
        return await self._trade(messages.GetTrade(trade=messages.TradeId(trade)))

    async def list(self, before: int | None = None) -> messages.Trades:
        """Return the player's open trades, and a page of the ended trades, newest first. With `before`, the page has
        trades that ended before that time."""
        self._check()
        return await answered(
            self._ask, messages.GetTrades(before=None if before is None else Milliseconds(before)), messages.Trades
        )

    async def changes(self) -> AsyncIterator[messages.Trade]:
        """Yield each trade of the player after every change by either side, from now on. After a reconnect, trades that
        changed meanwhile are yielded too. Raises `LostError` when the connection is lost for good."""
        trades, early = await self._readers.collected(self.list)
        self.stand_at(trades)  # earlier readers need the news too
        listed = {(each.id, each.revision) for each in (*trades.open, *trades.ended)}
        newer = [each for each in early if (each.id, each.revision) not in listed]
        async with aclosing(self._readers.read(newer)) as changed:
            async for trade in changed:
                yield trade

    @property
    def open_now(self) -> tuple[messages.Trade, ...]:
        """The player's open trades, according to the last messages. The list is complete only while some caller reads
        `changes`."""
        now = time.monotonic() * 1000 + self._ahead
        going = (messages.TradeStage.OPEN, messages.TradeStage.FROZEN)
        return tuple([each for each in self._known.values() if each.stage in going and now < each.expires_at])

    def receive(self, message: AnyFromServer) -> None:
        """Handle a message of the server about trades."""
        if isinstance(message, messages.TradeChanged):
            self._be_at(message.now)
            self._take(message.trade)

    def resume(self) -> Iterator[FromClient]:
        """Return the commands that subscribe to trades again after a reconnect."""
        if self._readers:
            yield messages.GetTrades()

    def stand_at(self, answer: messages.Trades) -> None:
        """Replace the list of trades by the one that the client requested after a reconnect or for a new reader of
        `changes`."""
        self._be_at(answer.now)
        latest = self._latest
        for trade in sorted((*answer.open, *answer.ended), key=lambda each: each.changed_at):
            if trade.changed_at >= latest:
                self._take(trade)
        self._note(answer)

    def fail(self, error: ClientError) -> None:
        """Record that no more messages about trades will come."""
        self._readers.fail(error)

    def _be_at(self, now: Milliseconds) -> None:
        self._ahead = now - time.monotonic() * 1000

    def _note(self, answer: messages.Trades) -> None:
        for trade in (*answer.open, *answer.ended):
            self._known[trade.id] = trade
            self._latest = max(self._latest, trade.changed_at)

    def _take(self, trade: messages.Trade) -> None:
        if not self._readers or self._known.get(trade.id) == trade:
            return
        self._known[trade.id] = trade
        self._latest = max(self._latest, trade.changed_at)
        self._readers.add(trade)

    async def _trade(self, command: FromClient) -> messages.Trade:
        self._check()
        return (await answered(self._ask, command, messages.TradeChanged)).trade

    def _check(self) -> None:
        if not self.are_kept_here:
            raise ClientError("trading is off on this server")

"""A queue for shared work with fair shares: first by address, then by player (start-time fair queueing).

In a plain queue the busiest sender is served most: forty tables of one address delayed the searches of all other bots.
Here the address that was served least is next, and within it the player who was served least. If the queue is full, the
address with most entries loses one.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Container, Iterable
from contextlib import asynccontextmanager
from typing import NamedTuple

from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_server.command_refused import CommandRefused

MOST_SAVED = 10.0
"""Maximum advantage, in seconds of work, of a player with few requests over players who send requests all the time."""

MILLISECONDS_UNTIL_AGAIN = Milliseconds(1_000)


class Sharer(NamedTuple):
    """The owner of a share: an address and a player. All guests of an address without a session are one player."""

    address: str
    player: str


SERVER = Sharer("", "")
"""The server itself, for work in the same queue as that of players."""

Turn = asyncio.Future[bool]
"""True when the turn has come, false if it is dropped for another one."""


class _Shares:
    """The amounts of service that each sharer (an address or a player) has received, relative to the one that was
    served last."""

    def __init__(self) -> None:
        self.had: dict[str, float] = {}
        self._now = 0.0

    def enter(self, name: str) -> None:
        """Add a waiting address or player. A small part of the service that it did not use while it was away is kept
        for it."""
        self.had[name] = max(self.had.get(name, 0.0), self._now - MOST_SAVED)

    def next_of(self, waiting: Iterable[str]) -> str:
        """Return the waiting address or player that has received the least service."""
        name = min(waiting, key=lambda each: self.had.get(each, 0.0))
        self._now = max(self._now, self.had.get(name, 0.0))
        return name

    def charge(self, name: str, cost: float, *, is_wanted: bool) -> None:
        """Record a service. Unless others want the same, only the newest service counts: who was alone for an hour is
        not served after all newcomers for an hour."""
        self.had[name] = max(self.had.get(name, 0.0), self._now - MOST_SAVED) + cost
        if not is_wanted:
            self._now = max(self._now, self.had[name] + MOST_SAVED - cost)

    def forget(self, waiting: Container[str]) -> None:
        """Forget addresses and players that do not wait and have no more service behind them than an unknown one."""
        least = self._now - MOST_SAVED
        self.had = {name: had for name, had in self.had.items() if name in waiting or had > least}


class FairQueue:
    """A queue of waiting requests, served fairly by address and player."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Turn]]] = OrderedDict()
        """The waiting requests, by address and player. Of addresses or players that were served equally much, the
        first is served next."""

        self._addresses = _Shares()
        self._players: dict[str, _Shares] = {}

    def __len__(self) -> int:
        return sum(self.waiting_at(address) for address in self._waiting)

    @property
    def addresses(self) -> int:
        """Number of addresses with requests in the queue."""
        return len(self._waiting)

    def waiting_at(self, address: str) -> int:
        """Return the number of requests from an address in the queue."""
        return sum(map(len, self._waiting.get(address, {}).values()))

    def others_at(self, sharer: Sharer) -> int:
        """Return the number of other players with waiting requests at the same address."""
        players = self._waiting.get(sharer.address, OrderedDict[str, deque[Turn]]())
        return len(players) - (sharer.player in players)

    def other_addresses(self, sharer: Sharer) -> int:
        """Return the number of other addresses with requests in the queue."""
        return len(self._waiting) - (sharer.address in self._waiting)

    def waiting_of(self, sharer: Sharer) -> int:
        """Return the number of requests of a player in the queue."""
        return len(self._waiting.get(sharer.address, OrderedDict[str, deque[Turn]]()).get(sharer.player, ()))

    def put(self, sharer: Sharer) -> Turn | None:
        """Add a request to the queue. If it is full, another address or player with more entries loses one. Return
        `None` if there is no such other."""
        if len(self) >= self._most and not self._displace_for(sharer):
            return None
        if sharer.address not in self._waiting:
            self._addresses.enter(sharer.address)
        if sharer.player not in self._waiting.get(sharer.address, {}):
            self._players.setdefault(sharer.address, _Shares()).enter(sharer.player)
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(sharer.address, OrderedDict()).setdefault(sharer.player, deque()).append(turn)
        return turn

    def take(self) -> Turn | None:
        """Remove and return the request that is served next; `None` if the queue is empty."""
        while self._waiting:
            turn = self._next()
            if not turn.done():  # who waited may just have given up
                return turn
        return None

    def _next(self) -> Turn:
        address = self._addresses.next_of(self._waiting)
        players = self._waiting[address]
        player = self._players[address].next_of(players)
        turn = players[player].popleft()
        players.move_to_end(player)
        self._waiting.move_to_end(address)
        self._tidy(address, player)
        return turn

    def charge(self, sharer: Sharer, cost: float) -> None:
        """Record how many seconds the service of a request has taken."""
        self._addresses.charge(sharer.address, cost, is_wanted=self.other_addresses(sharer) > 0)
        players = self._players.setdefault(sharer.address, _Shares())
        players.charge(sharer.player, cost, is_wanted=self.others_at(sharer) > 0)
        self._addresses.forget(self._waiting)
        players.forget(self._waiting.get(sharer.address, ()))
        for address in [each for each in self._players if each not in self._addresses.had]:
            del self._players[address]

    def drop(self, sharer: Sharer, turn: Turn) -> None:
        """Remove a request from the queue, if it is still there."""
        players = self._waiting.get(sharer.address)
        turns = None if players is None else players.get(sharer.player)
        if turns is not None and turn in turns:
            turns.remove(turn)
            self._tidy(sharer.address, sharer.player)

    def _displace_for(self, sharer: Sharer) -> bool:
        """Remove the newest request of the address, and within it of the player, with most requests in the queue.
        Return false if they have no more than this sharer."""
        address = max(self._waiting, key=self.waiting_at, default=sharer.address)
        if self.waiting_at(address) <= self.waiting_at(sharer.address):
            address = sharer.address
        players = self._waiting.get(address, OrderedDict[str, deque[Turn]]())
        player = max(players, key=lambda each: len(players[each]), default=sharer.player)
        if address == sharer.address and self.waiting_of(Sharer(address, player)) <= self.waiting_of(sharer):
            return False
        turn = players[player].pop()
        if not turn.done():  # who waited may just have given up
            turn.set_result(False)
        self._tidy(address, player)
        return True

    def _tidy(self, address: str, player: str) -> None:
        players = self._waiting[address]
        if not players[player]:
            del players[player]
        if not players:
            del self._waiting[address]


class FairTurns:
    """Limits how many requests run at the same time. At most `most_waiting` more wait in a `FairQueue`."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self.queue = FairQueue(most_waiting)
        self.most_waiting = most_waiting
        self._free = at_once

    @property
    def waiting(self) -> int:
        """Number of requests in the queue."""
        return len(self.queue)

    async def take(self, sharer: Sharer) -> bool:
        """Wait until this work may begin; `release` must follow. Return false if the queue has no room."""
        if self._free and not self.queue:
            self._free -= 1
            return True
        turn = self.queue.put(sharer)
        if turn is None:
            return False
        try:
            return await turn
        except BaseException:
            self.queue.drop(sharer, turn)
            if turn.done() and not turn.cancelled() and turn.result():  # it came as this was given up
                self._pass_on()
            raise

    def release(self, sharer: Sharer, seconds: float) -> None:
        """End limited work that has taken this many seconds, so that the next request may begin."""
        self.queue.charge(sharer, seconds)
        self._pass_on()

    @asynccontextmanager
    async def turn(self, sharer: Sharer, full: str) -> AsyncIterator[None]:
        """Wait until this work may begin, and hold the place while the context is open. Raises `CommandRefused` with
        the text `full` if there is no room."""
        if not await self.take(sharer):
            raise CommandRefused(RefusalCode.TOO_MANY, full, retry_in=MILLISECONDS_UNTIL_AGAIN)
        began = time.monotonic()
        try:
            yield
        finally:
            self.release(sharer, time.monotonic() - began)

    def _pass_on(self) -> None:
        turn = self.queue.take()
        if turn is None:
            self._free += 1
        else:
            turn.set_result(True)

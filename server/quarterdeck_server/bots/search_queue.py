"""The decisions of bots that wait for a process, each with its fair share: by address first, then by player.

One queue for all let forty tables of one address take every search from everybody else's bots. Here the address that
has had least is next, and of its players the one who has had least (start-time fair queueing). Where the queue is full,
the address with most decisions gives up one.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Container, Iterable
from typing import NamedTuple

MOST_SAVED = 10.0
"""So many seconds of searches somebody who has asked for few is ahead of those who ask without end."""


class Sharer(NamedTuple):
    """Whose decision it is, as far as shares go."""

    address: str
    player: str


Turn = asyncio.Future[bool]
"""True when a process is free for the decision, false if it has to go for somebody else's."""


class _Shares:
    """What each of some sharers has had, counted from what whoever was served last had had then."""

    def __init__(self) -> None:
        self.had: dict[str, float] = {}
        self._now = 0.0

    def enter(self, name: str) -> None:
        """Let somebody wait who did not: of what they did not take before, a little is saved up."""
        self.had[name] = max(self.had.get(name, 0.0), self._now - MOST_SAVED)

    def next_of(self, waiting: Iterable[str]) -> str:
        """Return who has had least of those that wait."""
        name = min(waiting, key=lambda each: self.had.get(each, 0.0))
        self._now = max(self._now, self.had.get(name, 0.0))
        return name

    def charge(self, name: str, cost: float) -> None:
        self.had[name] = max(self.had.get(name, 0.0), self._now - MOST_SAVED) + cost

    def forget(self, waiting: Container[str]) -> None:
        """Forget those who do not wait and are as well off as somebody unknown."""
        least = self._now - MOST_SAVED
        self.had = {name: had for name, had in self.had.items() if name in waiting or had > least}


class SearchQueue:
    """Decisions that wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Turn]]] = OrderedDict()
        """By address and player; of those that have had as much, the first is next."""

        self._addresses = _Shares()
        self._players: dict[str, _Shares] = {}

    def __len__(self) -> int:
        return sum(self.waiting_at(address) for address in self._waiting)

    @property
    def addresses(self) -> int:
        """At how many addresses decisions wait."""
        return len(self._waiting)

    def waiting_at(self, address: str) -> int:
        """Return how many decisions of an address wait."""
        return sum(map(len, self._waiting.get(address, {}).values()))

    def others_at(self, sharer: Sharer) -> int:
        """Return how many other players of the same address have decisions that wait."""
        players = self._waiting.get(sharer.address, OrderedDict[str, deque[Turn]]())
        return len(players) - (sharer.player in players)

    def other_addresses(self, sharer: Sharer) -> int:
        """Return at how many other addresses decisions wait."""
        return len(self._waiting) - (sharer.address in self._waiting)

    def waiting_of(self, sharer: Sharer) -> int:
        """Return how many decisions of a player wait."""
        return len(self._waiting.get(sharer.address, OrderedDict[str, deque[Turn]]()).get(sharer.player, ()))

    def put(self, sharer: Sharer) -> Turn | None:
        """Let a decision wait for its turn; `None` if there is no room, and neither an address nor a player of the same
        address has more decisions than this."""
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
        """Return the decision whose turn it is; `None` if none waits."""
        if not self._waiting:
            return None
        address = self._addresses.next_of(self._waiting)
        players = self._waiting[address]
        player = self._players[address].next_of(players)
        turn = players[player].popleft()
        players.move_to_end(player)
        self._waiting.move_to_end(address)
        self._tidy(address, player)
        return turn

    def charge(self, sharer: Sharer, cost: float) -> None:
        """Note what a search has cost whose decision waited here."""
        self._addresses.charge(sharer.address, cost)
        self._players.setdefault(sharer.address, _Shares()).charge(sharer.player, cost)
        self._addresses.forget(self._waiting)
        self._players[sharer.address].forget(self._waiting.get(sharer.address, ()))
        for address in [each for each in self._players if each not in self._addresses.had]:
            del self._players[address]

    def drop(self, sharer: Sharer, turn: Turn) -> None:
        """Let a decision wait no longer; nothing happens if it does not."""
        players = self._waiting.get(sharer.address)
        turns = None if players is None else players.get(sharer.player)
        if turns is not None and turn in turns:
            turns.remove(turn)
            self._tidy(sharer.address, sharer.player)

    def _displace_for(self, sharer: Sharer) -> bool:
        """Send the newest decision away of the address that has most, or of the same address, and there of the player
        who has most; false if those have no more than this sharer."""
        address = max(self._waiting, key=self.waiting_at, default=sharer.address)
        if self.waiting_at(address) <= self.waiting_at(sharer.address):
            address = sharer.address
        players = self._waiting.get(address, OrderedDict[str, deque[Turn]]())
        player = max(players, key=lambda each: len(players[each]), default=sharer.player)
        if address == sharer.address and self.waiting_of(Sharer(address, player)) <= self.waiting_of(sharer):
            return False
        players[player].pop().set_result(False)
        self._tidy(address, player)
        return True

    def _tidy(self, address: str, player: str) -> None:
        players = self._waiting[address]
        if not players[player]:
            del players[player]
        if not players:
            del self._waiting[address]

"""Delivery of the webhooks of players. Those with something due share the room of a process and take turns, so slow
receivers do not hold up the others."""

import asyncio
from collections import Counter

import structlog
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.player_webhooks.hook_keys import HookKeys
from quarterdeck_server.lobby.player_webhooks.hook_records import GONE, NO_HOOKS, PLAYERS_HOOKS, opened, owner_of
from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.lobby.webhooks.outbox import Outbox
from quarterdeck_server.lobby.webhooks.webhook_delivery import WebhookDelivery
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Unavailable

SECONDS_BETWEEN_ROUNDS = 1.0
MOST_BUSY = 200
"""Limit of webhooks to which a process delivers at the same time."""

MOST_SLOW = MOST_BUSY // 2
"""Limit of those among them whose players have slow receivers."""

MOST_OF_A_PLAYER = 2
"""Limit of those among them that one player has."""

MOST_OF_ONE = 2
"""Limit of requests to one webhook at the same time."""

TURN = 1_000
"""Milliseconds after which a webhook lets others go first, if any wait."""

SLOW = 2_000
"""Milliseconds for an answer from which on a receiver is slow."""

PAGE, MOST_PAGES = 500, 20
MOST_CLEANED = 10

_log = structlog.get_logger()


class PlayersWebhookDelivery:
    """Delivers what is due for the webhooks of players."""

    def __init__(
        self,
        documents: DocumentStore,
        outbox: Outbox,
        delivery: WebhookDelivery,
        keys: HookKeys,
        *,
        inner: bool = False,
    ) -> None:
        self._documents = documents
        self._outbox = outbox
        self._delivery = delivery
        self._keys = keys
        self._inner = inner
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._turns = dict[str, int]()
        """The number of the last turn of webhooks that are busy or wait."""

        self._turn = 0
        self._is_crowded = False
        """True if the last round has left webhooks waiting."""

        self._slow = set[PlayerId]()
        self._first_page = 0
        """The page of what is due at which the next round begins, so that a flood hides nothing behind it."""

        self._task = PeriodicTask()

    def start(self) -> None:
        """Start to deliver what is due."""
        self._task.start(repeat(self.round, SECONDS_BETWEEN_ROUNDS, meanwhile="webhooks of players wait"))

    async def close(self) -> None:
        """Stop delivering. Another process continues."""
        await self._task.stop()
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def busy(self) -> int:
        """Number of webhooks to which this process delivers now."""
        return len(self._busy)

    async def settle(self) -> None:
        """Wait until all deliveries in progress have ended."""
        while self._busy:
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def round(self) -> None:
        """Begin a turn of the webhooks with something due, as far as there is room: first of those whose last turn is
        the longest ago. Raises `Unavailable`."""
        for hook, _ in await self._documents.listed(GONE, most=MOST_CLEANED):
            if await self._outbox.forget(hook):
                await self._documents.commit([], [IndexEntry(GONE, hook, None)])
        due = await self._due()
        waiting = sorted((hook for hook in due if hook not in self._busy), key=lambda hook: self._turns.get(hook, 0))
        self._turns = {hook: self._turns[hook] for hook in (*due, *self._busy) if hook in self._turns}
        self._slow &= {owner_of(hook)[0] for hook in (*due, *self._busy)}
        places = Counter(owner_of(hook)[0] for hook in self._busy)
        self._is_crowded = False
        for hook in waiting:
            player = owner_of(hook)[0]
            if self._has_room(player, places):
                places[player] += 1
                self._begin(hook)
            else:
                self._is_crowded = True

    async def _due(self) -> list[str]:
        """Return the names of webhooks with something due. Raises `Unavailable`."""
        due = dict[str, None]()
        first = self._first_page
        self._first_page = 0
        for page in range(first, first + MOST_PAGES):
            hooks, has_more = await self._outbox.due(PAGE, page * PAGE)
            due |= dict.fromkeys(hooks)
            if not has_more:
                break
        else:
            self._first_page = first + MOST_PAGES
        return list(due)

    def _has_room(self, player: PlayerId, places: Counter[PlayerId]) -> bool:
        """Return true if one more webhook of a player may be busy. `places` are the busy ones by player."""
        if places.total() >= MOST_BUSY or places[player] >= MOST_OF_A_PLAYER:
            return False
        return player not in self._slow or sum(places[each] for each in self._slow) < MOST_SLOW

    def _begin(self, hook: str) -> None:
        self._turn += 1
        self._turns[hook] = self._turn
        self._busy[hook] = task = asyncio.create_task(self._deliver(hook))
        task.add_done_callback(lambda _: self._busy.pop(hook, None))

    async def _deliver(self, name: str) -> None:
        """Deliver what is due for one webhook, until its turn ends. What waits for a deleted one is forgotten."""
        try:
            began = now = await self._documents.now()
            while not (self._is_crowded and now - began >= TURN):
                hook = await self._hook(name)  # in each round: it may have been deleted, or have a new key
                if hook is None:
                    await self._outbox.forget(name)
                    return
                delivered, before = await self._delivery.round(hook, MOST_OF_ONE), now
                now = await self._documents.now()
                (self._slow.add if now - before >= SLOW else self._slow.discard)(owner_of(name)[0])
                if delivered < MOST_OF_ONE:
                    return
        except Unavailable:
            pass  # the next round tries again
        except Exception:
            _log.exception("delivery to a webhook of a player failed")

    async def _hook(self, name: str) -> Hook | None:
        player, id_ = owner_of(name)
        (record,) = await PLAYERS_HOOKS.read(self._documents, [player])
        found = (record or NO_HOOKS).find(id_)
        if found is None:
            return None
        return opened(player, found, self._keys, await self._documents.now(), inner=self._inner)

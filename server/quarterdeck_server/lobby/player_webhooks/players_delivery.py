"""Delivery of the webhooks of players. Those with something due share the room of a process, and each has a task of its
own, so a slow receiver delays nobody else."""

import asyncio

import structlog

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

MOST_OF_ONE = 2
"""Limit of requests to one webhook at the same time."""

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
        """Begin to deliver for all webhooks with something due, as far as there is room. Raises `Unavailable`."""
        first = self._first_page
        self._first_page = 0
        for page in range(first, first + MOST_PAGES):
            hooks, has_more = await self._outbox.due(PAGE, page * PAGE)
            for hook in hooks:
                if len(self._busy) >= MOST_BUSY:
                    return
                if hook not in self._busy:
                    self._busy[hook] = task = asyncio.create_task(self._deliver(hook))
                    task.add_done_callback(lambda _, hook=hook: self._busy.pop(hook, None))  # type: ignore[misc]
            if not has_more:
                break
        else:
            self._first_page = first + MOST_PAGES
        for hook, _ in await self._documents.listed(GONE, most=MOST_CLEANED):
            if await self._outbox.forget(hook):
                await self._documents.commit([], [IndexEntry(GONE, hook, None)])

    async def _deliver(self, name: str) -> None:
        """Deliver all that is due for one webhook. What waits for a deleted one is forgotten."""
        try:
            hook = await self._hook(name)
            if hook is None:
                await self._outbox.forget(name)
                return
            while await self._delivery.round(hook, MOST_OF_ONE) == MOST_OF_ONE:
                pass  # more may be due
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

"""Delivery of webhooks. Each webhook has a task of its own, so a slow or dead receiver delays nobody but itself."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

import structlog

from quarterdeck_server.lobby.webhooks.hooks import Hook
from quarterdeck_server.lobby.webhooks.outbox import DeliveryRecord, Outbox
from quarterdeck_server.periodic_work import PeriodicTask, repeat

SECONDS_BETWEEN_ROUNDS = 1.0
MOST_AT_ONCE = 8
GONE = 410
THROTTLED = frozenset({429, 502, 504})
LEAST_THROTTLED = 60_000
"""Milliseconds until the next attempt after a receiver has asked for fewer requests."""

_log = structlog.get_logger()


class Answer(NamedTuple):
    """The answer of a receiver."""

    status: int | None
    """The HTTP status; `None` if there was no answer."""

    why: str = ""
    """Why there was none. It has no part of the address."""

    @property
    def is_success(self) -> bool:
        """True if the receiver has taken the event."""
        return self.status is not None and 200 <= self.status < 300


Send = Callable[[Hook, str, str], Awaitable[Answer]]
"""Sends the body of an event to a webhook, once. It does not raise."""


class WebhookDelivery:
    """Delivers the events in the outbox of this host."""

    def __init__(self, outbox: Outbox, send: Send) -> None:
        self._outbox = outbox
        self._send = send
        self._tasks = [(hook, PeriodicTask()) for hook in outbox.hooks]

    def start(self) -> None:
        """Start to deliver what is due."""
        for hook, task in self._tasks:
            task.start(repeat(partial(self.deliver_due, hook), SECONDS_BETWEEN_ROUNDS, meanwhile="webhooks wait"))

    async def close(self) -> None:
        """Stop delivering. Another process continues."""
        for _, task in self._tasks:
            await task.stop()

    async def deliver_due(self, hook: Hook) -> None:
        """Deliver all that is due for one webhook, some at once. Raises `Unavailable`."""
        while await self.round(hook) == MOST_AT_ONCE:
            pass  # more may be due

    async def round(self, hook: Hook, most: int = MOST_AT_ONCE) -> int:
        """Deliver the first events that are due for one webhook, and return their number. Raises `Unavailable`."""
        await self._outbox.tidy(hook.name)
        due = await self._outbox.claimed(hook.name, most)
        if (await self._outbox.state(hook.name)).disabled_at is not None:
            for record in due:
                await self._outbox.bury(record)
            return len(due)
        await asyncio.gather(*[self._deliver(hook, record) for record in due])
        return len(due)

    async def _deliver(self, hook: Hook, record: DeliveryRecord) -> None:
        answer = await self._send(hook, record.event, record.body)
        outcome = answer.why if answer.status is None else str(answer.status)
        retry_in = LEAST_THROTTLED if answer.status in THROTTLED else 0
        await self._outbox.note(record, outcome, is_delivered=answer.is_success, retry_in=retry_in)
        state = await self._outbox.judge(
            hook.name, is_well=answer.is_success, is_gone=answer.status == GONE, why=outcome
        )
        if state.disabled_at is not None and not answer.is_success:
            _log.error("a webhook is disabled; `quarterdeck webhooks enable` enables it", hook=hook.name, why=outcome)

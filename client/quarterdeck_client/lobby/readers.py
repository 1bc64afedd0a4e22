"""Readers of the same items, each with a queue of those that it has not read yet."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from quarterdeck_client.errors import ClientError

Item = TypeVar("Item")
Answer = TypeVar("Answer")

MOST_UNREAD = 500
"""Number of items kept for a slow reader; older ones are dropped."""


class Readers(Generic[Item]):
    """All readers of the items of one kind."""

    def __init__(self) -> None:
        self._queues: dict[int, deque[Item]] = {}
        self._news = asyncio.Event()
        self._lost: ClientError | None = None

    def __len__(self) -> int:
        return len(self._queues)

    def add(self, item: Item) -> None:
        """Add an item to the queue of each reader."""
        for unread in self._queues.values():
            unread.append(item)
        self._news.set()

    def fail(self, error: ClientError) -> None:
        """Let all readers raise this error after their last item."""
        self._lost = error
        self._news.set()

    async def collected(self, ask: Callable[[], Awaitable[Answer]]) -> tuple[Answer, Iterable[Item]]:
        """Return the answer to a request, and the items that came until then. An item may come in the same moment as
        the answer."""
        with self._reading() as early:
            return await ask(), early

    async def read(self, first: Iterable[Item] = ()) -> AsyncGenerator[Item, None]:
        """Yield these items, and then each new one. Raises the error of `fail` after the last item."""
        with self._reading(first) as unread:
            while True:
                while unread:
                    yield unread.popleft()
                if self._lost is not None:
                    raise self._lost
                self._news.clear()
                await self._news.wait()

    @contextmanager
    def _reading(self, first: Iterable[Item] = ()) -> Iterator[deque[Item]]:
        unread = deque(first, maxlen=MOST_UNREAD)
        self._queues[id(unread)] = unread  # two queues with the same items are equal
        try:
            yield unread
        finally:
            del self._queues[id(unread)]

"""A wrapper that times and counts the requests to any store."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import iscoroutinefunction, isfunction
from typing import Any, ParamSpec, TypeVar, cast

from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.metrics import Metrics, StoreMetrics
from quarterdeck_server.storage.store import Store

DOCUMENT_REQUESTS = {"read": "read_documents", "listed": "list", "number_of": "look_up", "numbers_of": "look_up"}
"""Metric names for requests to the document store whose method names are unclear."""

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class _Measured:
    """Wrapper around a part of a store: it times all awaitable methods of the interface and passes on all other calls.

    So a method that is added to an interface is counted too. `MatchLog.append` returns a future and is counted by its
    callers (`Sequencer`, `Matches`), because a further callback for each entry would be most of the cost.
    """

    def __init__(self, part: object, contract: type, metrics: Metrics, counted_as: Mapping[str, str]) -> None:
        for name, promised in vars(contract).items():
            if not isfunction(promised) or name.startswith("_"):
                continue
            request: Any = getattr(part, name)
            if iscoroutinefunction(promised):
                request = _timed(request, metrics.of_store(counted_as.get(name, name)))
            setattr(self, name, request)


def _timed(request: Callable[Asked, Awaitable[Answer]], metrics: StoreMetrics) -> Callable[Asked, Awaitable[Answer]]:
    def ask(*args: Asked.args, **kwargs: Asked.kwargs) -> Awaitable[Answer]:
        return metrics.timed(request(*args, **kwargs))

    return ask


class MeasuredStore:
    """One process's connection to a store, with metrics."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self.confirmations = metrics.confirmations = store.confirmations
        self._ping = metrics.of_store("ping")
        self.log = cast("MatchLog", _Measured(store.log, MatchLog, metrics, {}))
        self.documents = cast("DocumentStore", _Measured(store.documents, DocumentStore, metrics, DOCUMENT_REQUESTS))

    @property
    def process(self) -> str:
        """This process's id."""
        return self._store.process

    async def start(self) -> None:
        """Start listening for the store's notifications."""
        await self._store.start()

    async def close(self) -> None:
        """Answer all requests, and close the store."""
        await self._store.close()

    async def ping(self) -> None:
        """Return normally if the store answers and can store matches."""
        await self._ping.timed(self._store.ping())

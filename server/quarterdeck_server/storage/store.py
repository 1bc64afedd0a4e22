"""Interface of every store, in memory or in Redis."""

from typing import Protocol

from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.metrics import Confirmations

MOST_WAITING = 50_000
"""Most waiting requests; further ones are refused."""


class Store(Protocol):
    """One process's connection to the store: its parts, and its start and end.

    Set the callbacks of the logs and the document store before `start`. Send no request before `start`, and none after
    `close`.
    """

    @property
    def process(self) -> str:
        """The id of this process: its writes notify all others, never itself."""
        ...

    @property
    def log(self) -> MatchLog:
        """The logs of all matches."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """The lobby's data."""
        ...

    @property
    def confirmations(self) -> Confirmations:
        """Confirmations of replicas to this process."""
        ...

    async def start(self) -> None:
        """Start listening. The store need not be available yet: until then, everything raises `Unavailable`."""
        ...

    async def close(self) -> None:
        """Answer all requests, and end everything that `start` began."""
        ...

    async def ping(self) -> None:
        """Return normally if the store answers and notifies this process; raise `Unavailable` otherwise."""
        ...

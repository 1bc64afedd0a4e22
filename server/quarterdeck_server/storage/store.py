"""Interface of every store, in memory or in Redis."""

from typing import Protocol

from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.metrics import Confirmations

MOST_WAITING = 50_000
"""Most waiting requests; further ones are refused."""


class Store(Protocol):
    """Interface of a process's connection to the store: its parts, its start and its end.

    Set the callbacks of the logs and the document store before `start`. Send no request before `start`, and none after
    `close`.
    """

    @property
    def process(self) -> str:
        """The id of this process. Its writes notify all other processes, but not itself."""
        ...

    @property
    def log(self) -> MatchLog:
        """The store of the logs of all matches."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """The store of the lobby's documents."""
        ...

    @property
    def confirmations(self) -> Confirmations:
        """The confirmations by replicas for this process's writes."""
        ...

    async def start(self) -> None:
        """Start listening for notifications. The store need not be available yet: until then, every request raises
        `Unavailable`."""
        ...

    async def close(self) -> None:
        """Answer all requests, and end everything that `start` has started."""
        ...

    async def ping(self) -> None:
        """Return normally if the store answers and notifies this process; raise `Unavailable` otherwise."""
        ...

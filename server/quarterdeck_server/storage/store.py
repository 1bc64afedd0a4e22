"""Interface of every store, in memory or in Redis."""

from typing import Protocol

from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.metrics import Confirmations

MOST_WAITING = 50_000
"""How many questions may wait for their turn before further ones are turned away."""


class Store(Protocol):
    """One process's side of the store: its contracts, and its start and end.

    Set the callbacks of the logs and the document store before `start`; send no request before it, and none after
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
        """Everything that the lobby keeps."""
        ...

    @property
    def confirmations(self) -> Confirmations:
        """Confirmations of replicas to this process."""
        ...

    async def start(self) -> None:
        """Begin to listen. The store need not be there yet: until it is, everything raises `Unavailable`."""
        ...

    async def close(self) -> None:
        """Answer all requests, and end everything that `start` began."""
        ...

    async def ping(self) -> None:
        """Return if the store answers and this process hears it; raise `Unavailable` otherwise."""
        ...

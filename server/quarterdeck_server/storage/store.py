"""What every store is made of, whether it lives in memory or in Redis."""

from typing import Protocol

from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.metrics import Confirmations

MOST_WAITING = 50_000
"""How many questions may wait for their turn before further ones are turned away."""


class Store(Protocol):
    """One process's side of the store: its contracts, and beginning and ending.

    Tell the logs and the document store who listens before `start`; ask nothing before it, and nothing after
    `close`.
    """

    @property
    def process(self) -> str:
        """This process's id: what it writes rings all others, never itself."""
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
        """What replicas have confirmed to this process."""
        ...

    async def start(self) -> None:
        """Begin to listen. The store need not be there yet: until it is, everything raises `Unavailable`."""
        ...

    async def close(self) -> None:
        """Answer what has been asked, and end everything that `start` began."""
        ...

    async def ping(self) -> None:
        """Return if the store answers and this process hears it; raise `Unavailable` otherwise."""
        ...

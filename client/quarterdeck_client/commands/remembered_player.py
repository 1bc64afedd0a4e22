"""Whoever is remembered on this machine, for commands that are said in their name."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from quarterdeck_client.account import AccountRequests
from quarterdeck_client.client import Client
from quarterdeck_client.commands.server_options import PATIENCE, run
from quarterdeck_client.errors import ClientError
from quarterdeck_client.saved_tokens import SavedTokens

Answer = TypeVar("Answer")


class RememberedPlayer:
    """Where the commands of a group are said, and by whom."""

    def __init__(
        self, url: str, name: str | None, notebook: SavedTokens, *, client: str, language: str | None = None
    ) -> None:
        """`client` is which program it is, as the server is told."""
        self.url = url
        self.name = name
        self.notebook = notebook
        self._client = client
        self._language = language

    def ask(self, asking: Callable[[AccountRequests], Awaitable[Answer]]) -> Answer:
        """Ask this of the account."""
        return run(self._ask(asking))

    def ask_of_all(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        """Ask this of anything."""
        return run(self._ask_of_all(asking))

    async def _ask(self, asking: Callable[[AccountRequests], Awaitable[Answer]]) -> Answer:
        return await self._ask_of_all(lambda client: asking(client.account))

    async def _ask_of_all(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        known = self.notebook.find(self.url, self.name)
        if known is None:
            raise ClientError(
                f"nobody is remembered at {self.url}; `quarterdeck account register`, `sign-in` or play first"
            )
        async with Client(
            self.url,
            patience=PATIENCE,
            token=known.token,
            renewed=self.notebook.renewing,
            client=self._client,
            language=self._language,
        ) as client:
            return await asking(client)

    def forget(self) -> None:
        """Remember the player no longer whose token is worth nothing any more."""
        known = self.notebook.find(self.url, self.name)
        if known is not None:
            self.notebook.forget(known)

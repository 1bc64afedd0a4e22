"""The player saved on this machine, for commands that act as this player."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from quarterdeck_client.client import Client
from quarterdeck_client.commands.server_options import PATIENCE, run
from quarterdeck_client.errors import ClientError
from quarterdeck_client.lobby.account import AccountRequests
from quarterdeck_client.saved_tokens import SavedTokens

Answer = TypeVar("Answer")


class RememberedPlayer:
    """The server and the saved player for a group of commands."""

    def __init__(
        self, url: str, name: str | None, notebook: SavedTokens, *, client: str, language: str | None = None
    ) -> None:
        """Make the client of a saved player. `client` is the program name that is sent to the server."""
        self.url = url
        self.name = name
        self.notebook = notebook
        self._client = client
        self._language = language

    def ask(self, asking: Callable[[AccountRequests], Awaitable[Answer]]) -> Answer:
        """Connect as the saved player, call `asking` with the account requests, and return its result."""
        return run(self._ask(asking))

    def ask_of_all(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        """Connect as the saved player, call `asking` with the client, and return its result."""
        return run(self._ask_of_all(asking))

    async def _ask(self, asking: Callable[[AccountRequests], Awaitable[Answer]]) -> Answer:
        return await self._ask_of_all(lambda client: asking(client.account))

    async def _ask_of_all(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        known = self.notebook.find(self.url, self.name)
        if known is None:
            raise ClientError(
                f"no player is saved for {self.url}; run `quarterdeck account register`, `quarterdeck account "
                "sign-in` or `quarterdeck play` first"
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
        """Remove the saved player, after the token has become invalid."""
        known = self.notebook.find(self.url, self.name)
        if known is not None:
            self.notebook.forget(known)

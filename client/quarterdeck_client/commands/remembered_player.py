"""The player saved on this machine, for commands that act as this player."""

from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.app_sign_in import current_token
from quarterdeck_client.client import Client
from quarterdeck_client.commands.server_options import (
    PATIENCE,
    language_option,
    name_option,
    run,
    token_file_option,
    url_option,
)
from quarterdeck_client.errors import ClientError, RefusedError
from quarterdeck_client.lobby.account import AccountRequests
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens, usual_path

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

    def ask_publicly(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        """Ask as `ask_of_all` does, or as a guest if no player is saved and none is named: for what everybody may
        read."""
        return run(self._ask_of_all(asking) if self.name or self._saved() else self._ask_as_guest(asking))

    def _saved(self) -> SavedToken | None:
        return self.notebook.find(self.url, self.name)

    async def _ask_as_guest(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        async with Client(self.url, patience=PATIENCE, client=self._client, language=self._language) as client:
            return await asking(client)

    async def _ask(self, asking: Callable[[AccountRequests], Awaitable[Answer]]) -> Answer:
        return await self._ask_of_all(lambda client: asking(client.account))

    async def _ask_of_all(self, asking: Callable[[Client], Awaitable[Answer]]) -> Answer:
        known = self._saved()
        if known is None:
            raise ClientError(
                f"no player is saved for {self.url}; run `quarterdeck account register`, `quarterdeck account "
                "sign-in` or `quarterdeck play` first"
            )
        async with Client(
            self.url,
            patience=PATIENCE,
            token=await current_token(known, self.notebook),
            renewed=self.notebook.renewing,
            client=self._client,
            language=self._language,
        ) as client:
            try:
                return await asking(client)
            except RefusedError as refused:
                if refused.code is not RefusalCode.PROOF_NEEDED:
                    raise
            await _prove(client.account)
            return await asking(client)

    def forget(self) -> None:
        """Remove the saved player, after the token has become invalid."""
        known = self.notebook.find(self.url, self.name)
        if known is not None:
            self.notebook.forget(known)


async def _prove(requests: AccountRequests) -> None:
    """Ask for the password, or for a code of the second factor, and send it. Raises `ClientError`."""
    account = await requests.get()
    if account.has_second_factor:
        await requests.prove_identity(code=click.prompt("A code of the app, or a recovery code", err=True))
    elif account.has_password:
        await requests.prove_identity(password=click.prompt("Your password", hide_input=True, err=True))
    else:
        raise ClientError("this account has no password: do this on the website")


pass_here = click.make_pass_decorator(RememberedPlayer)
"""Decorator that passes the `RememberedPlayer` of `as_saved_player` to a command."""


def as_saved_player(client: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator for commands that act as a saved player. It adds the options for the server and the player.
    `client` is the program name that is sent to the server."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        def opened(
            ctx: click.Context,
            /,
            url: str,
            name: str | None,
            token_file: Path | None,
            language: str | None,
            **options: Any,
        ) -> None:
            notebook = SavedTokens(token_file or usual_path())
            ctx.obj = RememberedPlayer(url.rstrip("/"), name, notebook, client=client, language=language)
            command(**options)

        with_context = wraps(command)(click.pass_context(opened))
        return url_option(name_option(token_file_option(language_option(with_context))))

    return with_options

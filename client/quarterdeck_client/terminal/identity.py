"""The current player of the terminal client: the player's SDK client, the saved token, and the change to another
player."""

import contextlib
from collections.abc import Awaitable, Callable

import msgspec
from quarterdeck_protocol.http.authorization import OAuthTokens
from quarterdeck_protocol.names import TableId, Token

from quarterdeck_client.app_sign_in import with_tokens
from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens
from quarterdeck_client.terminal.screens.accounts import SignIn

SECONDS_OF_PATIENCE = 3600.0
"""Seconds for which the client retries a connection; the user can exit earlier."""


class Identity:
    """The client of the current player. The caller closes the first client; this class closes later ones."""

    def __init__(self, client: Client, notebook: SavedTokens | None) -> None:
        self.client = client
        self._notebook = notebook
        self._own = contextlib.AsyncExitStack()

    async def become(self, who: SignIn) -> Callable[[], Awaitable[None]]:
        """Sign in as another player, and return a function that closes the previous client. Call that function when no
        screen uses the previous client any more. Raises `RefusedError` and `LostError`; then nothing has changed."""
        token = None if who.tokens is None else Token(who.tokens.access_token)
        if self._notebook is None:
            fresh = Client(
                self.client.url,
                name=who.name,
                password=who.password,
                code=who.code,
                token=token,
                client="quarterdeck play",
                language=self.client.language,
            )
        else:
            fresh = Client(
                self.client.url,
                name=who.name,
                password=who.password,
                code=who.code,
                token=token,
                renewed=self._notebook.renewing,
                patience=SECONDS_OF_PATIENCE,
                client="quarterdeck play",
                language=self.client.language,
            )
        own = contextlib.AsyncExitStack()
        await own.enter_async_context(fresh)
        if who == SignIn():
            self._forget()  # nobody comes back to that player without a password
        before, self._own, self.client = self._own, own, fresh
        self._remember(who.tokens)
        return before.aclose

    def save_new_name(self) -> None:
        """Save the player's new name after a change."""
        self._remember()

    def _forget(self) -> None:
        if self._notebook is not None and (known := self._notebook.known_by(self.client.token)) is not None:
            with contextlib.suppress(OSError):
                self._notebook.forget(known)

    def note(self, table: TableId) -> None:
        """Save the table where the player sits, for a later return. Raises `ClientError` if the file cannot be
        written."""
        if self._notebook is None:
            return
        try:
            self._notebook.note(self._now(table))
        except OSError as error:
            raise ClientError(
                f"{self._notebook.path} cannot be written, so your seat cannot be saved: {error}"
            ) from error

    async def close(self) -> None:
        """Close the current client, unless it is the first one."""
        await self._own.aclose()

    def _remember(self, tokens: OAuthTokens | None = None) -> None:
        if self._notebook is None:
            return
        known = self._notebook.known_by(self.client.token)
        now = self._now(None if known is None else known.table)
        with contextlib.suppress(OSError):  # then they sign in again the next time
            self._notebook.note(now if tokens is None else with_tokens(now, tokens))

    def _now(self, table: TableId | None) -> SavedToken:
        me = self.client
        known = None if self._notebook is None else self._notebook.known_by(me.token)
        saved = SavedToken(url=me.url, name=me.player.name, token=me.token) if known is None else known
        return msgspec.structs.replace(saved, name=me.player.name, table=table)

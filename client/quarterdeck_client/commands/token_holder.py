"""The player as whom a group of commands acts: given by a token, or saved on this machine."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from quarterdeck_client.commands.server_options import name_option, token_file_option, url_option
from quarterdeck_client.errors import ClientError
from quarterdeck_client.saved_tokens import SavedTokens, usual_path


@dataclass(frozen=True, slots=True)
class TokenHolder:
    """The server, and the player as whom a group of commands acts."""

    url: str
    notebook: SavedTokens
    _name: str | None
    _token: str | None

    @classmethod
    def of(cls, url: str, name: str | None, token: str | None, token_file: Path | None) -> "TokenHolder":
        """Return the server and player from the values of the command line options."""
        return cls(url.rstrip("/"), SavedTokens(token_file or usual_path()), name, token)

    def token(self) -> str:
        """Return the given token, or the token of the saved player. Raises `ClientError`."""
        if self._token is not None:
            return self._token
        known = self.notebook.find(self.url, self._name)
        if known is None:
            text = f"no player is saved for {self.url}: run `quarterdeck account sign-in`, or set QUARTERDECK_TOKEN"
            raise ClientError(text)
        return known.token


def holder_options(token_help: str) -> Callable[[Any], Any]:
    """Return the command line options for the server and the player: `url`, `name`, `token` and `token_file`."""
    options = (
        url_option,
        name_option,
        click.option("--token", envvar="QUARTERDECK_TOKEN", show_envvar=True, help=token_help),
        token_file_option,
    )

    def with_options(group: Any) -> Any:
        for option in reversed(options):
            group = option(group)
        return group

    return with_options

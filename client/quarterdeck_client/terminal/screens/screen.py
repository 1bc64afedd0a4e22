"""What every screen of the client can do that is not a popup."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from quarterdeck_protocol.sides import Player
from textual.message import Message
from textual.screen import Screen

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, LostError
from quarterdeck_client.terminal.key_bindings import Help
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.screens.players import Place, choose
from quarterdeck_client.terminal.widgets.notice_delay import TOO_SOON


class AppScreen(Screen[None]):
    """A screen with a line for what is wrong, and with people."""

    class Lost(Message):
        """This client's line is gone for good."""

        def __init__(self, client: Client, error: LostError) -> None:
            super().__init__()
            self.client = client
            self.error = error

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client

    @property
    def place(self) -> Place:
        """Where what is said here is said."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """Say something in the line at the bottom."""
        raise NotImplementedError

    def people(self) -> Sequence[Player]:
        """Return who is here, once each, bots of the house apart."""
        raise NotImplementedError

    def rules(self) -> str:
        """Return the rules in brief, as Markdown, where there are any."""
        return ""

    def carefully(self, work: Callable[..., Awaitable[object]], *of: Any) -> None:
        """Do this as long as the screen is there; what goes wrong is said."""
        self.run_worker(Later(self._carefully, work, *of))

    async def _carefully(self, work: Callable[..., Awaitable[object]], *of: Any) -> None:
        try:
            await work(*of)
        except LostError as error:
            self.post_message(self.Lost(self.client, error))
        except ClientError as error:
            self.say(str(error))

    def action_help(self) -> None:
        self.app.push_screen(Help(self.rules()))

    def action_players(self) -> None:
        self.carefully(self.choose_player)

    async def choose_player(self) -> None:
        """Let somebody who is here be looked at."""
        await choose(self.app, self.client, self.people(), place=self.place)

    def on_choices_too_soon(self) -> None:
        self.say(TOO_SOON)

"""Base class of all full screens of the terminal client."""

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
    """A full screen with a line for messages, and a list of the players who are there."""

    class Lost(Message):
        """Message: the client's connection is lost for good."""

        def __init__(self, client: Client, error: LostError) -> None:
            super().__init__()
            self.client = client
            self.error = error

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client

    @property
    def place(self) -> Place:
        """The lobby, table or match whose chat belongs to this screen."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """Show a message in the line at the bottom of the screen."""
        raise NotImplementedError

    def people(self) -> Sequence[Player]:
        """Return the players on this screen, each once, without bots of the server."""
        raise NotImplementedError

    def rules(self) -> str:
        """Return a summary of the game's rules as Markdown; empty if there is none."""
        return ""

    def carefully(self, work: Callable[..., Awaitable[object]], *of: Any) -> None:
        """Run this task until the screen is closed, and show its errors."""
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
        """Let the user choose one of the players on this screen, and show that player."""
        await choose(self.app, self.client, self.people(), place=self.place)

    def on_choices_too_soon(self) -> None:
        self.say(TOO_SOON)

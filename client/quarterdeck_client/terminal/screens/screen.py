"""Base of all screens of the client that are no popups."""

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
    """A screen with a line for error messages, and with a list of the people there."""

    class Lost(Message):
        """This client's connection is lost for good."""

        def __init__(self, client: Client, error: LostError) -> None:
            super().__init__()
            self.client = client
            self.error = error

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client

    @property
    def place(self) -> Place:
        """The place of this screen's chat."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """Show a message in the line at the bottom."""
        raise NotImplementedError

    def people(self) -> Sequence[Player]:
        """Return the people here, once each, without the house's bots."""
        raise NotImplementedError

    def rules(self) -> str:
        """Return the rules in brief, as Markdown, where there are any."""
        return ""

    def carefully(self, work: Callable[..., Awaitable[object]], *of: Any) -> None:
        """Run this as long as the screen is there. Errors are shown."""
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
        """Let the player choose a person who is here, and show that person."""
        await choose(self.app, self.client, self.people(), place=self.place)

    def on_choices_too_soon(self) -> None:
        self.say(TOO_SOON)

"""What lies between a page and its server: to be cut, to be ended with a code, and to be slow."""

import json
from collections.abc import Callable
from typing import Any

from browsers import Window
from playwright.async_api import WebSocketRoute

TOO_LATE = "WebSocket is already in CLOSING or CLOSED state."
"""
What the browser says when this passes something on to a socket whose server has just said goodbye. A page that sends on
such a line gets an exception instead, for its own socket is only a likeness while a cable lies between.
"""

Message = dict[str, Any]
Frame = str | bytes


class Cable:
    """All lines of a page."""

    def __init__(self) -> None:
        self.is_cut = False
        self.cuts_action: str | None = None
        """Whether the next action ends its line `before` it has reached the server, or `after`."""

        self.cut_actions = 0
        self.holds: Callable[[Message], bool] = lambda _: False
        """Which messages, of either side, are underway until they are let through."""

        self.commands: list[Message] = []
        """What the page has said, in order, whether it has reached the server or not."""

        self.lines: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        """The page's end of each, and the server's."""

        self.connections = 0
        self._held: list[tuple[Callable[[Frame], None], Frame, Message]] = []

    async def lay(self, page: Window) -> None:
        """Lead every line of a page through here."""
        page.forgiven.add(TOO_LATE)
        await page.page.route_web_socket("**/v1/socket", self._lead)

    async def cut(self) -> None:
        """End every line, and let no new one through."""
        self.is_cut = True
        await self.end(1012)

    async def end(self, code: int, reason: str = "") -> None:
        """End every line with this code, as a server does."""
        lines, self.lines = self.lines, []
        for line, server in lines:
            await server.close()  # before the page comes back: the server would end this one for the next
            await line.close(code=code, reason=reason)

    def held(self, kind: str) -> list[Message]:
        """Return what is underway of this type."""
        return [message for _, _, message in self._held if message["type"] == kind]

    def let_through(self) -> None:
        """Hold nothing any more, and let through what was held."""
        self.holds = lambda _: False
        held, self._held = self._held, []
        for send, frame, _ in held:
            send(frame)

    def forget(self) -> None:
        """Hold nothing any more, and lose what was held."""
        self._held.clear()
        self.let_through()

    def tell(self, message: Message) -> None:
        """Say something to the page as if the server had."""
        for line, _ in self.lines:
            line.send(json.dumps(message))

    def said(self, kind: str) -> list[Message]:
        """Return the commands of this type."""
        return [command for command in self.commands if command["type"] == kind]

    async def _lead(self, line: WebSocketRoute) -> None:
        if self.is_cut:
            await line.close(code=1013)
            return
        self.connections += 1
        server = line.connect_to_server()
        ends = (line, server)
        self.lines.append(ends)

        # What is said while the other end closes is lost.
        def there(frame: Frame) -> None:
            if ends in self.lines:
                server.send(frame)

        def back(frame: Frame) -> None:
            if ends in self.lines:
                line.send(frame)

        async def said(message: Frame) -> None:
            command = json.loads(message)
            self.commands.append(command)
            when = self.cuts_action if command["type"] == "act" else None
            if when is None:
                self._pass(there, message, command)
                return
            self.cuts_action = None
            self.cut_actions += 1
            if when == "after":
                there(message)
            await self.end(1011)

        async def ended(code: int | None, reason: str | None) -> None:
            if ends in self.lines:
                self.lines.remove(ends)
                await line.close(code=code, reason=reason)

        line.on_message(said)
        server.on_close(ended)
        server.on_message(lambda message: self._pass(back, message, json.loads(message)))

    def _pass(self, send: Callable[[Frame], None], frame: Frame, message: Message) -> None:
        if self.holds(message):
            self._held.append((send, frame, message))
        else:
            send(frame)

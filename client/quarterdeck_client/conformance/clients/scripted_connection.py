"""A connection of the client under check to the scripted server."""

import contextlib
from typing import Any

import msgspec
from aiohttp import web

Message = dict[str, Any]


class ScriptedConnection:
    """One connection of the client, and the player signed in on it."""

    def __init__(self, number: int, request: web.Request, socket: web.WebSocketResponse) -> None:
        self.number = number
        """The number of the connection, counted from 1."""

        self.socket = socket
        self.form = "whole"
        self.is_signed_in = False
        self.is_over = False
        self.is_dead = False
        """True if the connection silently drops all messages in both directions."""

        self.watched: set[str] = set()
        self.pongs: list[bytes] = []
        self._request = request

    async def send(self, message: Message) -> None:
        """Send a message of the scripted server, if the connection is still open."""
        if self.is_over or self.is_dead or self.socket.closed:
            return
        with contextlib.suppress(ConnectionResetError):
            await self.socket.send_str(msgspec.json.encode(message).decode())

    async def ping(self, said: bytes) -> None:
        """Send a ping with these bytes, if the connection is still open."""
        if self.is_dead:
            return
        with contextlib.suppress(ConnectionResetError):
            await self.socket.ping(said)

    async def close(self, code: int) -> None:
        """Close the scripted server's connection with this code."""
        self.is_over = True
        await self.socket.close(code=code)

    def cut(self) -> None:
        """Break the connection without a close frame, as a network failure does."""
        self.is_over = True
        if self._request.transport is not None:
            self._request.transport.abort()

"""Connections of clients to a server, as the benches use them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
import msgspec
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL

CONNECTING_AT_ONCE = 50


class Line:
    """One connection."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        self._socket = socket
        self._refs = 0

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command and return its answer, skipping other messages. Raises `LookupError` if it is refused."""
        self._refs += 1
        ref = str(self._refs)
        await self._socket.send_frame(msgspec.json.encode({**command, "ref": ref}), aiohttp.WSMsgType.TEXT)
        while True:
            answer: dict[str, Any] = msgspec.json.decode((await self._socket.receive()).data)
            if answer["type"] == "refused":
                raise LookupError(answer["text"])
            if answer["ref"] == ref:
                return answer

    async def hear(self) -> None:
        """Take in the next frame."""
        await self._socket.receive()


@asynccontextmanager
async def lines_to(http: aiohttp.ClientSession, url: str, many: int) -> AsyncIterator[list[Line]]:
    async with AsyncExitStack() as stack:
        turns = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def connect() -> Line:
            async with turns:
                connecting = http.ws_connect(
                    f"{url}/v1/socket", protocols=(SUBPROTOCOL,), decode_text=False, autoping=True
                )
                return Line(await stack.enter_async_context(connecting))

        yield list(await asyncio.gather(*(connect() for _ in range(many))))

"""The conversations of `client/conversations/`, to which both SDKs are held: what a server says in them, what a client
must say, and what comes of it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from aiohttp import WSMsgType, web
from client.conversation_programs import outcome
from node import PACKAGE, TOP, program
from quarterdeck_protocol.encoding.wire import SUBPROTOCOL

CONVERSATIONS = {
    file.stem: json.loads(file.read_text("utf-8")) for file in sorted((TOP / "client" / "conversations").glob("*.json"))
}
Message = dict[str, Any]
SECONDS = 60.0


class ScriptedServer:
    """A server that says what stands in a conversation, and holds its client to what stands there of it."""

    def __init__(self, lines: list[list[Message]], *, compressed: bool) -> None:
        self._lines = lines
        self._is_compressed = compressed
        self._connections = 0
        self._known: dict[str, Any] = {}
        """What stands for the words that begin with `$`."""

        self.faults: list[str] = []

    @property
    def heard_all(self) -> bool:
        """Whether every line was opened."""
        return self._connections == len(self._lines)

    async def carry(self, request: web.Request) -> web.StreamResponse:
        """Carry one connection by its part of the conversation."""
        socket = web.WebSocketResponse(protocols=(SUBPROTOCOL,), compress=self._is_compressed)
        await socket.prepare(request)
        self._connections += 1
        if self._connections > len(self._lines):
            self.faults.append("the client came once more than it should")
            await socket.close(code=1008)
            return socket
        for step in self._lines[self._connections - 1]:
            match step:
                case {"server": said}:
                    await socket.send_str(json.dumps(self._filled(said)))
                case {"client": wanted}:
                    if not await self._hears(socket, wanted):
                        return socket
                case {"close": code}:
                    await socket.close(code=code)
                    return socket
                case {"gone": _}:
                    if (await socket.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED):
                        self.faults.append("the client was to hang up, and spoke")
                    return socket
                case {"cut": _}:
                    assert request.transport is not None
                    request.transport.abort()
                    return socket
                case _:
                    raise AssertionError(f"{step} is no step")
        await self._until_the_goodbye(socket)
        return socket

    async def _hears(self, socket: web.WebSocketResponse, wanted: Message) -> bool:
        frame = await socket.receive()
        if frame.type is not WSMsgType.TEXT and frame.type is not WSMsgType.BINARY:
            self.faults.append(f"the client was to say {wanted}, and went")
            return False
        said = msgspec.json.decode(frame.data)
        form = "whole" if self._is_compressed else "patch"
        if said["type"] == "hello" and said.get("updates", "whole") != form:
            self.faults.append(f"the client was to ask for {form} updates, and said {said}")
        if not self._fits(wanted, said):
            self.faults.append(f"the client was to say {self._filled(wanted)}, and said {said}")
            await socket.close(code=1008)
            return False
        return True

    async def _until_the_goodbye(self, socket: web.WebSocketResponse) -> None:
        async for frame in socket:
            self.faults.append(f"the client says more than it should: {frame.data}")

    def _fits(self, wanted: Any, said: Any) -> bool:
        """Whether everything that is wanted was said; a word with `$` stands for the same wherever it stands."""
        if isinstance(wanted, str) and wanted.startswith("$"):
            return bool(self._known.setdefault(wanted, said) == said)
        if isinstance(wanted, dict):
            return isinstance(said, dict) and all(self._fits(wanted[key], said.get(key)) for key in wanted)
        return bool(wanted == said)

    def _filled(self, said: Any) -> Any:
        if isinstance(said, dict):
            return {key: self._filled(value) for key, value in said.items()}
        if isinstance(said, list):
            return [self._filled(value) for value in said]
        return self._known.get(said, said) if isinstance(said, str) else said


async def _python(url: str, name: str, argument: str) -> Any:
    return msgspec.json.decode(msgspec.json.encode(await outcome(url, name, argument)))


async def _javascript(url: str, name: str, argument: str) -> Any:
    return json.loads(await program(PACKAGE / "tests" / "conversation.js", url, name, argument))


SDKS: dict[str, Callable[[str, str, str], Awaitable[Any]]] = {"python": _python, "javascript": _javascript}


@pytest.mark.parametrize("name", CONVERSATIONS)
@pytest.mark.parametrize("sdk", SDKS)
async def test_an_sdk_says_what_stands_in_the_conversation_and_takes_what_it_is_told(sdk: str, name: str) -> None:
    conversation = CONVERSATIONS[name]
    server = ScriptedServer(conversation["lines"], compressed=conversation.get("compressed", False))
    app = web.Application()
    app.router.add_get("/v1/socket", server.carry)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        async with asyncio.timeout(SECONDS):
            comes = await SDKS[sdk](f"http://{host}:{port}", conversation["program"], conversation["argument"])
    finally:
        await runner.cleanup()
    assert server.faults == []
    assert comes == conversation["outcome"]
    assert server.heard_all


def test_there_are_conversations_for_what_lines_do() -> None:
    assert CONVERSATIONS.keys() >= {
        "plain",
        "answer-lost",
        "restart",
        "taken-up-elsewhere",
        "refused",
        "stale",
        "newer-server",
        "store-forgot",
        "patch-that-does-not-fit",
        "quick-match",
        "chat",
    }

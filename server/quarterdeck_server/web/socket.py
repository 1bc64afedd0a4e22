"""The WebSocket: frames in, frames out, and how a connection ends."""

import asyncio
import weakref
from contextlib import suppress
from functools import partial

import structlog
from aiohttp import WSCloseCode, WSMsgType, hdrs, web
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_protocol.wire import SUBPROTOCOL

from quarterdeck_server.web.connection import Connection
from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.deflate_windows import WINDOWS, narrowed, windows_for
from quarterdeck_server.web.frame_decoder import AbuseError
from quarterdeck_server.web.frame_socket import FrameSocket, Rest
from quarterdeck_server.web.input_turns import InputTurns
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.readiness import READINESS
from quarterdeck_server.web.send_queue import SECONDS_OF_PATIENCE, WAITS_FOR_NOBODY, Flusher, SendQueue

LARGEST_FRAME = 128 * 1024
"""What is larger ends the connection with 1009; what is larger than the limit that is told is only refused. So much is
kept of a frame that is never finished, for each connection."""

SECONDS_BETWEEN_PINGS = 20.0

SERVICES: web.AppKey[Services] = web.AppKey("services", Services)
FLUSHER: web.AppKey[Flusher] = web.AppKey("flusher", Flusher)
SEND_QUEUES: web.AppKey["weakref.WeakSet[SendQueue]"] = web.AppKey("send_queues", weakref.WeakSet)
INPUT_TURNS: web.AppKey[InputTurns] = web.AppKey("input_turns", InputTurns)
ORIGINS: web.AppKey[frozenset[str]] = web.AppKey("origins", frozenset)

_log = structlog.get_logger()


async def socket(request: web.Request) -> web.StreamResponse:
    """Hold the conversation of one connection."""
    request.app[READINESS].check()
    origin = request.headers.get("Origin")
    allowed = request.app[ORIGINS]
    if origin is not None and allowed and origin not in allowed:
        raise web.HTTPForbidden(text="Pages of this origin may not connect here.")
    windows = windows_for(request.headers.get(hdrs.SEC_WEBSOCKET_EXTENSIONS, ""))
    handshake = request if windows is None else narrowed(request, windows)
    if windows is not None:
        handshake[WINDOWS] = windows
    websocket = FrameSocket(
        request.app[INPUT_TURNS],
        protocols=(SUBPROTOCOL,),
        max_msg_size=LARGEST_FRAME,
        heartbeat=SECONDS_BETWEEN_PINGS,
        autoping=False,
        writer_limit=WAITS_FOR_NOBODY,
        compress=windows is not None,
        decode_text=False,
    )
    try:
        await websocket.prepare(handshake)
    except ConnectionResetError:  # who asked has hung up before the answer: nobody is there, and it is no mistake
        return web.Response()
    websocket.headers.clear()  # they have been sent, and are a kilobyte of each connection for as long as it lasts
    compressor = None if windows is None else windows.compressor
    send_queue = SendQueue(websocket, handshake, request.app[FLUSHER], compressor)
    request.app[SEND_QUEUES].add(send_queue)
    connection = Connection(
        request.app[SERVICES],
        send_queue.put,
        send_queue.end,
        request.app[ADDRESSES].of(request),
        send_queue.speak,
        is_gone=lambda: request.transport is None,
        send_first=send_queue.put_first,
    )
    try:
        await _converse(websocket, connection, send_queue)
    except AbuseError:
        with suppress(TimeoutError):  # what was obeyed before is answered first
            await asyncio.wait_for(connection.settle(), SECONDS_OF_PATIENCE)
        await send_queue.finish(WSCloseCode.POLICY_VIOLATION, Text("too many commands"))
    except Exception:
        _log.exception("a conversation failed")
        await send_queue.close(WSCloseCode.INTERNAL_ERROR, Text("the server made a mistake"))
    finally:
        send_queue.abort_in(SECONDS_OF_PATIENCE)
        await asyncio.shield(connection.end())
    await send_queue.closed()
    return websocket


async def _converse(websocket: FrameSocket, connection: Connection, send_queue: SendQueue) -> None:
    def begin(frame: bytes) -> Rest | None:
        return partial(connection.receive, frame) if send_queue.is_behind else connection.begin(frame)

    websocket.listen(begin, send_queue.pong)
    with send_queue.being_read():
        async for message in websocket:
            if send_queue.is_behind:
                await send_queue.caught_up()
            if send_queue.is_being_closed:
                break
            if callable(message.data):  # it was begun where it was parsed, and has to wait for something
                await message.data()
            elif message.type is WSMsgType.TEXT or message.type is WSMsgType.BINARY:
                await connection.receive(message.data)
            elif message.type is WSMsgType.PING:
                send_queue.pong(message.data)
            websocket.has_done_one()

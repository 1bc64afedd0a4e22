"""The WebSocket: frames in, frames out, and how a connection ends."""

import asyncio
import weakref

import structlog
from aiohttp import WSCloseCode, WSMsgType, web
from quarterdeck_protocol.wire import SUBPROTOCOL

from quarterdeck_server.web.connection import Connection
from quarterdeck_server.web.decoding import AbuseError
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.send_queue import SECONDS_OF_PATIENCE, WAITS_FOR_NOBODY, Flusher, SendQueue
from quarterdeck_server.web.services import Services

LARGEST_FRAME = 128 * 1024
"""What is larger ends the connection with 1009; what is larger than the limit that is told is only refused. So much is kept
of a frame that is never finished, for each connection."""

SECONDS_BETWEEN_PINGS = 20.0

HOUSE: web.AppKey[Services] = web.AppKey("house", Services)
POSTMAN: web.AppKey[Flusher] = web.AppKey("postman", Flusher)
OUTBOXES: web.AppKey["weakref.WeakSet[SendQueue]"] = web.AppKey("outboxes", weakref.WeakSet)
ORIGINS: web.AppKey[frozenset[str]] = web.AppKey("origins", frozenset)

_log = structlog.get_logger()


async def socket(request: web.Request) -> web.StreamResponse:
    """Hold the conversation of one connection."""
    origin = request.headers.get("Origin")
    allowed = request.app[ORIGINS]
    if origin is not None and allowed and origin not in allowed:
        raise web.HTTPForbidden(text="Pages of this origin may not connect here.")
    connection = web.WebSocketResponse(
        protocols=(SUBPROTOCOL,),
        max_msg_size=LARGEST_FRAME,
        heartbeat=SECONDS_BETWEEN_PINGS,
        autoping=False,
        writer_limit=WAITS_FOR_NOBODY,
        compress=False,
        decode_text=False,
    )
    await connection.prepare(request)
    outbox = SendQueue(connection, request, request.app[POSTMAN])
    request.app[OUTBOXES].add(outbox)
    session = Connection(request.app[HOUSE], outbox.put, outbox.end, request.app[ADDRESSES].of(request))
    try:
        await _converse(connection, session, outbox)
    except AbuseError:
        await outbox.close(WSCloseCode.POLICY_VIOLATION, "too many commands")
    except Exception:
        _log.exception("a conversation failed")
        await outbox.close(WSCloseCode.INTERNAL_ERROR, "the server made a mistake")
    finally:
        outbox.abort_in(SECONDS_OF_PATIENCE)
        await asyncio.shield(session.end())
    return connection


async def _converse(connection: "web.WebSocketResponse[bool]", session: Connection, outbox: SendQueue) -> None:
    async for message in connection:
        if message.type is WSMsgType.TEXT or message.type is WSMsgType.BINARY:
            await session.receive(message.data)
        elif message.type is WSMsgType.PING:
            outbox.pong(message.data)

"""Entity tags and gzip for all HTTP answers. A client that already has an answer gets status 304, and large answers are
compressed.

Answers that are the same for all clients are compressed beforehand (`StaticAnswer`). The answers compressed here
contain no secret: only answers to `GET` are compressed, and none of those has a token, password, recovery code, seed of
a running match or hidden card (decision 34).
"""

import asyncio
import gzip
import hashlib
import time
from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web

from quarterdeck_server.fair_queue import FairTurns, Sharer
from quarterdeck_server.web.http.catalogues import has, takes_gzip
from quarterdeck_server.web.http.requests import IS_PERSONAL, UNCOUNTED, Handler
from quarterdeck_server.web.http.responses import vary
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES

LEAST_PACKED = 1_024
"""Smaller answers travel in one packet either way."""

MOST_PACKED_AT_ONCE = 32_768
"""Larger answers are tagged and compressed in a thread, beside the event loop."""

MOST_WAITING = 256
"""Number of larger answers that wait for that. They are compressed one at a time, so there is always a thread for
others."""

LEVEL = 6

Do = Callable[[Callable[[bytes], bytes], bytes], Awaitable[bytes]]

PACKING: web.AppKey[FairTurns] = web.AppKey("packing", FairTurns)


@web.middleware
async def packed(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: add an entity tag to an answer and compress it. Answer with status 304 if the client already has
    it."""
    answer = await handler(request)
    if not isinstance(answer, web.Response) or answer.prepared or request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
        return answer
    answer.headers.setdefault(hdrs.CACHE_CONTROL, _cache_control(request, answer))
    body = answer.body
    if hdrs.ETAG in answer.headers or not isinstance(body, bytes) or not body:
        return answer
    if len(body) > LEAST_PACKED:
        vary(answer, hdrs.ACCEPT_ENCODING)
    if len(body) <= MOST_PACKED_AT_ONCE:
        return await _tagged_and_packed(request, answer, body, _at_once)
    turns, sharer = request.app[PACKING], Sharer(request.app[ADDRESSES].of(request), "")
    if not await turns.take(sharer):
        return answer  # too many wait: it goes as it is
    began = time.monotonic()
    try:
        return await _tagged_and_packed(request, answer, body, asyncio.to_thread)
    finally:
        turns.release(sharer, time.monotonic() - began)


async def _tagged_and_packed(request: web.Request, answer: web.Response, body: bytes, do: Do) -> web.Response:
    is_packed = len(body) > LEAST_PACKED and takes_gzip(request)
    if answer.status == 200 and request.path not in UNCOUNTED:
        tag = (await do(_digest, body)).decode() + ("-gzip" if is_packed else "")
        answer.headers[hdrs.ETAG] = f'"{tag}"'
        if has(request.if_none_match, tag):
            return _unchanged(answer)
    if is_packed:
        answer.body = await do(_gzipped, body)
        answer.headers[hdrs.CONTENT_ENCODING] = "gzip"
    return answer


async def _at_once(work: Callable[[bytes], bytes], body: bytes) -> bytes:
    return work(body)


def _cache_control(request: web.Request, answer: web.Response) -> str:
    """Return the `Cache-Control` of an answer that sets none: clients may cache it, and must revalidate it each
    time."""
    if answer.status not in (200, 304) or request.path in UNCOUNTED:
        return "no-store"
    return "private, no-cache" if IS_PERSONAL in request else "no-cache"


def _unchanged(answer: web.Response) -> web.Response:
    headers = {name: value for name, value in answer.headers.items() if name != hdrs.CONTENT_TYPE}
    return web.Response(status=304, headers=headers)


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:32].encode()


def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)

"""The one door through which answers over plain HTTP leave: tagged, so that who has one already is told so, and packed
where that is worth it.

What is the same for everybody is packed before it is asked for (`StaticAnswer`). What is packed here holds no secret:
only answers to `GET` are, and no token, password, recovery code, seed of a running match or hidden card is in any of
those (decision 34).
"""

import asyncio
import gzip
import hashlib

from aiohttp import hdrs, web

from quarterdeck_server.web.http.catalogues import has, takes_gzip
from quarterdeck_server.web.http.requests import IS_PERSONAL, UNCOUNTED, Handler
from quarterdeck_server.web.http.responses import vary

LEAST_PACKED = 1_024
"""What is smaller travels in one packet either way."""

MOST_PACKED_AT_ONCE = 32_768
"""What is larger is tagged and packed beside the event loop, which goes on meanwhile."""

LEVEL = 6


@web.middleware
async def packed(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Tag and pack an answer that nobody has tagged, and answer 304 to whoever has it."""
    answer = await handler(request)
    if not isinstance(answer, web.Response) or answer.prepared or request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
        return answer
    answer.headers.setdefault(hdrs.CACHE_CONTROL, _cache_control(request, answer))
    body = answer.body
    if hdrs.ETAG in answer.headers or not isinstance(body, bytes) or not body:
        return answer
    is_packed = len(body) > LEAST_PACKED and takes_gzip(request)
    if len(body) > LEAST_PACKED:
        vary(answer, hdrs.ACCEPT_ENCODING)
    if answer.status == 200 and request.path not in UNCOUNTED:
        digest = await asyncio.to_thread(_digest, body) if len(body) > MOST_PACKED_AT_ONCE else _digest(body)
        tag = digest + ("-gzip" if is_packed else "")
        answer.headers[hdrs.ETAG] = f'"{tag}"'
        if has(request.if_none_match, tag):
            return _unchanged(answer)
    if is_packed:
        large = len(body) > MOST_PACKED_AT_ONCE
        answer.body = await asyncio.to_thread(_gzipped, body) if large else _gzipped(body)
        answer.headers[hdrs.CONTENT_ENCODING] = "gzip"
    return answer


def _cache_control(request: web.Request, answer: web.Response) -> str:
    """Return for how long an answer may be kept that does not say so: as long as it is asked about each time."""
    if answer.status not in (200, 304) or request.path in UNCOUNTED:
        return "no-store"
    return "private, no-cache" if IS_PERSONAL in request else "no-cache"


def _unchanged(answer: web.Response) -> web.Response:
    headers = {name: value for name, value in answer.headers.items() if name != hdrs.CONTENT_TYPE}
    return web.Response(status=304, headers=headers)


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:32]


def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)

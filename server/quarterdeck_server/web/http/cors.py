"""CORS: pages of other origins may use the server like its own pages, if the settings list their origin.

The same setting applies to the WebSocket (`QUARTERDECK_ORIGINS`). Without it every page may read answers. There are no
cookies, so no answer depends on the user of the browser. A page without a token gains nothing, so `*` is harmless.
"""

from aiohttp import hdrs, web

from quarterdeck_server.web.http.requests import Handler
from quarterdeck_server.web.http.responses import vary
from quarterdeck_server.web.socket import ORIGINS

EVERYBODY = "*"
SECONDS_CACHED = 7_200
"""Seconds for which a browser may keep the answer to a preflight request. Chromium keeps it no longer."""

EXPOSED = ", ".join(
    [
        hdrs.ETAG,
        hdrs.RETRY_AFTER,
        hdrs.CONTENT_LANGUAGE,
        hdrs.ALLOW,
        hdrs.WWW_AUTHENTICATE,
        "RateLimit",
        "RateLimit-Policy",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
    ]
)
"""Response headers that a page may read, beside those that are always readable."""

SENT = ", ".join(
    [
        hdrs.AUTHORIZATION,
        hdrs.ACCEPT,
        hdrs.ACCEPT_LANGUAGE,
        hdrs.CONTENT_TYPE,
        hdrs.IF_NONE_MATCH,
        hdrs.CACHE_CONTROL,
        "Last-Event-ID",
    ]
)
"""Headers that a page may send. `*` would not be enough: it does not include `Authorization`."""


async def open_to_origins(request: web.Request, answer: web.StreamResponse) -> None:
    """Let pages of the allowed origins read any answer, just before it is sent."""
    allowed = request.app[ORIGINS]
    if not allowed:
        answer.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = EVERYBODY
    else:
        vary(answer, hdrs.ORIGIN)
        origin = request.headers.get(hdrs.ORIGIN)
        if origin not in allowed:
            return
        answer.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = origin
    answer.headers[hdrs.ACCESS_CONTROL_EXPOSE_HEADERS] = EXPOSED


@web.middleware
async def preflighted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a browser's preflight request with the methods and headers that a path accepts. It is not counted for the
    rate limit, because a browser hides the reason for refusing it."""
    if request.method != hdrs.METH_OPTIONS:
        return await handler(request)
    unanswered = request.match_info.http_exception
    if not isinstance(unanswered, web.HTTPMethodNotAllowed):
        return await handler(request)
    methods = ", ".join(sorted({*unanswered.allowed_methods, hdrs.METH_OPTIONS}))
    return web.Response(
        status=204,
        headers={
            hdrs.ALLOW: methods,
            hdrs.ACCESS_CONTROL_ALLOW_METHODS: methods,
            hdrs.ACCESS_CONTROL_ALLOW_HEADERS: SENT,
            hdrs.ACCESS_CONTROL_MAX_AGE: str(SECONDS_CACHED),
        },
    )

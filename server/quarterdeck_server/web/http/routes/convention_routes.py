"""Routes of conventions: the contact for reports about security, and links that open this server."""

import re
from datetime import UTC, datetime, timedelta

from aiohttp import hdrs, web
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.translations import ENGLISH, LANGUAGES
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.site_answers import SITE_ANSWERS
from quarterdeck_server.web.previews.preview_tags import origin_of

SECURITY = "/.well-known/security.txt"
DEEP_LINK = re.compile(
    r"web\+quarterdeck:/*(?P<path>[A-Za-z0-9_-]+(?:/[A-Za-z0-9_.~-]+)*)(?P<query>\?[A-Za-z0-9_=&.-]*)?"
)
"""A link to a page of whatever server its reader uses. Its path never begins with two slashes."""

LINK = Word("link", "A link that begins with `web+quarterdeck:`.")
DAYS_VALID = 180

convention_routes = web.RouteTableDef()


@convention_routes.get(SECURITY)
@endpoint(kinds=("text/plain",))
async def get_security(request: web.Request) -> web.Response:
    """Name the contact for reports about security (RFC 9116): the contact page of the host."""
    if request.app[SITE_ANSWERS].page("contact", ENGLISH) is None:
        raise web.HTTPNotFound(text="The host of this server has named no contact.")
    origin, now = origin_of(request), request.app[SERVICES].matches.clock.now()
    expires = datetime.fromtimestamp(now / 1000, UTC) + timedelta(days=DAYS_VALID)
    text = (
        f"Contact: {origin}/site/contact\nExpires: {expires:%Y-%m-01T00:00:00Z}\n"
        f"Preferred-Languages: {', '.join(LANGUAGES)}\nCanonical: {origin}{SECURITY}\n"
    )
    return web.Response(text=text, headers={hdrs.CACHE_CONTROL: "public, no-cache"})


@convention_routes.get("/open")
@endpoint(kinds=("text/html",), status=302, query=(LINK,))
async def get_open(request: web.Request) -> web.Response:
    """Lead from a link with `web+quarterdeck:` to the page of this server."""
    found = DEEP_LINK.fullmatch(LINK.of(request) or "")
    if found is None:
        text = Text("`link` must be `web+quarterdeck:` and the path of a page.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "?link")
    return web.Response(status=302, headers={hdrs.LOCATION: f"/{found['path']}{found['query'] or ''}"})

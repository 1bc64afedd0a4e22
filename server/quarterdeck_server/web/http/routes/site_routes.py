"""Plain HTTP routes for the identity of the host: its pages, its pictures, and the description of the server."""

import re
from datetime import UTC, datetime, timedelta

from aiohttp import hdrs, web
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.http.responses import ServerDescription
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.translations import ENGLISH, LANGUAGES
from quarterdeck_server.web.connection_services import SERVICES, capabilities_of
from quarterdeck_server.web.http.catalogues import CACHE_CONTROL, StaticAnswer
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.requests import in_language, language_of
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.browser_routes import IMMUTABLE
from quarterdeck_server.web.http.site_answers import POLICY, SITE_ANSWERS
from quarterdeck_server.web.previews.preview_tags import origin_of

LANGUAGE = Word(
    "language", "The language of the page, instead of that of `Accept-Language`.", LANGUAGES, has_default=False
)
VERSION = Word("v", "The version of the site, so that the answer may be cached for ever.")
SOCKET = "/v1/socket"
SECURITY = "/.well-known/security.txt"
DEEP_LINK = re.compile(
    r"web\+quarterdeck:/*(?P<path>[A-Za-z0-9_-]+(?:/[A-Za-z0-9_.~-]+)*)(?P<query>\?[A-Za-z0-9_=&.-]*)?"
)
"""A link to a page of whatever server its reader uses. Its path never begins with two slashes."""

LINK = Word("link", "A link that begins with `web+quarterdeck:`.")
DAYS_VALID = 180

site_routes = web.RouteTableDef()


@site_routes.get("/.well-known/quarterdeck")
@endpoint(ServerDescription)
async def get_description(request: web.Request) -> web.Response:
    """Describe this server: its program, its protocols, and the name and pages of its host."""
    services = request.app[SERVICES]
    language = language_of(request)
    answer = as_json(
        ServerDescription(
            server=services.name,
            protocols=(wire.PROTOCOL_VERSION,),
            socket=SOCKET,
            languages=LANGUAGES,
            site=services.site.shown(language),
            capabilities=capabilities_of(services),
        )
    )
    answer.headers[hdrs.CACHE_CONTROL] = CACHE_CONTROL
    in_language(answer, language)
    return answer


@site_routes.get(SECURITY)
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


@site_routes.get("/open")
@endpoint(kinds=("text/html",), status=302, query=(LINK,))
async def get_open(request: web.Request) -> web.Response:
    """Lead from a link with `web+quarterdeck:` to the page of this server."""
    found = DEEP_LINK.fullmatch(LINK.of(request) or "")
    if found is None:
        text = Text("`link` must be `web+quarterdeck:` and the path of a page.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "?link")
    return web.Response(status=302, headers={hdrs.LOCATION: f"/{found['path']}{found['query'] or ''}"})


@site_routes.get("/site/logo")
@endpoint(kinds=("image/png", "image/svg+xml"), query=(VERSION,))
async def get_logo(request: web.Request) -> web.Response:
    """Return the logo of the host."""
    return _versioned(request, request.app[SITE_ANSWERS].logo())


@site_routes.get("/site/page.css")
@endpoint(kinds=("text/css",), query=(VERSION,))
async def get_page_styles(request: web.Request) -> web.Response:
    """Return the style sheet of the host's pages."""
    return _versioned(request, request.app[SITE_ANSWERS].page_styles())


@site_routes.get("/site/client.css")
@endpoint(kinds=("text/css",), query=(VERSION,))
async def get_client_styles(request: web.Request) -> web.Response:
    """Return the style sheet of the browser client in the colours of the host."""
    return _versioned(request, request.app[SITE_ANSWERS].client_styles())


@site_routes.get("/site/app.webmanifest")
@endpoint(kinds=("application/manifest+json",))
async def get_manifest(request: web.Request) -> web.Response:
    """Return the manifest of the browser client under the name of the host."""
    return _there(request.app[SITE_ANSWERS].manifest()).answer(request)


@site_routes.get("/site/pictures/{path:.+}")
@endpoint(kinds=("image/png", "image/svg+xml"))
async def get_picture(request: web.Request) -> web.Response:
    """Return a picture of the host's pages."""
    return _there(request.app[SITE_ANSWERS].picture(request.match_info["path"])).answer(request)


@site_routes.get("/site/{page}")
@endpoint(kinds=("text/html",), query=(LANGUAGE,))
async def get_page(request: web.Request) -> web.Response:
    """Show a page of the host: `rules`, `contact`, `imprint`, `privacy`, `terms` or `welcome`."""
    wanted = request.query.get("language", "")
    language = wanted if wanted in LANGUAGES else language_of(request)
    page = _there(request.app[SITE_ANSWERS].page(request.match_info["page"], language))
    response = page.answer(request)
    response.headers[hdrs.CONTENT_SECURITY_POLICY] = POLICY
    return response


def _versioned(request: web.Request, answer: StaticAnswer | None) -> web.Response:
    is_current = request.app[SITE_ANSWERS].is_current(request.query.get("v"))
    return _there(answer).answer(request, IMMUTABLE if is_current else CACHE_CONTROL)


def _there(answer: StaticAnswer | None) -> StaticAnswer:
    if answer is None:
        raise web.HTTPNotFound(text="The host of this server has no such page.")
    return answer

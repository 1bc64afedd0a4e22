"""Plain HTTP routes for the identity of the host: its pages, its pictures, and the description of the server."""

from aiohttp import hdrs, web
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.http.responses import ServerDescription

from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.web.connection_services import SERVICES, capabilities_of
from quarterdeck_server.web.http.catalogues import CACHE_CONTROL, StaticAnswer
from quarterdeck_server.web.http.endpoints import Word, endpoint
from quarterdeck_server.web.http.requests import in_language, language_of
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.browser_routes import IMMUTABLE
from quarterdeck_server.web.http.site_answers import POLICY, SITE_ANSWERS

LANGUAGE = Word(
    "language", "The language of the page, instead of that of `Accept-Language`.", LANGUAGES, has_default=False
)
VERSION = Word("v", "The version of the site, so that the answer may be cached for ever.")
SOCKET = "/v1/socket"

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

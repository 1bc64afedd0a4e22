"""HTTP routes of the browser client: the page for browsers, and its files.

A terminal that requests text at `/` gets a short greeting with the next steps.
"""

from collections.abc import Awaitable, Callable
from functools import lru_cache

from aiohttp import hdrs, web

from quarterdeck_server.web.http.browser_files import BrowserFiles
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import Handler, language_of
from quarterdeck_server.web.http.responses import NO_FRAMES, takes_anything, takes_html
from quarterdeck_server.web.http.site_answers import SITE_ANSWERS

ASSETS = "/assets/"
NO_PAGES = ("/v1/", ASSETS, "/pictures/", "/healthz", "/readyz", "/docs", "/.well-known/", "/previews/", "/oembed")
"""Paths below which an unknown path is an error for every client."""

IMMUTABLE = "public, max-age=31536000, immutable"

EMBED = "/embed/"
"""Beginning of the paths of pages that other origins may show in a frame, as far as the host allows it."""

OVERLAY = "/overlay/"
"""Beginning of the paths of pages for streams."""

STYLES = {EMBED: "web/styles/embed.css", OVERLAY: "web/styles/overlay.css"}
"""The further style sheet of pages below a path."""

FRAME_ORIGINS: web.AppKey[tuple[str, ...]] = web.AppKey("frame_origins", tuple)
"""The origins whose pages may show embedded pages in a frame; `*` for all."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Rights of the page: it may run and load files of this server, and speak with it. Nothing inline, nothing from
elsewhere, and no text ever becomes markup or code."""


Tags = Callable[[web.Request], Awaitable[str]]
"""Makes the tags of a page for programs that show a link to it."""

PAGE_TAGS: web.AppKey[Tags] = web.AppKey("page_tags", Callable)  # type: ignore[arg-type]  # a callable is no class
HAS_PREVIEW: web.AppKey[Callable[[str], bool]] = web.AppKey("has_preview", Callable)  # type: ignore[arg-type]

BROWSER: web.AppKey[BrowserFiles | None] = web.AppKey("browser", object)  # type: ignore[arg-type]  # a union is no class

browser_routes = web.RouteTableDef()


@browser_routes.get(ASSETS + "{digest}/{path:.+}")
@endpoint(kinds=("*/*",))
async def get_asset(request: web.Request) -> web.Response:
    """Return a file of the browser client. If the address has the digest of another version, this process's file is
    returned and may not be cached. So a page that was loaded from an older or newer process during a restart keeps
    working."""
    browser = request.app[BROWSER]
    asset = None if browser is None else await browser.assets.asked(request.match_info["path"])
    if browser is None or asset is None:
        raise web.HTTPNotFound(text="The browser client has no such file.")
    is_known = request.match_info["digest"] == browser.digest
    return asset.answer(request, IMMUTABLE if is_known else "no-store")


@web.middleware
async def paged(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: answer unknown paths with the browser client's page if a browser asks, because the page knows its own
    addresses."""
    browser = request.app[BROWSER]
    if browser is None or not is_for_the_page(request):
        return await handler(request)
    if request.path == "/":
        return await page_of(browser, request)
    try:
        return await handler(request)
    except web.HTTPNotFound:
        return await page_of(browser, request)


def is_for_the_page(request: web.Request) -> bool:
    """True if a browser requests an address of the browser client, or a program the preview of a link. Such programs
    often name no type that they accept."""
    return (
        request.method in (hdrs.METH_GET, hdrs.METH_HEAD)
        and not request.path.startswith(NO_PAGES)
        and (takes_html(request) or (request.app[HAS_PREVIEW](request.path) and takes_anything(request)))
    )


async def page_of(browser: BrowserFiles, request: web.Request) -> web.Response:
    """Return the page under the name of the host, or 304 if the browser has it already."""
    language = language_of(request)
    page = request.app[SITE_ANSWERS].client_page(language) or await browser.pages.asked(language)
    assert page is not None  # noqa: S101 - there is a page in every language
    tags = await request.app[PAGE_TAGS](request)
    for path, styles in STYLES.items():
        if request.raw_path.startswith(path):
            tags += f'<link rel="stylesheet" href="{ASSETS}{browser.digest}/{styles}">'
    response = _tagged(page.plain, tags).answer(request)
    response.headers[hdrs.VARY] = f"{hdrs.ACCEPT}, {hdrs.ACCEPT_LANGUAGE}, {hdrs.ACCEPT_ENCODING}"
    response.headers[hdrs.CONTENT_SECURITY_POLICY] = policy_of(request)
    return response


def is_embedded(request: web.Request) -> bool:
    """True if the page knows itself as embedded: it looks at the address as it was written."""
    return request.raw_path.startswith(EMBED)


def policy_of(request: web.Request) -> str:
    """Return the rights of a page. An embedded one may stand in frames of the origins that the host allows."""
    origins = request.app[FRAME_ORIGINS]
    if not origins or not is_embedded(request):
        return POLICY
    return POLICY.replace(NO_FRAMES, f"frame-ancestors {' '.join(origins)}")


@lru_cache(maxsize=256)
def _tagged(page: bytes, tags: str) -> StaticAnswer:
    """Return the page with tags for programs that show a link to it."""
    return StaticAnswer(page.replace(b"</head>", f"{tags}</head>".encode(), 1), "text/html", charset="utf-8")

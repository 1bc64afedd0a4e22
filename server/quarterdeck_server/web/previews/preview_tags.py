"""Tags of a page for programs that show a link: Open Graph, the card of X, and the address of its oEmbed answer."""

import hashlib
import re
from html import escape
from urllib.parse import urlencode

import msgspec
from aiohttp import hdrs, web

from quarterdeck_server.site.colours import SHIPPED
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.requests import language_of
from quarterdeck_server.web.previews.preview import Preview
from quarterdeck_server.web.previews.preview_picture import HEIGHT, WIDTH, Branding, can_draw
from quarterdeck_server.web.previews.public_facts import has_preview, host_name, preview_of

PICTURE = "/previews/picture.png"
OEMBED = "/oembed"
LOCALES = {"en": "en_GB", "de": "de_DE"}
HOST = re.compile(r"(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?", re.IGNORECASE)

FRAME_WIDTH, FRAME_HEIGHT = 800, 600
"""The most pixels of a frame in an answer of oEmbed."""

MATCH = re.compile(r"/m/(?P<id>[^/?]+)(?P<query>\?.*)?")

PUBLIC_URL: web.AppKey[str] = web.AppKey("public_url", str)
"""The public origin of the server by its settings; empty if the host has set none."""


def origin_of(request: web.Request) -> str:
    """Return the origin under which people know this server: that of the settings, or that of the request."""
    if request.app[PUBLIC_URL]:
        return request.app[PUBLIC_URL]
    return f"{request.scheme}://{request.host}" if HOST.fullmatch(request.host) else ""


def preview_language(request: web.Request) -> str:
    """Return the language of a preview: that of the address, of the reader, or else of the host."""
    if (wanted := request.query.get("language")) in LANGUAGES:
        return wanted
    site = request.app[SERVICES].site.now
    if hdrs.ACCEPT_LANGUAGE in request.headers or site is None:
        return language_of(request)
    return site.language


def branding_of(request: web.Request) -> Branding:
    """Return the name and the dark colours of the host."""
    services = request.app[SERVICES]
    site = services.site.now
    palettes = () if site is None else site.palettes
    own = next((palette.colours for palette in palettes if palette.theme == "dark"), {})
    return Branding(host_name(services), {**SHIPPED["dark"], **own})


def version_of(preview: Preview, branding: Branding) -> str:
    """Return the version of a preview's picture: another content has another one."""
    return hashlib.sha256(msgspec.json.encode((preview, branding), order="deterministic")).hexdigest()[:16]


def picture_address(origin: str, path: str, language: str, version: str) -> str:
    """Return the address of the picture of a preview."""
    return f"{origin}{PICTURE}?{urlencode({'path': path, 'language': language, 'v': version})}"


def embedded_path(path: str) -> str | None:
    """Return the path under which a page may be embedded; `None` if it may not."""
    if path.partition("?")[0] == "/lobby":
        return f"/embed{path}"
    match = MATCH.fullmatch(path)
    if match is None:
        return None
    kind = "replay" if "at=" in (match["query"] or "") else "match"
    return f"/embed/{kind}/{match['id']}{match['query'] or ''}"


async def tags_for(request: web.Request) -> str:
    """Return the tags about the requested page. A page without a preview of its own has none, because the first page
    has to stay small, and a private server has none at all."""
    language, origin, path = preview_language(request), origin_of(request), request.raw_path
    services = request.app[SERVICES]
    if services.site.admission.is_private or not has_preview(request.path):
        return ""
    preview = await preview_of(request, path, language)
    properties = {
        "og:type": "website",
        "og:site_name": host_name(services),
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": origin + path,
        "og:locale": LOCALES[language],
    }
    if can_draw():
        properties |= {
            "og:image": picture_address(origin, path, language, version_of(preview, branding_of(request))),
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
        }
    tags = [f'<meta property="{name}" content="{escape(text)}">' for name, text in properties.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image">')
    oembed = f"{origin}{OEMBED}?{urlencode({'url': origin + path})}"
    tags.append(f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}">')
    return "\n".join(tags) + "\n"


class OEmbed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer after oEmbed 1.0: the link with its picture."""

    type: str
    version: str
    title: str
    provider_name: str
    provider_url: str
    cache_age: int
    thumbnail_url: str = ""
    thumbnail_width: int = 0
    thumbnail_height: int = 0
    html: str = ""
    """The frame of the page, if the host lets other pages embed it."""

    width: int = 0
    height: int = 0

"""Routes of previews: their pictures, and the answers of oEmbed."""

import asyncio
from collections import OrderedDict
from html import escape
from urllib.parse import SplitResult, urlsplit

from aiohttp import hdrs, web
from msgspec.structs import replace
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.cards.pictures.host_pictures import Picture
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.catalogues import CACHE_CONTROL, StaticAnswer
from quarterdeck_server.web.http.endpoints import WholeNumber, Word, endpoint
from quarterdeck_server.web.http.replay_turns import making
from quarterdeck_server.web.http.requests import take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.http.routes.browser_routes import FRAME_ORIGINS
from quarterdeck_server.web.http.routes.picture_routes import PICTURE_ANSWERS
from quarterdeck_server.web.previews.preview import Preview
from quarterdeck_server.web.previews.preview_picture import HEIGHT, WIDTH, Branding, can_draw, drawn
from quarterdeck_server.web.previews.preview_tags import (
    FRAME_HEIGHT,
    FRAME_WIDTH,
    OEMBED,
    PICTURE,
    OEmbed,
    branding_of,
    embedded_path,
    origin_of,
    picture_address,
    preview_language,
    version_of,
)
from quarterdeck_server.web.previews.public_facts import host_name, preview_of
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import REPLAY

MOST_BYTES_KEPT = 8 * 1024 * 1024
SECONDS_FRESH = 300
A_DAY = "public, max-age=86400"
"""A picture under the version of its content."""

PATH = Word("path", "The path of the page, with its query.")
LANGUAGE = Word("language", "The language of the preview, instead of that of `Accept-Language`.", LANGUAGES)
VERSION = Word("v", "The version of the content, so that the answer may be cached for ever.")
URL = Word("url", "The address of a page of this server.")
FORMAT = Word("format", "Only `json` is answered.")
MOST_WIDE = WholeNumber("maxwidth", 1, 100_000, "The most pixels that a picture may be wide.")
MOST_HIGH = WholeNumber("maxheight", 1, 100_000, "The most pixels that a picture may be high.")

preview_routes = web.RouteTableDef()


class PreviewPictures:
    """A cache of the most recently requested pictures of previews, with a limit of their size."""

    def __init__(self, most_bytes: int = MOST_BYTES_KEPT) -> None:
        self._most_bytes = most_bytes
        self.size = 0
        """Number of bytes kept."""

        self._answers: OrderedDict[str, StaticAnswer] = OrderedDict()

    def get(self, version: str) -> StaticAnswer | None:
        """Return the picture of this version; `None` if it is not in the cache."""
        found = self._answers.get(version)
        if found is not None:
            self._answers.move_to_end(version)
        return found

    def put(self, version: str, answer: StaticAnswer) -> None:
        """Add a picture, and drop the least recently requested ones if there is no room."""
        if version not in self._answers:
            self._answers[version] = answer
            self.size += len(answer.plain)
        while self.size > self._most_bytes:
            self.size -= len(self._answers.popitem(last=False)[1].plain)


PREVIEW_PICTURES: web.AppKey[PreviewPictures] = web.AppKey("preview_pictures", PreviewPictures)


@preview_routes.get(PICTURE)
@endpoint(kinds=("image/png",), query=(PATH, LANGUAGE, VERSION))
async def get_picture(request: web.Request) -> web.Response:
    """Return the picture of a link to a page: 1200 × 630 pixels, with what everybody may see of it."""
    preview = await preview_of(request, request.query.get("path", "/"), preview_language(request))
    branding = branding_of(request)
    version = version_of(preview, branding)
    answer = await _picture(request, preview, branding, version)
    return answer.answer(request, A_DAY if request.query.get("v") == version else CACHE_CONTROL)


@preview_routes.get(OEMBED)
@endpoint(query=(URL, FORMAT, MOST_WIDE, MOST_HIGH))
async def get_oembed(request: web.Request) -> web.Response:
    """Describe a page of this server after oEmbed 1.0: its title and its picture."""
    wide, high = MOST_WIDE.of(request), MOST_HIGH.of(request)
    if request.query.get("format", "json") != "json":
        raise web.HTTPNotImplemented(text=Text("Only `format=json` is answered."))
    origin, language = origin_of(request), preview_language(request)
    asked = _split(request.query.get("url", ""))
    if asked is None or f"{asked.scheme}://{asked.netloc}" != origin:
        raise CommandRefused(RefusalCode.MALFORMED, Text("`url` must be the address of a page here."), "?url")
    path = asked._replace(scheme="", netloc="", fragment="").geturl() or "/"
    preview = await preview_of(request, path, language)
    answer = OEmbed(
        type="link",
        version="1.0",
        title=preview.title,
        provider_name=host_name(request.app[SERVICES]),
        provider_url=f"{origin}/",
        cache_age=SECONDS_FRESH,
    )
    frame = embedded_path(path) if request.app[FRAME_ORIGINS] else None
    if frame is not None:
        width, height = min(wide or FRAME_WIDTH, FRAME_WIDTH), min(high or FRAME_HEIGHT, FRAME_HEIGHT)
        shown = f'src="{escape(origin + frame)}" title="{escape(preview.title)}"'
        html = f'<iframe {shown} width="{width}" height="{height}"></iframe>'
        answer = replace(answer, type="rich", html=html, width=width, height=height)
    if can_draw() and (wide or WIDTH) >= WIDTH and (high or HEIGHT) >= HEIGHT:
        picture = picture_address(origin, path, language, version_of(preview, branding_of(request)))
        answer = replace(answer, thumbnail_url=picture, thumbnail_width=WIDTH, thumbnail_height=HEIGHT)
    response = as_json(answer)
    response.headers[hdrs.CACHE_CONTROL] = CACHE_CONTROL
    return response


async def _picture(request: web.Request, preview: Preview, branding: Branding, version: str) -> StaticAnswer:
    """Return a picture of the cache, or draw it when it is the caller's turn. Raises `CommandRefused` if the address
    has had too many drawn, `Unavailable`."""
    kept = request.app[PREVIEW_PICTURES]
    if (found := kept.get(version)) is not None:
        return found
    take(request, REPLAY, request.app[ADDRESSES].of(request))
    async with making(request):
        if (found := kept.get(version)) is not None:  # another request may have drawn it meanwhile
            return found
        card = await _card_of(request, preview)
        content = await asyncio.to_thread(drawn, preview, branding, card)
        if content is None:
            raise web.HTTPNotFound(text=Text("This server makes no pictures for link previews."))
        answer = StaticAnswer(content, "image/png")
        kept.put(version, answer)
        return answer


async def _card_of(request: web.Request, preview: Preview) -> Picture | None:
    if preview.card is None:
        return None
    game, card = preview.card
    of_game = await request.app[PICTURE_ANSWERS].asked(game)
    picture = None if of_game is None else await of_game.pictures.asked(card)
    return None if picture is None else Picture(picture.kind, picture.plain)


def _split(address: str) -> SplitResult | None:
    """Return the parts of an address; `None` if it is none, as with brackets that hold no address."""
    try:
        return urlsplit(address)
    except ValueError:
        return None

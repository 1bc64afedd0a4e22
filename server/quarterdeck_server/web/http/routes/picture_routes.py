"""Pictures of cards over plain HTTP."""

import asyncio

from aiohttp import hdrs, web

from quarterdeck_server.cards.pictures.gallery import Galleries, Gallery
from quarterdeck_server.cards.pictures.host_pictures import Picture
from quarterdeck_server.cards.pictures.motifs import CREDITS
from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.routes.browser_routes import IMMUTABLE

KINDS = ("image/svg+xml", "image/png", "image/webp")

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Rights of a picture that is opened by itself: it draws, and does nothing else."""

GALLERIES: web.AppKey[Galleries] = web.AppKey("galleries", MadeWhenAsked)

picture_routes = web.RouteTableDef()


@picture_routes.get("/pictures/credits")
@endpoint(kinds=("text/plain",))
async def get_credits(request: web.Request) -> web.Response:
    """Return who has drawn the motifs of the pictures, and under which licences."""
    return web.Response(text=await asyncio.to_thread(CREDITS.read_text, "utf-8"))


@picture_routes.get("/pictures/{game}/{digest}/{card}.png")
@endpoint(kinds=("image/png",))
async def get_bitmap(request: web.Request) -> web.Response:
    """Return the picture of a card or a printing as PNG, for what shows no SVG. Without a renderer there is none."""
    gallery = await request.app[GALLERIES].asked(request.match_info["game"])
    card = request.match_info["card"]
    return _answer(request, gallery, None if gallery is None else await gallery.bitmaps.asked(card))


@picture_routes.get("/pictures/{game}/{digest}/{card}")
@endpoint(kinds=KINDS)
async def get_picture(request: web.Request) -> web.Response:
    """Return the picture of a card or a printing. `pictures` of the game's catalogue is the beginning of the address.
    Under a digest of another version it returns this server's picture, which is not cached."""
    gallery = await request.app[GALLERIES].asked(request.match_info["game"])
    return _answer(request, gallery, None if gallery is None else gallery.pictures.get(request.match_info["card"]))


def _answer(request: web.Request, gallery: Gallery | None, picture: Picture | None) -> web.Response:
    if gallery is None or picture is None:
        raise web.HTTPNotFound(text="There is no picture of this card.")
    is_known = request.path.startswith(gallery.address)
    answer = StaticAnswer(picture.content, picture.kind).answer(request, IMMUTABLE if is_known else "no-store")
    answer.headers[hdrs.CONTENT_SECURITY_POLICY] = POLICY
    return answer

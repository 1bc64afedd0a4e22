"""Pictures of cards over plain HTTP."""

import asyncio

from aiohttp import hdrs, web

from quarterdeck_server.cards.pictures.gallery import Galleries, Gallery
from quarterdeck_server.cards.pictures.host_pictures import Picture
from quarterdeck_server.cards.pictures.motifs import CREDITS
from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.web.http.catalogues import CACHE_CONTROL, StaticAnswer
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.routes.browser_routes import IMMUTABLE

KINDS = ("image/svg+xml", "image/png", "image/webp")

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Rights of a picture that is opened by itself: it draws, and does nothing else."""


class PictureAnswers:
    """The answers with the pictures of one game, each packed and hashed once."""

    def __init__(self, gallery: Gallery) -> None:
        self.address = gallery.address
        self.pictures = MadeWhenAsked(gallery.pictures, lambda card: _prepared(gallery.pictures[card]))
        self.bitmaps = MadeWhenAsked(gallery.bitmaps, lambda card: _prepared(gallery.bitmaps[card]))


def _prepared(picture: Picture | None) -> StaticAnswer | None:
    return None if picture is None else StaticAnswer(picture.content, picture.kind)


def picture_answers(galleries: Galleries) -> MadeWhenAsked[str, PictureAnswers]:
    """Return the answers with the pictures of all games, by the names of the games."""
    return MadeWhenAsked(galleries, lambda name: PictureAnswers(galleries[name]))


PICTURE_ANSWERS: web.AppKey[MadeWhenAsked[str, PictureAnswers]] = web.AppKey("picture_answers", MadeWhenAsked)

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
    of_game = await request.app[PICTURE_ANSWERS].asked(request.match_info["game"])
    picture = None if of_game is None else await of_game.bitmaps.asked(request.match_info["card"])
    return _answer(request, of_game, picture)


@picture_routes.get("/pictures/{game}/{digest}/{card}")
@endpoint(kinds=KINDS)
async def get_picture(request: web.Request) -> web.Response:
    """Return the picture of a card or a printing. `pictures` of the game's catalogue is the beginning of the address.
    Under another digest it returns this server's picture, which caches check each time."""
    of_game = await request.app[PICTURE_ANSWERS].asked(request.match_info["game"])
    picture = None if of_game is None else await of_game.pictures.asked(request.match_info["card"])
    return _answer(request, of_game, picture)


def _answer(request: web.Request, of_game: PictureAnswers | None, picture: StaticAnswer | None) -> web.Response:
    if of_game is None or picture is None:
        raise web.HTTPNotFound(text="There is no picture of this card.")
    is_known = request.path.startswith(of_game.address)
    answer = picture.answer(request, IMMUTABLE if is_known else CACHE_CONTROL)
    answer.headers[hdrs.CONTENT_SECURITY_POLICY] = POLICY
    return answer

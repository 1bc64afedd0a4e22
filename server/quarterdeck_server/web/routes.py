"""What is asked over plain HTTP: health, games, cards, schema, transcripts. Everything is JSON, refusals too."""

from collections.abc import Awaitable, Callable

import msgspec
import structlog
from aiohttp import web
from quarterdeck_games import AnyGame
from quarterdeck_protocol import wire
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.schema import game_schema, protocol_schema

from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storing import Unavailable
from quarterdeck_server.web.catalogues import Document
from quarterdeck_server.web.socket import HOUSE, socket


class Readiness:
    """Whether this process wants to be sent more: not while it drains, and not while its store is away."""

    DRAINING = "draining"
    SERVING = "serving"

    def __init__(self, ping: Callable[[], Awaitable[None]]) -> None:
        self.state = self.SERVING
        self.ping = ping


READINESS: web.AppKey[Readiness] = web.AppKey("readiness", Readiness)
GAMES: web.AppKey[dict[str, AnyGame]] = web.AppKey("games", dict)
CATALOGUES: web.AppKey[dict[str, Document]] = web.AppKey("catalogues", dict)

_STATUS = {
    Refusal.UNKNOWN_MATCH: 404,
    Refusal.UNKNOWN_GAME: 404,
    Refusal.NO_CARDS: 404,
    Refusal.NOT_OVER_YET: 409,
    Refusal.UNAVAILABLE: 503,
}

DOORSTEP = """{server}: a match server for turn-based card games.

To play:         quarterdeck play --url {address}
To write a bot:  a WebSocket at {address}/v1/socket, subprotocol quarterdeck.v1
What is played:  {address}/v1/games
All messages:    {address}/v1/schema
"""

routes = web.RouteTableDef()

_log = structlog.get_logger()


@routes.get("/v1/socket")
async def get_socket(request: web.Request) -> web.StreamResponse:
    return await socket(request)


@routes.get("/")
async def get_doorstep(request: web.Request) -> web.Response:
    """Greet whoever types the address into a browser."""
    address = f"{request.scheme}://{request.host}"
    return web.Response(text=DOORSTEP.format(server=request.app[HOUSE].name, address=address))


@routes.get("/healthz")
async def get_health(request: web.Request) -> web.Response:
    """Say that this process is alive."""
    return _json({"status": "alive"})


@routes.get("/readyz")
async def get_readiness(request: web.Request) -> web.Response:
    """Say whether this process can serve: whether it reaches the store."""
    readiness = request.app[READINESS]
    if readiness.state == Readiness.DRAINING:
        raise Refusing(Refusal.UNAVAILABLE, "This process is about to stop.")
    await readiness.ping()
    return _json({"status": "ready"})


@routes.get("/v1/games")
async def get_games(request: web.Request) -> web.Response:
    """List what is played here."""
    return _json({"games": request.app[HOUSE].offers})


@routes.get("/v1/games/{game}")
async def get_game(request: web.Request) -> web.Response:
    """Give all that a client without rules needs for one game: how to say things in words, and the shapes."""
    name = request.match_info["game"]
    game = request.app[GAMES].get(name)
    if game is None:
        raise Refusing(Refusal.UNKNOWN_GAME, f"This server does not offer `{name}`.")
    offer = next((offer for offer in request.app[HOUSE].offers if offer.name == name), None)
    schema = game_schema(game.options, game.actions, game.told, game.views)
    return _json({"offer": offer, "phrases": game.phrases, "schema": schema})


@routes.get("/v1/games/{game}/cards")
async def get_cards(request: web.Request) -> web.Response:
    """Give all cards of a game: what is printed on them, and what they do, as data."""
    name = request.match_info["game"]
    if name not in request.app[GAMES]:
        raise Refusing(Refusal.UNKNOWN_GAME, f"This server does not offer `{name}`.")
    document = request.app[CATALOGUES].get(name)
    if document is None:
        raise Refusing(Refusal.NO_CARDS, f"{request.app[GAMES][name].title} has no catalogue of cards.")
    return document.answer(request)


@routes.get("/v1/matches/{match}")
async def get_transcript(request: web.Request) -> web.Response:
    """Give the transcript of a finished match."""
    return _json(await request.app[HOUSE].matches.transcript(MatchId(request.match_info["match"])))


@routes.get("/v1/schema")
async def get_schema(request: web.Request) -> web.Response:
    """Give the JSON Schema of all messages."""
    return _json(protocol_schema())


@web.middleware
async def refusals_as_json(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer every refusal and every unknown path in the one shape."""
    try:
        return await handler(request)
    except Refusing as refusing:
        refused = Refused(code=refusing.code, text=str(refusing), where=refusing.where)
        return _json(refused, _STATUS.get(refusing.code, 400))
    except Unavailable:
        refused = Refused(code=Refusal.UNAVAILABLE, text="The store cannot be reached; ask again in a moment.")
        return _json(refused, 503)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        return _json({"status": error.status, "text": error.text or error.reason}, error.status)
    except ConnectionError:
        raise  # whoever asked has gone away, which is no mistake of anybody's; aiohttp lets it rest
    except Exception:
        _log.exception("a question failed", path=request.path)
        return _json(Refused(code=Refusal.INTERNAL, text="The server made a mistake, and has noted it."), 500)


def _json(body: object, status: int = 200) -> web.Response:
    return web.Response(body=wire.encode(msgspec.to_builtins(body)), status=status, content_type="application/json")

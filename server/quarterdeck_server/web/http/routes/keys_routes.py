"""HTTP route for the server's signing keys."""

from aiohttp import web
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.transcripts.signatures import PublicKeys

from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.endpoints import endpoint

CACHE_CONTROL = "public, max-age=300"
"""`Cache-Control` of five minutes. A new key is published for longer than that before the server signs with it."""

keys_routes = web.RouteTableDef()


@keys_routes.get("/v1/keys")
@endpoint(PublicKeys)
async def get_keys(request: web.Request) -> web.Response:
    """Return the keys with which the server signs finished matches, earlier keys included, as a JSON Web Key Set."""
    published = await request.app[SERVICES].server_keys.published()
    return StaticAnswer(wire.encode(published)).answer(request, CACHE_CONTROL)

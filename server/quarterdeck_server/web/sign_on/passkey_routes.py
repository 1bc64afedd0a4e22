"""Sign-in by passkeys (WebAuthn), and the passkeys of an account, over plain HTTP."""

from collections.abc import Sequence

from aiohttp import web
from quarterdeck_protocol.http import sign_on
from quarterdeck_protocol.sides import NO_PROGRAM

from quarterdeck_server.lobby.sign_on.passkey_records import Passkey
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import body_of
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.previews.public_facts import host_name
from quarterdeck_server.web.sign_on.sign_on_routes import LARGEST, note_session, player_of, secret

passkey_routes = web.RouteTableDef()


@passkey_routes.post("/sign-on/passkeys/options")
@endpoint(sign_on.PasskeyOptions)
async def post_options(request: web.Request) -> web.Response:
    """Begin a sign-in or a proof by a passkey."""
    return secret(sign_on.PasskeyOptions(options=await request.app[SERVICES].passkeys.options()))


@passkey_routes.post("/sign-on/passkeys/use")
@endpoint(sign_on.SignOnDone, body=sign_on.PasskeyUse)
async def post_use(request: web.Request) -> web.Response:
    """End a sign-in by a passkey with a session token, or a proof with a ticket."""
    use = await body_of(request, sign_on.PasskeyUse, LARGEST)
    services = request.app[SERVICES]
    if use.proof:
        return secret(sign_on.SignOnDone(ticket=await services.passkeys.ticket(use.answer)))
    identity, token = await services.passkeys.sign_in(use.answer)
    await note_session(services, identity)
    return secret(sign_on.SignOnDone(token=token))


@passkey_routes.get("/sign-on/passkeys")
@endpoint(sign_on.Passkeys, scopes=NO_PROGRAM)
async def get_passkeys(request: web.Request) -> web.Response:
    """List the passkeys of the player."""
    identity = await player_of(request)
    return as_json(_listed(await request.app[SERVICES].passkeys.of(identity.player.id)))


@passkey_routes.post("/sign-on/passkeys/begin")
@endpoint(sign_on.PasskeyOptions, scopes=NO_PROGRAM)
async def post_begin(request: web.Request) -> web.Response:
    """Begin to add a passkey to the player's account."""
    identity, services = await player_of(request), request.app[SERVICES]
    return secret(sign_on.PasskeyOptions(options=await services.passkeys.begin(identity, host_name(services))))


@passkey_routes.post("/sign-on/passkeys/add")
@endpoint(sign_on.Passkeys, body=sign_on.PasskeyAdded, scopes=NO_PROGRAM)
async def post_add(request: web.Request) -> web.Response:
    """Add a passkey to the player's account."""
    identity, services = await player_of(request), request.app[SERVICES]
    added = await body_of(request, sign_on.PasskeyAdded, LARGEST)
    passkeys = await services.passkeys.add(identity, added.answer, added.name)
    await services.inboxes.note_sign_in(identity.player.id, "passkey_added")
    return secret(_listed(passkeys))


@passkey_routes.post("/sign-on/passkeys/rename")
@endpoint(sign_on.Passkeys, body=sign_on.PasskeyRenamed, scopes=NO_PROGRAM)
async def post_rename(request: web.Request) -> web.Response:
    """Give a passkey of the player another name."""
    identity, services = await player_of(request), request.app[SERVICES]
    renamed = await body_of(request, sign_on.PasskeyRenamed, LARGEST)
    return secret(_listed(await services.passkeys.rename(identity, renamed.passkey, renamed.name)))


@passkey_routes.post("/sign-on/passkeys/remove")
@endpoint(sign_on.Passkeys, body=sign_on.PasskeyRemoved, scopes=NO_PROGRAM)
async def post_remove(request: web.Request) -> web.Response:
    """Remove a passkey of the player."""
    identity, services = await player_of(request), request.app[SERVICES]
    removed = await body_of(request, sign_on.PasskeyRemoved, LARGEST)
    await services.players.check_proved(identity)
    passkeys = await services.passkeys.remove(identity, removed.passkey)
    await services.inboxes.note_sign_in(identity.player.id, "passkey_removed")
    return secret(_listed(passkeys))


def _listed(passkeys: Sequence[Passkey]) -> sign_on.Passkeys:
    return sign_on.Passkeys(passkeys=tuple(each.shown for each in passkeys))

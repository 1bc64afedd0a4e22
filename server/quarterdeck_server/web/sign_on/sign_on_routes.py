"""Sign-in by providers of identities, over plain HTTP.

A secret of the browser binds each attempt to it, so there is no cookie, and nobody can be signed in to an account of
somebody else by a link.
"""

from collections.abc import Mapping, Sequence

from aiohttp import hdrs, web
from quarterdeck_protocol.http.sign_on import (
    LinkedIdentities,
    SignOnAddress,
    SignOnDone,
    SignOnFinish,
    SignOnLink,
    SignOnProvider,
    SignOnProviders,
    SignOnStart,
    SignOnUnlink,
)
from quarterdeck_protocol.lobby.accounts import LinkedIdentity
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import NO_PROGRAM
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.apps.app_requests import challenge_of
from quarterdeck_server.lobby.sign_on.identity_links import Link, identity_hash
from quarterdeck_server.web.connection_services import SERVICES, Services
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import body_of, identified
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.previews.preview_tags import origin_of
from quarterdeck_server.web.scopes import check_scopes
from quarterdeck_server.web.sign_on.installed_providers import InstalledProvider
from quarterdeck_server.web.sign_on.provider_client import ProviderClient

LARGEST = 16_384
BACK = "/sign-on/back"

Client = ProviderClient | InstalledProvider
PROVIDERS: web.AppKey[Mapping[str, Client]] = web.AppKey("providers", Mapping)

sign_on_routes = web.RouteTableDef()


@sign_on_routes.get("/sign-on/providers")
@endpoint(SignOnProviders)
async def get_providers(request: web.Request) -> web.Response:
    """List the providers of identities by which players may sign in."""
    found = [client.provider for client in request.app[PROVIDERS].values()]
    providers = tuple(SignOnProvider(id=each.id, name=each.name) for each in found)
    services = request.app[SERVICES]
    return as_json(
        SignOnProviders(
            providers=providers,
            only=services.providers_alone,
            passkeys=services.passkeys.party is not None,
            email=services.emails.is_on,
        )
    )


@sign_on_routes.post("/sign-on/start")
@endpoint(SignOnAddress, body=SignOnStart)
async def post_start(request: web.Request) -> web.Response:
    """Begin a sign-in, and return the address of the provider."""
    start = await body_of(request, SignOnStart, LARGEST)
    client = _client(request, start.provider)
    links = request.app[SERVICES].identity_links
    state, attempt = await links.begin(start.provider, start.challenge, is_proof=start.proof)
    return secret(SignOnAddress(address=await client.address(state, attempt, origin_of(request) + BACK)))


@sign_on_routes.post("/sign-on/finish")
@endpoint(SignOnDone, body=SignOnFinish)
async def post_finish(request: web.Request) -> web.Response:
    """End a sign-in with what the provider gave the browser: a session token, or a ticket for linking."""
    finish = await body_of(request, SignOnFinish, LARGEST)
    links = request.app[SERVICES].identity_links
    attempt = await links.take(finish.state, challenge_of(finish.verifier))
    client = _client(request, attempt.provider)
    subject = await client.subject(finish.code, finish.iss, attempt, origin_of(request) + BACK)
    token, ticket = await links.signed_on(attempt, identity_hash(client.provider, subject))
    if token is not None:
        services = request.app[SERVICES]
        await note_session(services, await services.players.holder(token))
    return secret(SignOnDone(token=token, ticket=ticket))


@sign_on_routes.get("/v1/me/identities")
@endpoint(LinkedIdentities, scopes=NO_PROGRAM)
async def get_links(request: web.Request) -> web.Response:
    """List the links of the player's account."""
    identity = await player_of(request)
    return as_json(_listed(await request.app[SERVICES].identity_links.links_of(identity.player.id)))


@sign_on_routes.post("/sign-on/link")
@endpoint(LinkedIdentities, body=SignOnLink, scopes=NO_PROGRAM)
async def post_link(request: web.Request) -> web.Response:
    """Link an identity to the player's account."""
    identity = await player_of(request)
    link = await body_of(request, SignOnLink, LARGEST)
    services = request.app[SERVICES]
    links = await services.identity_links.link(identity, link.ticket, challenge_of(link.verifier))
    await services.inboxes.note_sign_in(identity.player.id, "identity_linked")
    return secret(_listed(links))


@sign_on_routes.post("/sign-on/unlink")
@endpoint(LinkedIdentities, body=SignOnUnlink, scopes=NO_PROGRAM)
async def post_unlink(request: web.Request) -> web.Response:
    """Remove the links of the player's account to a provider."""
    identity = await player_of(request)
    unlink = await body_of(request, SignOnUnlink, LARGEST)
    services = request.app[SERVICES]
    await services.players.check_proved(identity)
    links = await services.identity_links.unlink(identity, unlink.provider)
    if links is not None:
        await services.inboxes.note_sign_in(identity.player.id, "identity_unlinked")
    else:  # the command may be sent again because its answer was lost; another word is a mistake
        _client(request, unlink.provider)
        links = await services.identity_links.links_of(identity.player.id)
    return secret(_listed(links))


async def note_session(services: Services, identity: Identity) -> None:
    """List a session that begins over HTTP, and tell its player of a new device."""
    if await services.sessions.note(identity, None):
        await services.inboxes.note_sign_in(identity.player.id, "new_device")


async def player_of(request: web.Request) -> Identity:
    """Return the player whose own session a request has. Raises `CommandRefused`."""
    identity = await identified(request)
    check_scopes(NO_PROGRAM, identity, "Authorization")
    return identity


def _client(request: web.Request, provider: str) -> Client:
    client = request.app[PROVIDERS].get(provider)
    if client is None:
        text = Text("This server has no provider `{provider}`.", provider=provider)
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.provider")
    return client


def _listed(links: Sequence[Link]) -> LinkedIdentities:
    shown = tuple(LinkedIdentity(provider=each.provider, since=each.since) for each in links)
    return LinkedIdentities(links=shown)


def secret(body: object) -> web.Response:
    """Return an answer that no cache keeps."""
    answer = as_json(body)
    answer.headers[hdrs.CACHE_CONTROL] = "no-store"
    return answer

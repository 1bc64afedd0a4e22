"""The endpoint of Discord's interactions. It is off unless the host has set an application."""

import msgspec
from aiohttp import hdrs, web
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.programs.program_answers import answer_before, first_answer
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.discord.asked import Asked
from quarterdeck_server.web.discord.discord_app import answer_to
from quarterdeck_server.web.discord.discord_messages import PONG
from quarterdeck_server.web.discord.interactions import Interaction, InteractionKind, is_signed, is_timely
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import bytes_of, read_struct, take
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import HTTP
from quarterdeck_server.web.readiness import READINESS

LARGEST_BODY = 65_536
INTERACTIONS = "/discord/interactions"
DISCORD: web.AppKey[str] = web.AppKey("discord", str)
"""Id and public key of the application, with a colon between them; empty if the app is off."""

ANSWERED_AT: web.AppKey[DocumentStore] = web.AppKey("answered_at", DocumentStore)
"""The store of the first answer to each interaction."""

discord_routes = web.RouteTableDef()


@discord_routes.post(INTERACTIONS)
@endpoint()
async def post_interaction(request: web.Request) -> web.Response:
    """Answer an interaction of Discord: a command, a button or a select. Only requests that the application of the
    host has signed are answered. An interaction that arrives again is carried out once, and gets the same answer."""
    application, _, key = request.app[DISCORD].partition(":")
    if not application:
        raise web.HTTPNotFound(text=Text("This server has no app for Discord."))
    request.app[READINESS].check()
    body = await bytes_of(request, LARGEST_BODY)
    _check(request, key, body)
    interaction = read_struct(body, Interaction)
    if interaction.type == InteractionKind.PING:
        return _answered(msgspec.json.encode({"type": PONG}))
    by = interaction.by
    if (
        by is None
        or interaction.application_id != application
        or not (interaction.id.isdecimal() and by.id.isdecimal())
    ):
        raise CommandRefused(RefusalCode.MALFORMED, Text("This interaction is not for this application."), "$")
    take(request, HTTP, f"discord-{by.id}")
    documents = request.app[ANSWERED_AT]
    before = await answer_before(documents, interaction.id)
    if before is None:
        answer = msgspec.json.encode(await answer_to(Asked(request, interaction, by))).decode()
        before = await first_answer(documents, interaction.id, answer)
    return _answered(before.encode())


def _check(request: web.Request, key: str, body: bytes) -> None:
    """Raise `HTTPUnauthorized` if the application has not just signed this request. Such requests count against the
    quota of their address."""
    timestamp = request.headers.get("X-Signature-Timestamp", "")
    signature = request.headers.get("X-Signature-Ed25519", "")
    now = request.app[SERVICES].matches.clock.now()
    if not (is_timely(timestamp, now) and is_signed(key, signature, timestamp, body)):
        take(request, HTTP, request.app[ADDRESSES].of(request))
        raise web.HTTPUnauthorized(text=Text("The signature of this request is not valid."))


def _answered(body: bytes) -> web.Response:
    return web.Response(body=body, content_type="application/json", headers={hdrs.CACHE_CONTROL: "no-store"})

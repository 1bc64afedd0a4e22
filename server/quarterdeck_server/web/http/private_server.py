"""A private server over plain HTTP: strangers and guests get one answer for every path that is not public."""

import re
import weakref
from collections.abc import Sequence
from functools import partial

from aiohttp import hdrs, web
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.lobby.tables import ListTables
from quarterdeck_protocol.messages import WatchMatch
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.lobby.accounts.identities import Access, Identity, check_overlay
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint_of
from quarterdeck_server.web.http.event_streams import EVENT_STREAMS, OVERLAY_EVENTS, OWNER, EventStream, StreamOwner
from quarterdeck_server.web.http.requests import IS_PERSONAL, Handler, bearer_token, identified
from quarterdeck_server.web.http.routes.browser_routes import is_for_the_page
from quarterdeck_server.web.scopes import check_scopes, not_admitted, not_approved

PUBLIC = ("/assets/", "/docs", "/pictures/", "/site/", "/v1/schema")
"""Prefixes of public paths: the files of the browser client, documentation, and the pages of the host. A browser shows
pictures without a token."""

PUBLIC_PATHS = frozenset(
    {
        *(
            "/",
            "/.well-known/oauth-authorization-server",
            "/.well-known/quarterdeck",
            "/.well-known/security.txt",
            "/open",
            "/healthz",
            "/readyz",
            "/v1/asyncapi.json",
            "/v1/openapi.json",
        ),
        *(
            "/discord/interactions",
            "/oauth/device_authorization",
            "/oauth/revoke",
            "/oauth/token",
            "/sign-on/email/confirm",
            "/sign-on/email/recovery",
            "/sign-on/email/unsubscribe",
            "/sign-on/finish",
            "/sign-on/passkeys/options",
            "/sign-on/passkeys/use",
            "/sign-on/providers",
        ),
        *("/sign-on/start", "/v1/commands", "/v1/keys", "/v1/socket"),
    }
)
"""Public paths: health, sign-in, the description of the server and of its interface, and the keys that it signs with.
Commands over `/v1/commands` and `/v1/socket` are checked one by one. Apps show a secret
at `/oauth/token`, and browsers at `/sign-on/finish` and `/sign-on/passkeys/use`."""

OF_ONES_ACCOUNT = frozenset(
    {
        "/sign-on/link",
        "/sign-on/passkeys",
        "/sign-on/passkeys/add",
        "/sign-on/passkeys/begin",
        "/sign-on/passkeys/remove",
        "/sign-on/passkeys/rename",
        "/v1/me/identities",
        "/sign-on/unlink",
        "/v1/me/events",
        "/v1/me/export",
        "/v1/me/notices",
        "/v1/me/notices/read",
    }
)
"""Paths for which a token of any player is enough."""


LESSON = re.compile("/v1/games/[^/]+/lesson")
"""Public paths of lessons: rules with a recorded match. The first page offers them to strangers."""

RULES = frozenset(
    {
        *("/v1/cards", "/v1/games", "/v1/games/{game}", "/v1/games/{game}/cards", "/v1/games/{game}/deck"),
        *("/v1/games/{game}/rules", "/v1/packs/odds", "/v1/replays", "/previews/picture.png", "/oembed"),
    }
)
"""Routes about games, for which a token of any scope is enough; and previews, which are those of the server here."""

MATCHES = "/v1/matches/"


def is_public(path: str) -> bool:
    """True if everybody gets an answer at this path, on a private server too."""
    return path in PUBLIC_PATHS or path.startswith(PUBLIC) or LESSON.fullmatch(path) is not None


def scopes_if_private(route: web.AbstractRoute) -> Sequence[Scope] | None:
    """Return the scopes of which a token needs one on a private server: those of the same command over the WebSocket.
    `None` if it needs none, or if the route itself looks at the token."""
    declared, path = endpoint_of(route.handler), "" if route.resource is None else route.resource.canonical
    if declared is None or declared.scopes is not None or path in RULES:
        return None
    return (WatchMatch if path.startswith(MATCHES) else ListTables).open_to


@web.middleware
async def private(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Middleware: on a private server, refuse requests without the token of an admitted player. It knows nothing of
    what is at a path, so the answer is the same for existing and missing things. Browsers get the page of the browser
    client at each of its addresses."""
    services = request.app[SERVICES]
    is_open = request.method == hdrs.METH_OPTIONS or is_public(request.path) or is_for_the_page(request)
    if services.site.admission.is_private and not is_open:
        check = partial(_admitted_asker, request)
        request[OWNER] = StreamOwner(await check(), check)
    return await handler(request)


async def _admitted_asker(request: web.Request) -> Identity:
    """Return the player of the caller's token. Raises `CommandRefused` if a private server does not admit them to this
    path, `Unavailable`."""
    request[IS_PERSONAL] = True
    if bearer_token(request) is None:
        raise not_admitted("Authorization")
    identity = await identified(request, for_overlay=None)
    if identity.access is Access.ACCOUNT and request.path not in OF_ONES_ACCOUNT:
        is_guest = identity.state is AccountState.ACTIVE
        raise not_admitted("Authorization") if is_guest else not_approved(identity, "Authorization")
    check_overlay(identity, "Authorization", for_overlay=request.path == OVERLAY_EVENTS)
    check_scopes(scopes_if_private(request.match_info.route), identity, "Authorization")
    return identity


def close_streams(app: web.Application) -> None:
    """End all event streams when the server becomes private. Admitted players come back with their token."""
    streams: weakref.WeakSet[EventStream] = app[EVENT_STREAMS]
    if app[SERVICES].site.has_become_private:
        for stream in list(streams):
            stream.close()

"""OAuth 2.1 for third-party apps: the question for consent, tokens, revocation, and discovery (RFC 8414).

Clients are public and need no registration. The browser client asks the player at `/oauth/authorize`, with the session
that it has, so there is no cookie and no request that another page could forge.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from aiohttp import hdrs, web
from quarterdeck_protocol.http.authorization import (
    DEVICE_GRANT,
    AppAnswer,
    AppConsent,
    AppQuestion,
    AuthorizationServer,
    DeviceAuthorization,
    OAuthProblem,
    OAuthTokens,
)
from quarterdeck_protocol.sides import NO_PROGRAM

from quarterdeck_server.lobby.apps.app_grants import Issued
from quarterdeck_server.lobby.apps.app_requests import (
    CLIENT_ID,
    OFFERED,
    AppRequest,
    OAuthError,
    Redirect,
    form_in,
    redirect_in,
    request_in,
    scopes_in,
    state_in,
)
from quarterdeck_server.lobby.apps.device_grants import INTERVAL
from quarterdeck_server.lobby.programs.device_codes import SECONDS
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.requests import body_of, bytes_of, identified, take
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.previews.preview_tags import origin_of
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import DEVICE_CODES_FROM
from quarterdeck_server.web.scopes import check_scopes

LARGEST = 16_384
AUTHORIZE, CONSENT, TOKEN, REVOKE = "/oauth/authorize", "/oauth/consent", "/oauth/token", "/oauth/revoke"
DEVICE_AUTHORIZATION, DEVICE = "/oauth/device_authorization", "/device"
FORM = "application/x-www-form-urlencoded"

oauth_routes = web.RouteTableDef()


@oauth_routes.get("/.well-known/oauth-authorization-server")
@endpoint(AuthorizationServer)
async def get_authorization_server(request: web.Request) -> web.Response:
    """Describe the endpoints and abilities of OAuth here."""
    origin = origin_of(request)
    return as_json(
        AuthorizationServer(
            issuer=origin,
            authorization_endpoint=origin + AUTHORIZE,
            token_endpoint=origin + TOKEN,
            revocation_endpoint=origin + REVOKE,
            device_authorization_endpoint=origin + DEVICE_AUTHORIZATION,
            service_documentation=f"{origin}/docs/apps",
            scopes_supported=OFFERED,
            grant_types_supported=("authorization_code", "refresh_token", DEVICE_GRANT),
        )
    )


@oauth_routes.post(CONSENT)
@endpoint(AppAnswer, body=AppConsent, scopes=NO_PROGRAM)
async def post_consent(request: web.Request) -> web.Response:
    """Check the request of an app and, with a consent or a refusal of the player, answer it. The answer says where the
    browser goes next."""
    identity = await identified(request)
    check_scopes(NO_PROGRAM, identity, "Authorization")
    consent = await body_of(request, AppConsent, LARGEST)
    issuer = origin_of(request)
    try:
        redirect = redirect_in(consent.query)
    except OAuthError as error:
        return as_json(AppAnswer(error=error.text))
    try:
        asked = request_in(consent.query)
    except OAuthError as error:
        return as_json(AppAnswer(error=error.text, redirect=_reported(redirect, error.code, consent.query, issuer)))
    if consent.allow is None:
        return as_json(AppAnswer(question=_question(asked)))
    if not consent.allow:
        return as_json(AppAnswer(redirect=_reported(redirect, "access_denied", consent.query, issuer)))
    await request.app[SERVICES].players.check_proved(identity)
    code = await request.app[SERVICES].app_grants.allow(identity, asked, consent.days)
    await request.app[SERVICES].inboxes.note_sign_in(identity.player.id, "app_allowed")
    return as_json(AppAnswer(redirect=redirect.with_answer(code=code, state=asked.state, iss=issuer)))


def _question(asked: AppRequest) -> AppQuestion:
    redirect = asked.redirect
    return AppQuestion(
        client_id=asked.client_id, host=redirect.host, is_on_device=redirect.is_on_device, scopes=asked.scopes
    )


def _reported(redirect: Redirect, code: str, query: str, issuer: str) -> str:
    """Return the address that reports an error to the app (RFC 6749, section 4.1.2.1, and RFC 9207)."""
    return redirect.with_answer(error=code, state=state_in(query), iss=issuer)


@oauth_routes.post(TOKEN)
@endpoint(OAuthTokens)
async def post_token(request: web.Request) -> web.Response:
    """Give the tokens for a code or for a refresh token. The body is a form (RFC 6749, section 3.2)."""
    return await _answered(request, _tokens)


@oauth_routes.post(DEVICE_AUTHORIZATION)
@endpoint(DeviceAuthorization)
async def post_device_authorization(request: web.Request) -> web.Response:
    """Begin the sign-in of an app that shows its user a code. The body is a form (RFC 8628, section 3.1)."""
    take(request, DEVICE_CODES_FROM, f"apps of {request.app[ADDRESSES].of(request)}")
    return await _answered(request, _device_authorization)


@oauth_routes.post(REVOKE)
@endpoint(kinds=())
async def post_revoke(request: web.Request) -> web.Response:
    """End the grant of a token. An unknown token is no error (RFC 7009, section 2.2)."""
    return await _answered(request, _revoked)


async def _answered(
    request: web.Request, work: Callable[[web.Request, dict[str, str]], Awaitable[web.Response]]
) -> web.Response:
    """Return an answer that no cache keeps, or an error in the form of OAuth."""
    try:
        if request.content_type != FORM:
            raise OAuthError("invalid_request", f"The body must be a form (`{FORM}`).")
        given = form_in(await bytes_of(request, LARGEST))
        if hdrs.AUTHORIZATION in request.headers or "client_secret" in given or "client_assertion" in given:
            raise OAuthError("invalid_client", "Clients are public here: send `client_id` in the form and no secret.")
        answer = await work(request, given)
    except OAuthError as error:
        is_unknown = error.code == "invalid_client"
        status = HTTPStatus.UNAUTHORIZED if is_unknown else HTTPStatus.BAD_REQUEST
        answer = as_json(OAuthProblem(error=error.code, error_description=error.text), status)
        if is_unknown:
            answer.headers[hdrs.WWW_AUTHENTICATE] = "Basic"
    answer.headers[hdrs.CACHE_CONTROL] = "no-store"
    answer.headers[hdrs.PRAGMA] = "no-cache"
    return answer


async def _tokens(request: web.Request, given: dict[str, str]) -> web.Response:
    grants, client_id = request.app[SERVICES].app_grants, _needed(given, "client_id")
    match _needed(given, "grant_type"):
        case "authorization_code":
            code, redirect = _needed(given, "code"), _needed(given, "redirect_uri")
            issued = await grants.exchange(code, client_id, redirect, _needed(given, "code_verifier"))
        case "urn:ietf:params:oauth:grant-type:device_code":
            device_grants = request.app[SERVICES].device_grants
            issued = await device_grants.exchange(_needed(given, "device_code"), client_id)
        case "refresh_token":
            issued = await grants.refresh(_needed(given, "refresh_token"), client_id, given.get("scope"))
        case _:
            text = f"`grant_type` is `authorization_code`, `refresh_token` or `{DEVICE_GRANT}`."
            raise OAuthError("unsupported_grant_type", text)
    return as_json(_shown(issued))


def _shown(issued: Issued) -> OAuthTokens:
    return OAuthTokens(
        access_token=issued.access,
        expires_in=issued.seconds,
        refresh_token=issued.refresh,
        scope=" ".join(issued.scopes),
    )


async def _device_authorization(request: web.Request, given: dict[str, str]) -> web.Response:
    client_id = _needed(given, "client_id")
    if CLIENT_ID.fullmatch(client_id) is None:
        raise OAuthError("invalid_request", "`client_id` must have 1 to 200 printable ASCII letters.")
    scopes, page = scopes_in(given.get("scope")), origin_of(request) + DEVICE
    secret, code = await request.app[SERVICES].device_grants.begin(client_id, scopes)
    return as_json(
        DeviceAuthorization(
            device_code=secret,
            user_code=code,
            verification_uri=page,
            verification_uri_complete=f"{page}?code={code}",
            expires_in=SECONDS,
            interval=INTERVAL,
        )
    )


async def _revoked(request: web.Request, given: dict[str, str]) -> web.Response:
    await request.app[SERVICES].app_grants.revoke(_needed(given, "token"), _needed(given, "client_id"))
    return web.Response()


def _needed(given: dict[str, str], name: str) -> str:
    if name not in given:
        raise OAuthError("invalid_request", f"`{name}` is missing.")
    return given[name]

"""Authorization requests of third-party apps (OAuth 2.1): the address to return to, the proof key, and the scopes.

Pure. Clients are public and not registered. So the address to return to is what players can know of an app, and the
proof key (PKCE, RFC 7636) binds a code to the program that asked for it.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.lobby.accounts.tokens import EVERYTHING

LARGEST_QUERY = 8_000
OFFERED = tuple(scope for scope in EVERYTHING if scope is not Scope.MODERATE)
"""The scopes that an app can ask for. The powers of a moderator are for the moderator alone."""

DEFAULT = (Scope.LOBBY_READ,)
"""The scopes of a request that names none (RFC 6749, section 3.3)."""

CLIENT_ID = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")
"""An id of at most 200 printable letters (RFC 6749, appendix A.1)."""

STATE = re.compile(r"[\x20-\x7e]{0,1000}")
REDIRECT = re.compile(r"[\x21-\x7e]{1,1000}")
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
OWN_SCHEME = re.compile(r"[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+")
"""A scheme of an app of the device: a domain in reverse (RFC 8252, section 7.1)."""

HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\]")
LOOPBACK = ("127.0.0.1", "[::1]", "localhost")
"""Hosts to which an app of the device may be called back without TLS (RFC 8252, section 7.3)."""


class OAuthError(Exception):
    """An error of OAuth with its code (RFC 6749, sections 4.1.2.1 and 5.2) and a sentence for developers."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class Redirect(msgspec.Struct, frozen=True):
    """The address to which a player returns from the question for consent."""

    address: str
    host: str
    """The host or, for an app of the device, its scheme: the name under which players know the app."""

    is_on_device: bool

    def with_answer(self, **answer: str | None) -> str:
        """Return the address with these parameters behind its own."""
        query = urlencode({name: value for name, value in answer.items() if value is not None})
        return f"{self.address}{'&' if '?' in self.address else '?'}{query}"


class AppRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request of an app to act for a player."""

    client_id: str
    redirect: Redirect
    scopes: tuple[Scope, ...]
    challenge: str
    """The SHA-256 of the verifier that the app will show."""

    state: str | None


def redirect_in(query: str) -> Redirect:
    """Return the address to return to in the query of a request. Raises `OAuthError` if there is none to which a player
    may be sent. No error may be reported to such an address."""
    address = _one(_parameters(query), "redirect_uri")
    if address is None or REDIRECT.fullmatch(address) is None or "\\" in address:
        raise OAuthError("invalid_request", "`redirect_uri` must be one absolute address of printable ASCII letters.")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise OAuthError("invalid_request", "`redirect_uri` is no address.") from None
    if "#" in address:
        raise OAuthError("invalid_request", "`redirect_uri` must not have a fragment.")
    if OWN_SCHEME.fullmatch(parts.scheme) and not parts.netloc:
        return Redirect(address, parts.scheme, is_on_device=True)
    host = parts.netloc if port is None else parts.netloc.rpartition(":")[0]
    if HOST.fullmatch(host) is None:
        raise OAuthError("invalid_request", "`redirect_uri` must have a host in small letters, without a user.")
    if parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK):
        return Redirect(address, host if port is None else f"{host}:{port}", is_on_device=host in LOOPBACK)
    text = "`redirect_uri` must begin with `https://`, with `http://127.0.0.1`, or with a domain in reverse as scheme."
    raise OAuthError("invalid_request", text)


def request_in(query: str) -> AppRequest:
    """Return the request in the query of an address. Raises `OAuthError`."""
    redirect, given = redirect_in(query), _parameters(query)
    if "request" in given:
        raise OAuthError("request_not_supported", "Request objects are not supported.")
    if "request_uri" in given:
        raise OAuthError("request_uri_not_supported", "Request objects are not supported.")
    if _one(given, "response_type") != "code":
        raise OAuthError("unsupported_response_type", "`response_type` must be `code`.")
    if _one(given, "response_mode") not in (None, "query"):
        raise OAuthError("invalid_request", "`response_mode` must be `query`.")
    client_id = _one(given, "client_id")
    if client_id is None or CLIENT_ID.fullmatch(client_id) is None:
        raise OAuthError("invalid_request", "`client_id` must have 1 to 200 printable ASCII letters.")
    if _one(given, "code_challenge_method") != "S256":
        raise OAuthError("invalid_request", "`code_challenge_method` must be `S256`.")
    challenge = _one(given, "code_challenge")
    if challenge is None or CHALLENGE.fullmatch(challenge) is None:
        raise OAuthError("invalid_request", "`code_challenge` must be the SHA-256 of the verifier in base64url.")
    state = _one(given, "state")
    if state is not None and STATE.fullmatch(state) is None:
        raise OAuthError("invalid_request", "`state` must have at most 1,000 printable ASCII letters.")
    return AppRequest(
        client_id=client_id,
        redirect=redirect,
        scopes=scopes_in(_one(given, "scope")),
        challenge=challenge,
        state=state,
    )


def state_in(query: str) -> str | None:
    """Return the state in a query, for the report of an error."""
    values = _parameters(query).get("state", [])
    return values[0] if len(values) == 1 and STATE.fullmatch(values[0]) else None


def scopes_in(text: str | None) -> tuple[Scope, ...]:
    """Return the scopes in a list separated by spaces. Raises `OAuthError` if one is unknown or not for apps."""
    if not text:
        return DEFAULT
    named = [Scope(name) for name in dict.fromkeys(text.split(" "))]
    if any(scope not in OFFERED for scope in named):
        raise OAuthError("invalid_scope", f"`scope` may have {', '.join(OFFERED)}, separated by single spaces.")
    return tuple(named)


def form_in(body: bytes) -> dict[str, str]:
    """Return the parameters of a form. Raises `OAuthError` if one appears twice (RFC 6749, section 3.2)."""
    given = _parameters(body.decode(errors="replace"))
    return {name: value for name in given if (value := _one(given, name)) is not None}


def fits(challenge: str, verifier: str) -> bool:
    """True if the challenge was made of this verifier (RFC 7636, section 4.6)."""
    return VERIFIER.fullmatch(verifier) is not None and challenge_of(verifier) == challenge


def challenge_of(verifier: str) -> str:
    """Return the challenge for a verifier: its SHA-256 in base64url without padding."""
    digest = hashlib.sha256(verifier.encode(errors="surrogatepass")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _parameters(query: str) -> dict[str, list[str]]:
    """Return the values of each parameter. An empty value counts as none (RFC 6749, section 3.1)."""
    if len(query) > LARGEST_QUERY:
        raise OAuthError("invalid_request", f"The request may have at most {LARGEST_QUERY} letters.")
    given: dict[str, list[str]] = {}
    try:
        pairs = parse_qsl(query, max_num_fields=100)
    except ValueError:
        raise OAuthError("invalid_request", "The request may have at most 100 parameters.") from None
    for name, value in pairs:
        given.setdefault(name, []).append(value)
    return given


def _one(given: dict[str, list[str]], name: str) -> str | None:
    values: Sequence[str] = given.get(name, [])
    if len(values) > 1:
        raise OAuthError("invalid_request", f"`{name}` may appear only once.")
    return values[0] if values else None

"""Requests and answers of OAuth 2.1 over plain HTTP, by which third-party apps act for players."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.sides import Scope

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class AppConsent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer of a player to an app that wants to act for them, sent by the browser client."""

    query: Annotated[str, Meta(max_length=8000)]
    """The query of the app's request, as it came to `/oauth/authorize`."""

    allow: bool | None = None
    """`null` asks only for the question to show."""

    days: Annotated[int, Meta(ge=1, le=366)] = 30
    """The number of days for which the player allows it."""


class AppQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """The question to the player: what an app wants to do."""

    client_id: str
    """The name that the app gives itself. It proves nothing."""

    host: str
    """The host to which the player returns or, for an app of the device, its scheme."""

    is_on_device: bool
    scopes: tuple[Scope, ...]


class AppAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to `AppConsent`."""

    question: AppQuestion | None = None
    """The question to show; `null` if it was answered, or if the request has an error."""

    error: str | None = None
    """The error in the request, for the developer of the app."""

    redirect: str | None = None
    """The address where the browser goes next; `null` before the answer, and if the request names none that is safe."""


class AuthorizationServer(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata of the authorization server (RFC 8414)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    revocation_endpoint: str
    service_documentation: str
    scopes_supported: tuple[Scope, ...]
    response_types_supported: tuple[str, ...] = ("code",)
    response_modes_supported: tuple[str, ...] = ("query",)
    grant_types_supported: tuple[str, ...] = ("authorization_code", "refresh_token")
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("none",)
    revocation_endpoint_auth_methods_supported: tuple[str, ...] = ("none",)
    code_challenge_methods_supported: tuple[str, ...] = ("S256",)
    authorization_response_iss_parameter_supported: bool = True
    device_authorization_endpoint: str | None = None


class OAuthTokens(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of an app (RFC 6749, section 5.1)."""

    access_token: str
    """A token for `sign_in` and for `Authorization: Bearer …`."""

    token_type: str = "Bearer"  # noqa: S105 - a type, not a secret
    expires_in: int
    """Seconds until the access token expires."""

    refresh_token: str
    """Gives new tokens, once."""

    scope: str


class DeviceAuthorization(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to an app without a browser (RFC 8628, section 3.2)."""

    device_code: str
    """The secret with which the app asks the token endpoint."""

    user_code: str
    """The code that the app shows its user."""

    verification_uri: str
    """The page where the user enters the code."""

    verification_uri_complete: str
    """The page with the code, for a link or a QR code."""

    expires_in: int
    interval: int
    """Seconds between two questions at the token endpoint."""


class OAuthProblem(msgspec.Struct, frozen=True, kw_only=True):
    """An error of the token endpoint (RFC 6749, section 5.2)."""

    error: str
    error_description: str

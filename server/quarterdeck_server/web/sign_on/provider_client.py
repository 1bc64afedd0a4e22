"""A provider of identities over HTTP: discovery, the exchange of a code, and the check of an identity token (OpenID
Connect Core 1.0, section 3.1.3.7)."""

import asyncio
import time
from typing import Any
from urllib.parse import urlencode

import aiohttp
import msgspec
import structlog
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.apps.app_requests import challenge_of
from quarterdeck_server.lobby.sign_on.identity_links import Attempt, not_signed_on
from quarterdeck_server.lobby.sign_on.provider_file import Provider

SECONDS = 20.0
LARGEST = 262_144
FRESH_SECONDS = 3_600.0
"""Seconds for which the description of a provider and its keys are used without asking again."""

LEAST_BETWEEN = 10.0
"""Seconds between two requests for keys, when a token names an unknown one."""

SKEW = 60
"""Seconds by which the provider's clock may differ."""

ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]

_log = structlog.get_logger()


class _Metadata(msgspec.Struct, frozen=True):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    authorization_response_iss_parameter_supported: bool = False
    claims_supported: tuple[str, ...] = ()


class _Tokens(msgspec.Struct, frozen=True):
    id_token: str = ""
    access_token: str = ""


class ProviderClient:
    """One provider of identities. All methods raise `CommandRefused`."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self._metadata: _Metadata | None = None
        self._keys: KeySet | None = None
        self._read_at = -FRESH_SECONDS
        self._keys_at = -FRESH_SECONDS
        self._lock = asyncio.Lock()

    async def address(self, state: str, attempt: Attempt, redirect: str) -> str:
        """Return the address of the provider's sign-in page."""
        metadata = await self._described()
        query = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": redirect,
            "scope": self.provider.scope,
            "state": state,
            "code_challenge": challenge_of(attempt.verifier),
            "code_challenge_method": "S256",
        }
        if self.provider.issuer:
            query["nonce"] = attempt.nonce
            if attempt.is_proof:
                query |= {"prompt": "login", "max_age": "0"}
        return f"{metadata.authorization_endpoint}?{urlencode(query)}"

    async def subject(self, code: str, issuer: str | None, attempt: Attempt, redirect: str) -> str:
        """Return the subject that a code stands for. `issuer` is that of the answer, if it named one (RFC 9207)."""
        metadata = await self._described()
        if metadata.authorization_response_iss_parameter_supported and issuer is None:
            raise self._mistaken("its answer names no issuer")
        if issuer is not None and self.provider.issuer and issuer != metadata.issuer:
            raise self._mistaken("its answer is of another issuer")
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "client_id": self.provider.client_id,
            "code_verifier": attempt.verifier,
        }
        if self.provider.secret:
            form["client_secret"] = self.provider.secret
        tokens = self._read(await self._asked("POST", metadata.token_endpoint, data=form), _Tokens)
        if self.provider.issuer:
            return await self._checked(tokens.id_token, attempt, metadata)
        bearer = {"Authorization": f"Bearer {tokens.access_token}"}
        user = self._read(await self._asked("GET", self.provider.user, headers=bearer), dict[str, Any])
        return self._named(user.get(self.provider.subject))

    async def _checked(self, token: str, attempt: Attempt, metadata: _Metadata) -> str:
        """Return the subject of an identity token, after all checks."""
        claims = await self._claims(token)
        audience = claims.get("aud")
        audiences = [audience] if isinstance(audience, str) else audience
        now = time.time()
        expires = claims.get("exp")
        if claims.get("iss") != self.provider.issuer:
            raise self._mistaken("the identity is of another issuer")
        if not isinstance(audiences, list) or self.provider.client_id not in audiences:
            raise self._mistaken("the identity is for another client")
        if claims.get("azp", self.provider.client_id) != self.provider.client_id:
            raise self._mistaken("the identity is for another client")
        if len(audiences) > 1 and "azp" not in claims:
            raise self._mistaken("the identity is for several clients")
        if not isinstance(expires, int | float) or expires + SKEW <= now:
            raise self._mistaken("the identity has expired")
        if any(isinstance(at := claims.get(name), int | float) and at - SKEW > now for name in ("iat", "nbf")):
            raise self._mistaken("the identity is of a later time")
        if claims.get("nonce") != attempt.nonce:
            raise self._mistaken("the identity belongs to another sign-in")
        if attempt.is_proof and ("auth_time" in claims or "auth_time" in metadata.claims_supported):
            signed_in = claims.get("auth_time")
            if not isinstance(signed_in, int | float) or signed_in + SKEW < attempt.at / 1000:
                raise self._mistaken("it has not asked its user to sign in anew")
        return self._named(claims.get("sub"))

    async def _claims(self, token: str) -> dict[str, Any]:
        """Return the claims of a signed token. With an unknown key, the keys are read once more: they may have been
        replaced."""
        try:
            return _decoded(token, await self._key_set(is_again=False))
        except (JoseError, ValueError, TypeError):
            keys = await self._key_set(is_again=True)
        try:
            return _decoded(token, keys)
        except (JoseError, ValueError, TypeError) as error:
            raise self._mistaken("the signature of the identity is wrong", error) from error

    async def _key_set(self, *, is_again: bool) -> KeySet:
        metadata = await self._described()
        async with self._lock:
            age = time.monotonic() - self._keys_at
            if self._keys is None or age > FRESH_SECONDS or (is_again and age > LEAST_BETWEEN):
                found = self._read(await self._asked("GET", metadata.jwks_uri), dict[str, Any])
                try:
                    self._keys = KeySet.import_key_set(found)
                except (JoseError, ValueError, TypeError, KeyError) as error:
                    raise self._mistaken("its keys cannot be read", error) from error
                self._keys_at = time.monotonic()
            return self._keys

    async def _described(self) -> _Metadata:
        """Return the provider's description of itself (OpenID Connect Discovery 1.0)."""
        provider = self.provider
        if not provider.issuer:
            return _Metadata("", provider.authorize, provider.token, "")
        if self._metadata is None or time.monotonic() - self._read_at > FRESH_SECONDS:
            address = f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration"
            metadata = self._read(await self._asked("GET", address), _Metadata)
            if metadata.issuer != provider.issuer:
                raise self._mistaken("it describes another issuer")
            self._metadata, self._read_at = metadata, time.monotonic()
        return self._metadata

    async def _asked(self, method: str, address: str, **how: Any) -> bytes:
        if not address.startswith("https://") and not self.provider.inner:
            raise self._mistaken("an address of it is not `https`")
        how["headers"] = {"Accept": "application/json", **how.get("headers", {})}
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()) as http,
                http.request(method, address, allow_redirects=False, **how) as answer,
            ):
                body = await answer.content.read(LARGEST)
                if answer.status != 200 or not answer.content.at_eof():
                    raise self._mistaken(f"it answered with status {answer.status}")
                return body
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.warning("a provider of identities cannot be reached", provider=self.provider.id, why=str(error))
            text = Text("{name} cannot be reached. Try again in a moment.", name=self.provider.name)
            raise CommandRefused(RefusalCode.UNAVAILABLE, text) from error

    def _read(self, body: bytes, kind: Any) -> Any:
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.MsgspecError as error:
            raise self._mistaken("its answer cannot be read", error) from error

    def _named(self, subject: Any) -> str:
        if isinstance(subject, bool) or not isinstance(subject, str | int) or not 0 < len(str(subject)) <= 255:
            raise self._mistaken("the identity has no subject")
        return str(subject)

    def _mistaken(self, why: str, error: Exception | None = None) -> CommandRefused:
        """Return the refusal of an answer that proves nothing. Only the log says why."""
        cause = None if error is None else type(error).__name__
        _log.warning(
            "an answer of a provider of identities was refused", provider=self.provider.id, why=why, error=cause
        )
        refused = not_signed_on()
        refused.text = Text("{name} has not confirmed who you are. Begin again.", name=self.provider.name)
        return refused


def _decoded(token: str, keys: KeySet) -> dict[str, Any]:
    """Return the claims of a token with a good signature. Raises `JoseError`, `ValueError` or `TypeError`."""
    return dict(jwt.decode(token, keys, algorithms=ALGORITHMS).claims)

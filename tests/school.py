"""A provider of identities for tests. It can answer wrongly."""

import contextlib
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from aiohttp import web
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

SECRET = "the secret of the client"


@dataclass
class School:
    """A provider of identities that can answer wrongly."""

    issuer: str = ""
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "one"}))
    subject: str = "pupil-1"
    changed: dict[str, Any] = field(default_factory=dict)
    """Claims that differ from those of a good token; `None` leaves one out."""

    header: dict[str, Any] = field(default_factory=dict)
    signs_with: Any = None
    metadata: dict[str, Any] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)
    forms: list[Mapping[str, Any]] = field(default_factory=list)
    keys_read: int = 0

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/.well-known/openid-configuration", self.describe),
            web.get("/keys", self.keys),
            web.get("/authorize", self.authorize),
            web.post("/token", self.token),
            web.get("/user", self.user),
        ]

    async def describe(self, _: web.Request) -> web.Response:
        at = self.issuer
        described = {"issuer": at, "authorization_endpoint": f"{at}/authorize", "token_endpoint": f"{at}/token"}
        return web.json_response(described | {"jwks_uri": f"{at}/keys"} | self.metadata)

    async def authorize(self, request: web.Request) -> web.Response:
        """Send everybody back at once, as a provider does that knows them."""
        self.nonces["code"] = request.query["nonce"]
        query = urlencode({"code": "code", "state": request.query["state"]})
        raise web.HTTPFound(f"{request.query['redirect_uri']}?{query}")

    async def keys(self, _: web.Request) -> web.Response:
        self.keys_read += 1
        return web.json_response(KeySet([self.key]).as_dict(private=False))

    async def token(self, request: web.Request) -> web.Response:
        form = await request.post()
        self.forms.append(dict(form))
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": "quarterdeck", "sub": self.subject, "iat": now, "exp": now + 300}
        claims |= {"nonce": self.nonces[str(form["code"])]} | self.changed
        claims = {name: value for name, value in claims.items() if value is not None}
        header = {"alg": "RS256", "kid": self.key.kid} | self.header
        algorithms = ["RS256", "HS256", "none"]
        token = jwt.encode(header, claims, self.signs_with or self.key, algorithms=algorithms)
        return web.json_response({"id_token": token, "access_token": "of the user"})

    async def user(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == "Bearer of the user"
        return web.json_response({"id": self.subject, "email": "ada@school.example"} | self.changed)


@contextlib.asynccontextmanager
async def school_site(school: School) -> AsyncIterator[None]:
    app = web.Application()
    app.add_routes(school.routes())
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    school.issuer = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield
    finally:
        await runner.cleanup()


def provider_file(folder: Path, *lines: str) -> Path:
    (folder / "secret").write_text(SECRET)
    file = folder / "sign-on.toml"
    own = ['id = "school"', 'name = "School"', 'client_id = "quarterdeck"', 'client_secret_file = "secret"']
    file.write_text("\n".join(["[[provider]]", *own, "inner = true", *lines]))
    return file

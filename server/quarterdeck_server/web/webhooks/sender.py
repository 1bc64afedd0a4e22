"""Requests of webhooks: signed after Standard Webhooks 1.0, and never to an inner network.

The address is checked when the socket is made, after every resolution and for every form in which an address can be
written. The connection goes to the address that was checked, so a name cannot change in between.
"""

import asyncio
import hashlib
import hmac
import socket
import time
from base64 import b64encode
from collections.abc import Sequence

import aiohttp
import structlog
from aiohttp import hdrs
from aiohttp.abc import AbstractResolver
from quarterdeck_games import extensions_of

from quarterdeck_server.extensions import NoticeChannel
from quarterdeck_server.lobby.webhooks.hooks import ED25519, SEED, Hook, secret_bytes
from quarterdeck_server.lobby.webhooks.outbox import OF_PLAYERS
from quarterdeck_server.lobby.webhooks.webhook_delivery import Answer
from quarterdeck_server.web.webhooks.name_lookups import NameLookups
from quarterdeck_server.web.webhooks.public_addresses import is_public

SECONDS = 20.0
USER_AGENT = "Quarterdeck-Webhooks/1"

_log = structlog.get_logger()


class InnerAddressError(OSError):
    """The receiver has an address in an inner network."""


def signatures(secrets: Sequence[str], event: str, at: int, body: str) -> str:
    """Return the signatures of a request, one for each secret."""
    signed = f"{event}.{at}.{body}".encode()
    return " ".join(_signature(secret, signed) for secret in secrets)


def _signature(secret: str, signed: bytes) -> str:
    key = secret_bytes(secret)
    if not secret.startswith(ED25519):
        return f"v1,{b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # here: few webhooks need it

    return f"v1a,{b64encode(Ed25519PrivateKey.from_private_bytes(key[:SEED]).sign(signed)).decode()}"


def public_socket(address: tuple[object, ...]) -> socket.socket:
    """Return a socket for a connection to this resolved address. Raises `InnerAddressError` if it is not public."""
    family, kind, protocol, _, place = address
    if not is_public(str(place[0])):  # type: ignore[index]  # the address of a family of the internet
        raise InnerAddressError("its address is in an inner network")
    return socket.socket(family, kind, protocol)  # type: ignore[arg-type]  # as `getaddrinfo` returns them


class Sender:
    """Sends requests of webhooks. It keeps no connection.

    One request begins in one turn of the event loop: many at once would make matches wait. Names that players gave
    have lookups of their own.
    """

    def __init__(self, players_names: AbstractResolver | None = None) -> None:
        self._begin = asyncio.Lock()
        self._players_names = players_names or NameLookups()

    async def send(self, hook: Hook, event: str, body: str) -> Answer:
        """Send an event once, and return what the receiver answered. Its body is not read."""
        async with self._begin:
            await asyncio.sleep(0)
        name, _, address = hook.url.partition(":")
        channel = extensions_of("quarterdeck.notice_channels", NoticeChannel).get(name)
        if channel is not None:
            return await _sent_by(channel, name, address, event, body)
        at = int(time.time())
        headers = {hdrs.CONTENT_TYPE: "application/json", hdrs.USER_AGENT: USER_AGENT, "webhook-id": event}
        headers["webhook-timestamp"] = str(at)
        if hook.secrets:
            headers["webhook-signature"] = signatures(hook.secrets, event, at, body)
        connector = aiohttp.TCPConnector(
            force_close=True,
            use_dns_cache=False,
            resolver=self._players_names if hook.name.startswith(OF_PLAYERS) else None,
            socket_factory=None if hook.inner else public_socket,
        )
        try:
            async with (
                asyncio.timeout(SECONDS),
                aiohttp.ClientSession(connector=connector, auto_decompress=False) as http,
                http.post(hook.url, data=body.encode(), headers=headers, allow_redirects=False) as answer,
            ):
                return Answer(answer.status)
        except TimeoutError:
            return Answer(None, "no answer in time")
        except aiohttp.ClientConnectorCertificateError:
            return Answer(None, "its certificate is not valid")
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return Answer(None, _reason(hook, error))


async def _sent_by(channel: NoticeChannel, name: str, address: str, event: str, body: str) -> Answer:
    """Send an event through an installed channel. An error of any kind asks for another try, and tells nothing more."""
    try:
        async with asyncio.timeout(SECONDS):
            await channel.send(address, event, body)
    except TimeoutError:
        return Answer(None, "no answer in time")
    except Exception as error:  # of somebody else's code
        if not isinstance(error, OSError):
            _log.error("an extension has failed", extension=name, why=type(error).__name__)
        return Answer(None, "the channel could not send it")
    return Answer(204)


def _reason(hook: Hook, error: Exception) -> str:
    """Return why there was no answer, without the address, which may be a secret. Players are told one reason for all
    failures to connect: they must not find out the names of machines in inner networks."""
    if hook.name.startswith(OF_PLAYERS) and isinstance(error, aiohttp.ClientConnectorError | InnerAddressError):
        return "no connection"
    inner = getattr(error, "os_error", error)
    return str(inner) if isinstance(inner, InnerAddressError) else type(error).__name__

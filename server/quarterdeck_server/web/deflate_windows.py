"""Compressed frames (permessage-deflate, RFC 7692) for clients that ask for them, within bounds of memory.

zlib takes 256 KB for a window of 32 KiB in one direction and 42 in the other, for each connection. With windows of
4 KiB both together take 52, and once a match is told in patches, what repeats itself lies closer together than that.
aiohttp negotiates no window of its own accord and leaves zlib its defaults; so the offer of a client is narrowed before
aiohttp reads it, the answer says how wide a window the client may use, and zlib is told both (`use_small_windows`).
"""

import re
import zlib
from types import ModuleType
from typing import Any

import aiohttp
from aiohttp import hdrs, web

WINDOW_BITS = 12
LEAST_WINDOW_BITS = 9
MEMORY_LEVEL = 5
LEVEL = 6
"""How hard zlib looks for what was said before; aiohttp's own, 1, makes a fifth more of a patch in four fifths of the
time."""

OF_MATCHES = b'{"type":"update'
"""How the frames begin that are compressed: `update` and `update_patch`, in which nobody else can write what they
please. All others go as they are and enter no window: where a secret and what somebody else has chosen are compressed
together, the size tells of the secret."""

LARGEST_AT_ONCE = 16 * 1024
"""What is larger aiohttp compresses on a thread, for which whoever sends it waits."""

_EXTENSION = "permessage-deflate"
_PARAMETER = re.compile(r"([a-z_]+)(?:=\"?(\d+)\"?)?")


class Windows:
    """What was agreed on for one connection."""

    __slots__ = ("client", "offer")

    def __init__(self, server: int, client: int, *, forgets: bool) -> None:
        takeover = "; server_no_context_takeover" if forgets else ""
        self.offer = f"{_EXTENSION}; server_max_window_bits={server}{takeover}"
        """The client's offer as aiohttp is to read it."""

        self.client = f"; client_max_window_bits={client}"
        """What is added to aiohttp's answer."""


def windows_for(offers: str) -> Windows | None:
    """Return what is agreed on of the client's offers (its `Sec-WebSocket-Extensions`): the first that lets the server
    say how wide a window the client uses; `None` if there is none."""
    for offer in offers.split(","):
        name, *said = [part.strip().lower() for part in offer.split(";")]
        found = [_PARAMETER.fullmatch(part) for part in said]
        parameters = {each[1]: each[2] for each in found if each is not None}
        if name == _EXTENSION and len(parameters) == len(said) and (agreed := _agreed(parameters)) is not None:
            return agreed
    return None


def _agreed(parameters: dict[str, str | None]) -> Windows | None:
    widest = str(WINDOW_BITS)
    server = min(int(parameters.pop("server_max_window_bits", None) or widest), WINDOW_BITS)
    forgets = "server_no_context_takeover" in parameters
    parameters.pop("server_no_context_takeover", None)
    parameters.pop("client_no_context_takeover", None)
    if "client_max_window_bits" not in parameters:
        return None
    client = min(int(parameters.pop("client_max_window_bits") or widest), WINDOW_BITS)
    if parameters or min(server, client) < LEAST_WINDOW_BITS:
        return None
    return Windows(server, client, forgets=forgets)


def narrowed(request: web.Request, windows: Windows) -> web.Request:
    """Return the request with an offer that aiohttp takes as it is meant."""
    headers = request.headers.copy()
    headers[hdrs.SEC_WEBSOCKET_EXTENSIONS] = windows.offer
    return request.clone(headers=headers)


WINDOWS = web.RequestKey("windows", Windows)


async def tell_client_window(request: web.Request, response: web.StreamResponse) -> None:
    """Add to the answer to a handshake how wide a window the client may use."""
    windows = request.get(WINDOWS)
    if windows is not None and hdrs.SEC_WEBSOCKET_EXTENSIONS in response.headers:
        response.headers[hdrs.SEC_WEBSOCKET_EXTENSIONS] += windows.client


def use_small_windows() -> None:
    """Let aiohttp's WebSockets take no more memory in this process than the agreed windows need, in either direction,
    and for clients in it too, which offer the same."""
    small = ModuleType("small_zlib")
    small.__dict__.update({name: each for name, each in vars(zlib).items() if not name.startswith("__")})
    small.compressobj = _compressobj  # type: ignore[attr-defined]  # it is made here
    small.decompressobj = _decompressobj  # type: ignore[attr-defined]
    aiohttp.set_zlib_backend(small)


def _compressobj(wbits: int = zlib.MAX_WBITS, **options: Any) -> Any:
    if wbits < 0:
        options |= {"memLevel": MEMORY_LEVEL, "level": LEVEL}
    return zlib.compressobj(wbits=wbits, **options)


def _decompressobj(wbits: int = zlib.MAX_WBITS) -> Any:
    return zlib.decompressobj(wbits=-WINDOW_BITS if wbits == -zlib.MAX_WBITS else wbits)

"""Compressed WebSocket frames (permessage-deflate, RFC 7692) for clients that ask for them, with limits of memory and
time.

A compressor that exists as long as its connection takes 256 KB with zlib's defaults, and 37 KB with windows of 4 KiB.
It spends most of its time on the beginning and end of each frame. Here no compressor is kept. The server keeps the last
12 KiB that it sent to a connection in compressed frames. Each frame gets a new compressor with these bytes as its
dictionary. For the client all frames are one compressed stream. ISA-L makes each frame in half the time that zlib needs
to continue a stream.

aiohttp does not negotiate the window and uses zlib's defaults. So the client's offer is changed before aiohttp reads
it, the width of the client's window is added to the answer, and aiohttp gets another zlib module (`use_small_windows`).

Some clients, such as OkHttp and most Go libraries, do not offer `client_max_window_bits`, so their window cannot be
limited. They are asked to compress each message separately (`client_no_context_takeover`), and none of their data is
kept.
"""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any

import aiohttp
import msgspec
from aiohttp import hdrs, web
from isal import isal_zlib

WINDOW_BITS = 14
"""Window of sent frames. The client must keep as much; here less is enough."""

MOST_HISTORY = 12 * 1024
"""Last bytes sent that are kept of a connection: with 4 KiB a frame is a tenth larger, with 16 a hundredth smaller."""

LEVEL = 1
"""Effort of ISA-L, from 0 to 3: 0 makes half as much again in two thirds of the time, 3 hardly less in three times
as much."""

EMPTY_WINDOW = bytes(1 << WINDOW_BITS)
"""The window of a client that has sent nothing, so that each window repeats as many bytes (`REPEATING`)."""

CLIENT_WINDOW_BITS = 12
LEAST_WINDOW_BITS = 9
MEMORY_LEVEL = 5
"""The memory level of zlib for clients in this process."""

TAIL = b"\x00\x00\xff\xff"
"""The end of each compressed frame, which is left out (RFC 7692, 7.2.1)."""

OF_MATCHES = b'{"type":"update'
"""Beginnings of the frames that are compressed: `update` and `update_patch`, in which no other player can write free
text. All others go as they are and enter no window. If a secret and the text of another player are compressed
together, the size reveals the secret."""

_EXTENSION = "permessage-deflate"
_PARAMETER = re.compile(
    r"((?:server|client)_no_context_takeover(?!=)|client_max_window_bits(?!=)|(?:server|client)_max_window_bits(?==))"
    r'(?:=("?)([89]|1[0-5])\2)?'
)
"""Parameters of an offer (RFC 7692, 7.1): an offer with any other is declined."""


class AgreedWindows(msgspec.Struct, frozen=True):
    """Parameters of a connection's WebSocket compression."""

    bits: int
    """Width of the window for sent frames."""

    forgets: bool
    """True if sent frames do not stay in the window."""

    client_bits: int | None
    """Width of the client's window; `None` if it compresses each message by itself, with any width."""

    @property
    def offer(self) -> str:
        """The client's compression offer, changed so that aiohttp reads it correctly."""
        takeover = "; server_no_context_takeover" if self.forgets else ""
        return f"{_EXTENSION}; server_max_window_bits={self.bits}{takeover}"

    @property
    def client(self) -> str:
        """The compression parameter to add to aiohttp's handshake answer."""
        bits = self.client_bits
        return "; client_no_context_takeover" if bits is None else f"; client_max_window_bits={bits}"


def windows_for(offers: str) -> AgreedWindows | None:
    """Return the compression parameters agreed for the client's offers (its header `Sec-WebSocket-Extensions`). The
    first offer that allows the server to choose the client's window is used, otherwise the first one. `None` if there
    is no offer."""
    others = []
    for offer in offers.split(","):
        name, *said = [part.strip().lower() for part in offer.split(";")]
        found = [_PARAMETER.fullmatch(part) for part in said]
        parameters = {each[1]: each[3] for each in found if each is not None}
        if name == _EXTENSION and len(parameters) == len(said) and (agreed := _agreed(parameters)) is not None:
            if agreed.client_bits is not None:
                return agreed
            others.append(agreed)
    return others[0] if others else None


def _agreed(parameters: dict[str, str | None]) -> AgreedWindows | None:
    server = min(int(parameters.get("server_max_window_bits") or WINDOW_BITS), WINDOW_BITS)
    client = None
    if "client_max_window_bits" in parameters:
        client = min(int(parameters["client_max_window_bits"] or CLIENT_WINDOW_BITS), CLIENT_WINDOW_BITS)
    if min(server, client or server) < LEAST_WINDOW_BITS:
        return None
    return AgreedWindows(server, "server_no_context_takeover" in parameters, client)


def narrowed(request: web.Request, windows: AgreedWindows) -> web.Request:
    """Return the request with its compression offer changed so that aiohttp reads it correctly."""
    headers = request.headers.copy()
    headers[hdrs.SEC_WEBSOCKET_EXTENSIONS] = windows.offer
    return request.clone(headers=headers)


WINDOWS = web.RequestKey("windows", AgreedWindows)


async def negotiate_client_window(request: web.Request, response: web.StreamResponse) -> None:
    """Add the allowed width of the client's compression window to the answer to a handshake."""
    windows = request.get(WINDOWS)
    if windows is not None and hdrs.SEC_WEBSOCKET_EXTENSIONS in response.headers:
        response.headers[hdrs.SEC_WEBSOCKET_EXTENSIONS] += windows.client


def use_small_windows() -> None:
    """Limit the memory of aiohttp's WebSockets in this process to the agreed compression windows, in both directions.
    This includes client connections of this process, which offer the same."""
    small = ModuleType("small_zlib")
    small.__dict__.update({name: each for name, each in vars(zlib).items() if not name.startswith("__")})
    small.compressobj = _compressobj  # type: ignore[attr-defined]  # it is made here
    small.decompressobj = _decompressobj  # type: ignore[attr-defined]
    aiohttp.set_zlib_backend(small)


class FrameCompressor:
    """Compresses frames one by one, each as the next part of one stream. Between frames it keeps only the last bytes
    sent."""

    __slots__ = ("_bits", "_most", "history")

    def __init__(self, bits: int, *, forgets: bool = False) -> None:
        self._bits = bits
        self.history = b""
        """The last bytes sent, with which the next frame is compressed."""

        self._most = 0 if forgets else min(1 << bits, MOST_HISTORY)

    def compressed(self, frame: bytes) -> bytes:
        """Return the compressed form of a frame (RFC 7692, 7.2.1)."""
        history = self.history
        if history:
            compressor = isal_zlib.compressobj(LEVEL, zlib.DEFLATED, -self._bits, zdict=history)
        else:
            compressor = isal_zlib.compressobj(LEVEL, zlib.DEFLATED, -self._bits)
        begun = compressor.compress(frame)
        if self._most:
            self.history = (history + frame)[-self._most :]
        return (begun + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


def _compressobj(wbits: int = zlib.MAX_WBITS, **options: Any) -> Any:
    if wbits < 0:
        options["memLevel"] = MEMORY_LEVEL
    return zlib.compressobj(wbits=wbits, **options)


def _decompressobj(wbits: int = zlib.MAX_WBITS) -> Any:
    if wbits == -zlib.MAX_WBITS:
        return _SingleMessages() if _ALONE.get() else zlib.decompressobj(wbits=-WINDOW_BITS, zdict=EMPTY_WINDOW)
    return zlib.decompressobj(wbits=wbits)


_ALONE: ContextVar[bool] = ContextVar("inflating_alone", default=False)
"""True if a decompressor made now inflates each message by itself: aiohttp's parser passes nothing about the
connection to zlib."""


@contextmanager
def inflating_alone() -> Iterator[None]:
    """Let aiohttp create a decompressor that decompresses each message separately. It applies to a parser that
    decompresses its first message in this context."""
    token = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(token)


class _SingleMessages:
    """Decompresses each message separately, with the widest window, and keeps no data between messages."""

    __slots__ = ()

    unconsumed_tail = unused_data = b""
    eof = False

    def decompress(self, data: bytes, max_length: int = 0) -> bytes:
        """Return a decompressed message, at most `max_length` bytes of it; aiohttp refuses longer ones. Raises
        `zlib.error`."""
        return zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(data, max_length)

    def flush(self, length: int = 0) -> bytes:
        """Return no bytes, because no data is kept back."""
        return b""


EMPTY_MESSAGE = b"\0"
"""The compressed form of an empty message (RFC 7692, 7.2.3.6)."""


def _repeating() -> bytes:
    """Return compressed bytes whose decompression repeats the whole content of the window."""
    any_window = b"".join((number * 40_503 & 0xFFFF).to_bytes(2) for number in range(len(EMPTY_WINDOW) // 2))
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_FIXED, b" " + any_window)
    return (compressor.compress(any_window) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


REPEATING = _repeating()
"""Bytes that a client would send to repeat its whole window: there is no other way to read the window that zlib
keeps."""


def as_stored(window: bytes) -> bytes:
    """Return compressed bytes that fill a decompressor's window with these bytes."""
    compressor = zlib.compressobj(0, zlib.DEFLATED, -zlib.MAX_WBITS)
    return (compressor.compress(window) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)

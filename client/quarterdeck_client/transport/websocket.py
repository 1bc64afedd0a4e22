"""One WebSocket to a server: opening, closing, and the meaning of its close codes."""

import os

import aiohttp
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.refusals import RefusalCode

SECONDS_WITHOUT_A_WORD = 45.0
SECONDS_FOR_A_GOODBYE = 2.0
WINDOW_BITS = 14
"""Window size for the server's compressed frames. The server's memory for each connection grows with it."""

LARGEST_FRAME = 16 * 1024 * 1024

OVER: dict[int | None, str] = {
    aiohttp.WSCloseCode.POLICY_VIOLATION: "the server closed the connection: the client sent too much",
    CloseCode.TAKEN_UP_ELSEWHERE: "this session continues on a newer connection, so this one was closed",
    CloseCode.DISCONNECTED: "a moderator has disconnected this player",
    CloseCode.BANNED: "a moderator has banned this player",
}
"""Close codes after which the client does not reconnect by itself, each with a reason for users."""

Socket = aiohttp.ClientWebSocketResponse[bool]


class Broken(Exception):  # noqa: N818 - a state of affairs
    """The connection could not be opened, or has broken. A retry may succeed."""

    def __init__(self, words: str, refusal: RefusalCode | None = None, code: int | None = None) -> None:
        super().__init__(words)
        self.refusal = refusal
        """The server's refusal code, if the server refused the connection."""

        self.code = code
        """The close code of the connection, if it had been open."""


async def opened(http: aiohttp.ClientSession, url: str, *, compressed: bool = True) -> Socket:
    """Open a WebSocket to the server at this address. If `compressed`, asks the server to compress frames. Raises
    `aiohttp.ClientError`, `TimeoutError`, `OSError`."""
    return await http.ws_connect(
        f"{url}/v1/socket",
        autoclose=False,  # else a goodbye that cannot be returned any more, for the server has hung up, is forgotten
        protocols=(wire.SUBPROTOCOL,),
        max_msg_size=LARGEST_FRAME,
        heartbeat=SECONDS_WITHOUT_A_WORD / 2,
        timeout=aiohttp.ClientWSTimeout(ws_close=SECONDS_FOR_A_GOODBYE),
        compress=WINDOW_BITS if compressed else 0,
        decode_text=False,
    )


async def hang_up(socket: Socket, *, at_once: bool = False) -> None:
    """Close a connection in any state. With `at_once`, does not wait for the server's close frame."""
    if at_once:
        socket._response.close()  # noqa: SLF001 - as below
    await socket.close()
    # A connection that broke while it was read counts as closed, but aiohttp still holds its socket.
    socket._response.close()  # noqa: SLF001 - nothing public does it


def why_not(error: Exception) -> str:
    """Return a short text with the reason why the connection failed."""
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return f"the name {error.host} was not found; check the address, and the connection to the network"
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return f"its certificate is not valid: {error.certificate_error}"
    if isinstance(error, aiohttp.ClientSSLError):
        # The address has https or wss, and the answer was no TLS.
        return f"the server does not speak https there; use http://{error.host}:{error.port}"
    if isinstance(error, aiohttp.ClientConnectorError) and error.errno is not None and error.errno > 0:
        return os.strerror(error.errno).lower()
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"the address is not a Quarterdeck server (status {error.status})"
    if isinstance(error, aiohttp.InvalidURL):
        return "this is not an address; use one like http://127.0.0.1:8765"
    return str(error) or "it does not answer"

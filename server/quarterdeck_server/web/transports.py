"""How a connection is ended whose other side does not take what it is sent."""

import asyncio
import socket
import struct

_AT_ONCE = struct.pack("ii", 1, 0)


def reset(transport: asyncio.Transport) -> None:
    """End a connection now. What it has not taken is thrown away here and, by a reset, in the kernel, which would
    otherwise keep it for minutes and the other side in the belief that the connection stands."""
    own = transport.get_extra_info("socket")
    if own is not None and own.fileno() >= 0 and transport.get_write_buffer_size() > 0:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()

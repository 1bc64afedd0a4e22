"""Unacknowledged bytes of a transport, and the reset of a connection that receives nothing."""

import asyncio
import fcntl
import socket
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_AT_ONCE = struct.pack("ii", 1, 0)

MOST_IN_KERNEL = 64 * 1024
"""Unsent bytes that the kernel holds for a connection while a large answer is on its way. By default it takes up to
four megabytes."""


def untaken(transport: asyncio.Transport) -> int:
    """Return the number of written bytes that the other side has not acknowledged."""
    return transport.get_write_buffer_size() + _in_kernel(transport)


def _in_kernel(transport: asyncio.Transport) -> int:
    own = transport.get_extra_info("socket")
    if own is None or own.fileno() < 0:
        return 0
    try:
        return int.from_bytes(fcntl.ioctl(own.fileno(), termios.TIOCOUTQ, bytes(4)), sys.byteorder)
    except OSError:  # not every system tells
        return 0


@contextmanager
def bound_kernel_queue(transport: asyncio.Transport) -> Iterator[None]:
    """Limit the bytes in the kernel's send buffer to those that can be sent soon."""
    _set_kernel_queue(transport, MOST_IN_KERNEL)
    try:
        yield
    finally:
        _set_kernel_queue(transport, 0)  # as the system has it


def _set_kernel_queue(transport: asyncio.Transport, most: int) -> None:
    own = transport.get_extra_info("socket")
    if own is not None and own.fileno() >= 0 and hasattr(socket, "TCP_NOTSENT_LOWAT"):
        with suppress(OSError):  # it has ended meanwhile
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, most)


def reset(transport: asyncio.Transport) -> None:
    """Reset a connection now. All bytes that the other side has not received are dropped, here and in the kernel.
    Otherwise the kernel would keep them for minutes, and the other side would believe the connection open."""
    own = transport.get_extra_info("socket")
    if own is not None and own.fileno() >= 0 and transport.get_write_buffer_size() > 0:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()

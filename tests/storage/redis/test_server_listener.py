"""A listener on a line that says what no well-behaved server would say in this order."""

import asyncio
from collections.abc import Callable

from quarterdeck_server.storage.redis.channels import of_one_server
from quarterdeck_server.storage.redis.server_listener import Listener
from quarterdeck_server.storage.wire.connections import connections_to

SOON = 120.0


def _bulk(*parts: bytes) -> bytes:
    return b"*%d\r\n" % len(parts) + b"".join([b"$%d\r\n%b\r\n" % (len(part), part) for part in parts])


def _subscribed(channel: bytes) -> bytes:
    return b"*3\r\n$9\r\nsubscribe\r\n$%d\r\n%b\r\n:1\r\n" % (len(channel), channel)


async def test_a_channel_that_is_refused_behind_a_message_of_another_one_is_subscribed_to_again() -> None:
    """What is told on the first channel comes before the answer for the second: it must not go unheard for ever."""
    lines, again = 0, asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal lines
        lines, asked = lines + 1, 0
        while asked < 2:  # before it come what redis-py says of itself
            line = await reader.readline()
            if line == b"CLIENT\r\n":
                writer.write(b"+OK\r\n")
            asked += line == b"SUBSCRIBE\r\n"
        if lines == 1:
            writer.write(_subscribed(b"one") + _bulk(b"message", b"one", b"early") + b"-MOVED 1 elsewhere:1\r\n")
        else:
            writer.write(_subscribed(b"one") + _subscribed(b"two") + _bulk(b"message", b"two", b"heard"))
        await reader.read()
        writer.close()

    def note(told: list[bytes]) -> Callable[[bytes], None]:
        def take(body: bytes) -> None:
            told.append(body)
            again.set()

        return take

    async def subscribed() -> None:
        pass

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    two: list[bytes] = []
    listener = Listener(
        connections_to(f"redis://127.0.0.1:{port}"),
        of_one_server("test"),
        {"one": lambda body: None, "two": note(two)},
        subscribed,
    )
    await listener.start()
    try:
        async with asyncio.timeout(SOON):
            await again.wait()
    finally:
        await listener.close()
        server.close()
        await server.wait_closed()
    assert (two, lines) == ([b"heard"], 2)

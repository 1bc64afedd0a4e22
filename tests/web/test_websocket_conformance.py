"""What RFC 6455 and RFC 7692 ask of a server, from a client that is written after them alone, and breaks them.

Each case is said in one piece, behind a command that is to be answered all the same, and byte by byte.
"""

import asyncio
import contextlib
import json
import random
import zlib
from collections.abc import AsyncIterator, Sequence

import pytest
from quarterdeck_server.web.frames.send_queue import SendQueue
from quarterdeck_server.web.socket import LARGEST_FRAME
from raw_lines import CLOSE, CODE, DEFLATE, KEY, PING, PONG, TEXT
from servers import SOON, LiveServer, live_server
from yarl import URL

PIECE, BINARY = 0x0, 0x2
LAST, RSV1, RSV2, RSV3 = 0x80, 0x40, 0x20, 0x10
MASK = b"\x01\x02\x03\x04"


def frame(kind: int, payload: bytes = b"", *, is_last: bool = True, rsv: int = 0, wide: int | None = None) -> bytes:
    """Return a frame of a client; `wide` is how many further bytes its length takes, the fewest if it is not said."""
    size = len(payload)
    if wide is None:
        wide = 0 if size < 126 else 2 if size < 1 << 16 else 8
    length = bytes((0x80 | size,)) if not wide else bytes((0xFE if wide == 2 else 0xFF,)) + size.to_bytes(wide, "big")
    masked = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))
    return bytes(((LAST if is_last else 0) | rsv | kind,)) + length + MASK + masked


def hello(ref: str, size: int = 0) -> bytes:
    said = b'{"type":"hello","ref":"%s"}' % ref.encode()
    return said + b" " * (size - len(said))


def deflated(payload: bytes, compressor: "zlib._Compress | None" = None) -> bytes:
    compressor = zlib.compressobj(wbits=-12) if compressor is None else compressor
    return (compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\x00\x00\xff\xff")


def goodbye(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


class Raw:
    """A client that says bytes, and what it is answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    async def heard(self) -> list[str | int]:
        """Return all that is said until the server ends the connection: the `ref` or refusal of answers, what pongs
        carry, the code of its goodbye."""
        heard: list[str | int] = []
        async with asyncio.timeout(SOON):
            while first := await self._reader.read(1):
                (size,) = await self._reader.readexactly(1)
                if size > 125:
                    size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
                payload = await self._reader.readexactly(size)
                kind = first[0] & CODE
                if kind == CLOSE:
                    heard.append(int.from_bytes(payload[:2], "big"))
                elif kind == PONG:
                    heard.append(payload.decode())
                else:
                    answer = json.loads(payload)
                    heard.append(answer.get("code") or answer["ref"])
        return heard


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=100_000) as running:
        yield running


@contextlib.asynccontextmanager
async def raw(server: LiveServer, *, deflate: bool = False, offer: str = DEFLATE) -> AsyncIterator[Raw]:
    address = URL(server.url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        writer.write(
            f"GET /v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"
            f"{f'Sec-WebSocket-Extensions: {offer}' if deflate else 'X: y'}\r\n\r\n".encode()
        )
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


FAULTS: dict[str, tuple[bytes, int]] = {
    "without a mask": (bytes((LAST | TEXT, 2)) + b"{}", 1002),
    "a ping without a mask": (bytes((LAST | PING, 0)), 1002),
    **{f"reserved bit {bit:#x}": (frame(TEXT, hello("b"), rsv=bit), 1002) for bit in (RSV1, RSV2, RSV3)},
    **{f"a ping's reserved bit {bit:#x}": (frame(PING, rsv=bit), 1002) for bit in (RSV1, RSV2, RSV3)},
    **{f"reserved kind {kind:#x}": (frame(kind), 1002) for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "a long ping": (frame(PING, bytes(126)), 1002),
    "a ping in pieces": (frame(PING, is_last=False), 1002),
    "a goodbye in pieces": (frame(CLOSE, b"\x03\xe8", is_last=False), 1002),
    "a piece of nothing": (frame(PIECE, b"x"), 1002),
    "a beginning of nothing": (frame(PIECE, b"x", is_last=False), 1002),
    "a message in another": (frame(TEXT, b"{", is_last=False) + frame(TEXT, b"}"), 1002),
    "a message in one that has said nothing yet": (frame(TEXT, is_last=False) + frame(TEXT, hello("b")), 1002),
    "a length of 64 bits": (bytes((LAST | TEXT, 0xFF)) + b"\xff" * 8 + MASK, 1009),
    "half a code": (frame(CLOSE, b"\x03"), 1002),
    "a reason that is no text": (goodbye(1000, b"\xff"), 1007),
    **{
        f"code {code}": (goodbye(code), 1002)
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535)
    },
    "plain HTTP": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 1002),
}
COMPRESSED_FAULTS: dict[str, tuple[bytes, int]] = {
    "what cannot be inflated": (frame(TEXT, b"\xff\xff\xff\xff", rsv=RSV1), 1007),
    "a compressed ping": (frame(PING, rsv=RSV1), 1002),
    "a compressed goodbye": (frame(CLOSE, b"\x03\xe8", rsv=RSV1), 1002),
    "a piece that says it is compressed": (
        frame(TEXT, b"x", rsv=RSV1, is_last=False) + frame(PIECE, b"x", rsv=RSV1),
        1002,
    ),
    "two reserved bits": (frame(TEXT, deflated(hello("b")), rsv=RSV1 | RSV2), 1002),
    "what becomes too large": (frame(TEXT, deflated(bytes(20 * LARGEST_FRAME)), rsv=RSV1), 1009),
}
ANSWERED: dict[str, tuple[Sequence[bytes], list[str | int]]] = {
    "in pieces, with a ping between them": (
        [frame(TEXT, b'{"type":', is_last=False), frame(PING, b"hi"), frame(PIECE, b'"hello","ref":"b"}')],
        ["hi", "b"],
    ),
    "in pieces without a byte": ([frame(TEXT, is_last=False), frame(PIECE, is_last=False), frame(PIECE)], ["not_json"]),
    "binary": ([frame(BINARY, hello("b"))], ["b"]),
    "lengths that could be shorter": ([frame(TEXT, hello("b"), wide=2), frame(TEXT, hello("c"), wide=8)], ["b", "c"]),
    "a pong that nobody asked for": ([frame(PONG, b"x"), frame(PING, bytes(125))], ["\0" * 125]),
    "as large as may be": ([frame(TEXT, hello("b", LARGEST_FRAME))], ["too_large"]),
    "letters cut in two": ([frame(TEXT, b'"\xc3', is_last=False), frame(PIECE, b'\xa4"')], ["malformed"]),
}
GOODBYES = [b"", *(code.to_bytes(2, "big") for code in (1000, 1001, 1011, 1012, 1014, 3000, 4999)), b"\x03\xe8bye"]


@pytest.mark.parametrize(("said", "code"), FAULTS.values(), ids=FAULTS)
async def test_anything_that_may_not_be_said_ends_the_connection_with_a_code_that_says_why(
    server: LiveServer, said: bytes, code: int
) -> None:
    async with raw(server) as client:
        client.writer.write(frame(TEXT, hello("a")) + said + frame(TEXT, hello("after it")))
        assert await client.heard() == ["a", code]


@pytest.mark.parametrize(("said", "code"), COMPRESSED_FAULTS.values(), ids=COMPRESSED_FAULTS)
async def test_anything_that_may_not_be_said_compressed_does_so_too(server: LiveServer, said: bytes, code: int) -> None:
    async with raw(server, deflate=True) as client:
        client.writer.write(frame(TEXT, deflated(hello("a")), rsv=RSV1) + said)
        assert await client.heard() == ["a", code]


@pytest.mark.parametrize(("said", "answers"), ANSWERED.values(), ids=ANSWERED)
async def test_anything_that_may_be_said_is_answered(
    server: LiveServer, said: Sequence[bytes], answers: list[str | int]
) -> None:
    async with raw(server) as client:
        client.writer.write(b"".join(said))
        client.writer.write(goodbye(1000))
        assert sorted(map(str, await client.heard())) == sorted(map(str, [*answers, 1000]))


async def test_frames_are_read_byte_by_byte(server: LiveServer) -> None:
    said = [frame(TEXT, b'{"type":', is_last=False), frame(PIECE, b'"hello","ref":"a"}'), frame(TEXT, hello("b", 200))]
    async with raw(server) as client:
        for byte in b"".join(said) + goodbye(1000):
            client.writer.write(bytes((byte,)))
            await asyncio.sleep(0)
        assert await client.heard() == ["a", "b", 1000]


@pytest.mark.parametrize("takes_over", [True, False])
async def test_a_client_may_keep_its_window_or_not(server: LiveServer, takes_over: bool) -> None:
    kept = zlib.compressobj(wbits=-12) if takes_over else None
    async with raw(server, deflate=True) as client:
        first, *others = (deflated(hello(ref), kept) for ref in "abcd")
        client.writer.write(frame(TEXT, first[:4], rsv=RSV1, is_last=False) + frame(PIECE, first[4:]))
        client.writer.write(b"".join(frame(TEXT, each, rsv=RSV1) for each in others) + frame(TEXT, hello("plain")))
        client.writer.write(goodbye(1000))
        assert await client.heard() == [*"abcd", "plain", 1000]


async def test_a_client_that_narrows_no_window_compresses_each_message_with_any(server: LiveServer) -> None:
    """Go's libraries have windows of 32 KiB: what is repeated may stand further back than ours reach."""
    far = random.Random(1).randbytes(10_000).hex()
    answer_to = {"far": b'{"type":"ping","ref":"far","a":"%s","b":"%s"}' % (far.encode(), far.encode())}
    said = [deflated(answer_to["far"], zlib.compressobj(wbits=-15)), *(deflated(hello(ref)) for ref in "ab")]
    assert len(said[0]) < 1.1 * len(deflated(far.encode(), zlib.compressobj(wbits=-15)))  # it refers back by 20 KB
    async with raw(server, deflate=True, offer="permessage-deflate") as client:
        client.writer.write(frame(TEXT, said[0][:4], rsv=RSV1, is_last=False) + frame(PIECE, said[0][4:]))
        client.writer.write(b"".join(frame(TEXT, each, rsv=RSV1) for each in said[1:]) + frame(TEXT, hello("plain")))
        client.writer.write(goodbye(1000))
        assert await client.heard() == ["malformed", "a", "b", "plain", 1000]


@pytest.mark.parametrize(
    ("said", "code"),
    [(deflated(bytes(20 * LARGEST_FRAME)), 1009), (b"\xff\xff\xff\xff", 1007)],
    ids=["becomes too large", "junk"],
)
async def test_anything_that_is_compressed_by_itself_is_bounded_too(server: LiveServer, said: bytes, code: int) -> None:
    async with raw(server, deflate=True, offer="permessage-deflate") as client:
        client.writer.write(frame(TEXT, deflated(hello("a")), rsv=RSV1) + frame(TEXT, said, rsv=RSV1))
        assert await client.heard() == ["a", code]


@pytest.mark.parametrize("said", GOODBYES)
async def test_a_goodbye_is_answered_by_one_and_nothing_behind_it(server: LiveServer, said: bytes) -> None:
    async with raw(server) as client:
        client.writer.write(frame(CLOSE, said) + frame(TEXT, hello("after it")) + frame(PING, b"after it"))
        assert await client.heard() == [1000]


async def test_a_caller_who_says_everything_at_once_and_goodbye_is_answered_first(server: LiveServer) -> None:
    """As a shell does that pipes its commands into a WebSocket."""
    sign_in = b'{"type":"sign_in","name":"Ada","ref":"a"}'
    async with raw(server) as client:
        client.writer.write(frame(TEXT, sign_in) + frame(TEXT, hello("b")) + goodbye(1000))
        assert await client.heard() == ["a", "b", 1000]


@pytest.mark.parametrize("size", [LARGEST_FRAME + 1, 20 * LARGEST_FRAME])
async def test_a_caller_who_says_too_much_can_read_why_the_connection_ends(server: LiveServer, size: int) -> None:
    """Were it ended with something unread, the kernel would throw the code away that is on its way."""
    async with raw(server) as client:
        client.writer.write(bytes((LAST | TEXT, 0xFF)) + size.to_bytes(8, "big") + MASK + bytes(size))
        await client.writer.drain()
        assert await client.heard() == [1009]


async def test_of_who_goes_on_saying_what_is_not_understood_only_so_much_is_passed_over(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SendQueue.close, "__defaults__", (10 * SOON,))  # it is not patience that comes to its end
    async with raw(server) as client:
        client.writer.write(frame(3))

        async def go_on() -> None:
            while True:
                client.writer.write(bytes(10_000))
                await client.writer.drain()
                await asyncio.sleep(0)

        with pytest.raises(ConnectionError):
            await asyncio.wait_for(go_on(), SOON)

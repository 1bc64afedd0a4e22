"""Frames are compressed for those who ask for it, within bounds of memory, and what comes compressed is bounded too."""

import asyncio
import random
import zlib
from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_server.web.frames.deflate_windows import (
    EMPTY_WINDOW,
    LEAST_WINDOW_BITS,
    MOST_HISTORY,
    REPEATING,
    TAIL,
    WINDOW_BITS,
    FrameCompressor,
    as_stored,
    windows_for,
)
from quarterdeck_server.web.socket import LARGEST_FRAME, SEND_QUEUES
from servers import LiveServer, live_server
from yarl import URL


@pytest.mark.parametrize(
    ("offers", "offer", "client"),
    [
        ("permessage-deflate; client_max_window_bits", 14, 12),  # Chromium, Firefox and node
        ("permessage-deflate; server_max_window_bits=14; client_max_window_bits", 14, 12),  # the SDK
        ("permessage-deflate; server_max_window_bits=15; client_max_window_bits=15", 14, 12),
        ("permessage-deflate; server_max_window_bits=10; client_max_window_bits=9", 10, 9),
        ("x-webkit-deflate-frame, permessage-deflate; client_max_window_bits", 14, 12),
        ("permessage-deflate; mux=1, permessage-deflate; client_max_window_bits; server_max_window_bits=11", 11, 12),
        ('Permessage-Deflate;client_max_window_bits="10"', 14, 10),
        ("permessage-deflate, permessage-deflate; client_max_window_bits", 14, 12),
    ],
)
def test_windows_are_never_wider_than_the_server_bears(offers: str, offer: int, client: int) -> None:
    agreed = windows_for(offers)
    assert agreed is not None
    assert agreed.offer == f"permessage-deflate; server_max_window_bits={offer}"
    assert agreed.client == f"; client_max_window_bits={client}"


@pytest.mark.parametrize(
    ("offers", "answer"),
    [
        ("permessage-deflate", "server_max_window_bits=14; client_no_context_takeover"),  # Safari, OkHttp
        (
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover",  # gorilla/websocket
            "server_max_window_bits=14; server_no_context_takeover; client_no_context_takeover",
        ),
        ("permessage-deflate; server_max_window_bits=12", "server_max_window_bits=12; client_no_context_takeover"),
        (
            "permessage-deflate; server_max_window_bits=8, permessage-deflate",
            "server_max_window_bits=14; client_no_context_takeover",
        ),
    ],
)
def test_a_client_whose_window_cannot_be_narrowed_compresses_each_message_by_itself(offers: str, answer: str) -> None:
    agreed = windows_for(offers)
    assert agreed is not None
    assert agreed.offer + agreed.client == f"permessage-deflate; {answer}"


@pytest.mark.parametrize("size", [0, 1, 100, len(EMPTY_WINDOW) - 1, len(EMPTY_WINDOW), 3 * len(EMPTY_WINDOW)])
def test_anything_that_was_inflated_can_be_said_again_and_to_another_without_a_change_of_what_follows(
    size: int,
) -> None:
    said = random.Random(size).randbytes(size)
    inflate, another = (zlib.decompressobj(-WINDOW_BITS, EMPTY_WINDOW) for _ in range(2))
    client = zlib.compressobj(wbits=-12)
    assert inflate.decompress(client.compress(said) + client.flush(zlib.Z_SYNC_FLUSH)) == said
    window = inflate.decompress(REPEATING + TAIL)
    assert window == (EMPTY_WINDOW + said)[-len(EMPTY_WINDOW) :]
    assert inflate.decompress(REPEATING + TAIL) == window  # once more makes no difference
    another.decompress(as_stored(window.lstrip(b"\0")) + TAIL)
    following = client.compress(said[-50:] + b" and on") + client.flush(zlib.Z_SYNC_FLUSH)
    assert inflate.decompress(following) == another.decompress(following) == said[-50:] + b" and on"


@pytest.mark.parametrize(
    "offers",
    [
        "",
        "permessage-deflate; server_max_window_bits=8",
        "permessage-deflate; client_no_context_takeover=1",
        "permessage-deflate; client_max_window_bits; server_max_window_bits=8",
        "permessage-deflate; client_max_window_bits=8",
        "permessage-deflate; client_max_window_bits; level=9",
        "permessage-deflate; client_max_window_bits; client_max_window_bits",
        "permessage-deflate; client_max_window_bits; =;",
        "permessage-deflate; client_max_window_bits=16",
        "permessage-deflate; client_max_window_bits=010",
        'permessage-deflate; client_max_window_bits="10',
        "permessage-deflate; client_max_window_bits=١٢",
        "permessage-deflate; client_max_window_bits; server_max_window_bits",
        "permessage-deflate; client_max_window_bits; server_no_context_takeover=10",
        "permessage-deflate; client_max_window_bits=" + "9" * 5_000,  # more digits than Python makes a number of
        "x-webkit-deflate-frame; client_max_window_bits",
    ],
)
def test_without_an_offer_that_can_be_bounded_nothing_is_compressed(offers: str) -> None:
    assert windows_for(offers) is None


def test_a_client_that_keeps_no_window_is_obeyed() -> None:
    agreed = windows_for("permessage-deflate; client_max_window_bits; server_no_context_takeover")
    assert agreed is not None
    assert agreed.offer.endswith("; server_no_context_takeover")


_frames = st.lists(
    st.binary(max_size=40)
    | st.builds(lambda part, times: part * times, st.binary(min_size=1, max_size=600), st.integers(1, 60)),
    max_size=12,
)


@given(_frames, st.integers(LEAST_WINDOW_BITS, WINDOW_BITS), st.booleans())
def test_compressed_frames_are_one_stream_for_who_keeps_the_window_that_was_agreed_on(
    frames: list[bytes], bits: int, forgets: bool
) -> None:
    compressor = FrameCompressor(bits, forgets=forgets)
    reader = zlib.decompressobj(wbits=-bits)
    for frame in frames:
        if forgets:
            reader = zlib.decompressobj(wbits=-bits)
        payload = compressor.compressed(frame)
        assert not payload.endswith(TAIL)
        assert reader.decompress(payload + TAIL) == frame


def test_anything_that_was_said_before_is_not_said_again_and_no_more_of_it_is_kept_than_is_allowed() -> None:
    compressor = FrameCompressor(WINDOW_BITS)
    pages = [random.Random(number).randbytes(4_000) for number in range(4)]
    first, again, *others = (compressor.compressed(page) for page in (pages[0], *pages))
    assert len(again) < len(first) / 10
    assert len(compressor.history) <= MOST_HISTORY
    late = compressor.compressed(pages[0])  # 12,000 bytes have been said since
    assert len(late) > 10 * len(again)
    assert all(len(other) > 10 * len(again) for other in others)


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server() as server:
        yield server


HANDSHAKE = (
    b"GET /v1/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
)
PLAIN, DEFLATED = 0x81, 0xC1
"""The first byte of a text frame as it is, and of one that is compressed."""

HELLO = b'{"type":"hello","client":"%s"}'


class TestSocket:
    async def test_a_caller_who_asks_is_told_compressed_frames_and_reads_them(self, server: LiveServer) -> None:
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/v1/socket", compress=15) as line:
            said = line._response.headers["Sec-WebSocket-Extensions"]
            assert said == "permessage-deflate; server_max_window_bits=14; client_max_window_bits=12"
            for _ in range(3):
                await line.send_bytes(HELLO % b"x")
                assert (await line.receive_json())["type"] == "welcome"

    async def test_a_caller_who_does_not_ask_is_told_frames_as_they_are(self, server: LiveServer) -> None:
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/v1/socket") as line:
            assert "Sec-WebSocket-Extensions" not in line._response.headers
            await line.send_bytes(HELLO % b"x")
            assert (await line.receive_json())["type"] == "welcome"

    async def test_a_small_frame_that_becomes_large_is_not_read(self, server: LiveServer) -> None:
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/v1/socket", compress=12) as line:
            await line.send_bytes(HELLO % (b"x" * 50 * LARGEST_FRAME))
            heard = await line.receive()
            assert (heard.type, heard.data) == (aiohttp.WSMsgType.CLOSE, aiohttp.WSCloseCode.MESSAGE_TOO_BIG)

    async def test_anything_that_is_too_large_for_a_command_is_refused_by_its_size_after_inflating(
        self, server: LiveServer
    ) -> None:
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/v1/socket", compress=12) as line:
            await line.send_bytes(HELLO % (b"x" * 100_000))
            assert (await line.receive_json())["code"] == "too_large"

    @pytest.mark.parametrize("junk", [b"\xff\xff\xff\xff", b"", zlib.compress(b"with a header"), bytes(range(256))])
    async def test_compressed_junk_harms_nobody_else(self, server: LiveServer, junk: bytes) -> None:
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(f"{server.url}/v1/socket", compress=12) as line,
            http.ws_connect(f"{server.url}/v1/socket", compress=12) as other,
        ):
            line._writer._write_websocket_frame(junk, aiohttp.WSMsgType.TEXT, 0x40)
            heard = await line.receive()
            assert heard.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.CLOSED)
            await other.send_bytes(HELLO % b"x")
            assert (await other.receive_json())["type"] == "welcome"

    async def test_large_and_small_frames_come_in_the_order_in_which_they_were_said(self, server: LiveServer) -> None:
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/v1/socket", compress=12) as line:
            (queue,) = server.app[SEND_QUEUES]
            sizes = (100, 40_000, 10, 20_000, 5, 16_385, 16_000)
            for number, size in enumerate(sizes):
                kind = "update" if number % 3 else "said"
                queue.put(msgspec.json.encode({"type": kind, "padding": "y" * size}))
            assert [len((await line.receive_json())["padding"]) for _ in sizes] == list(sizes)

    async def test_only_what_is_told_of_matches_is_compressed(self, server: LiveServer) -> None:
        address = URL(server.url)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(HANDSHAKE)
        assert b"client_max_window_bits=12" in await reader.readuntil(b"\r\n\r\n")
        (queue,) = server.app[SEND_QUEUES]
        said = {"signed_in": PLAIN, "update": DEFLATED, "said": PLAIN, "update_patch": DEFLATED, "table_changed": PLAIN}
        for kind in said:
            queue.put(msgspec.json.encode({"type": kind, "padding": "y" * 20}))
        heard = []
        for _ in said:
            first, size = await reader.readexactly(2)
            heard.append(first)
            await reader.readexactly(size)
        assert heard == list(said.values())
        writer.transport.abort()

    async def test_nothing_is_kept_of_what_a_client_said_that_compresses_each_message_by_itself(
        self, server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("aiohttp.client.ws_ext_gen", lambda **_: "permessage-deflate")
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/v1/socket", compress=15) as line:
            said = line._response.headers["Sec-WebSocket-Extensions"]
            assert said == "permessage-deflate; server_max_window_bits=14; client_no_context_takeover"
            for _ in range(3):
                await line.send_bytes(HELLO % b"x")
                assert (await line.receive_json())["type"] == "welcome"
            (queue,) = server.app[SEND_QUEUES]
            assert queue._socket.window == b""
            for number in range(2):
                queue.put(msgspec.json.encode({"type": "update", "padding": "y" * 200 * number}))
                assert len((await line.receive_json())["padding"]) == 200 * number

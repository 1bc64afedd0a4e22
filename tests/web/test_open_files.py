"""A server that may open few files: those who open connections and do nothing with them keep nobody out, and who asks
how it is doing is answered however many there are."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import msgspec
import pytest
from servers import SOON, Line, Message, served, soon
from yarl import URL

FILES = 300
UNFINISHED = b"GET /v1/socket HTTP/1.1\r\nHost: x\r\n"
QUIET = ("--quotas", "off")


@contextlib.contextmanager
def half_open(url: str, many: int) -> Iterator[list[socket.socket]]:
    """Hold so many connections that have begun to ask something and do not go on."""
    address = URL(url)
    assert address.host is not None
    assert address.port is not None
    held: list[socket.socket] = []
    try:
        for _ in range(many):
            held.append(socket.create_connection((address.host, address.port), timeout=SOON))
            with contextlib.suppress(ConnectionError):  # the server is free to cut it at once
                held[-1].sendall(UNFINISHED)
        yield held
    finally:
        for each in held:
            each.close()


def is_cut(held: socket.socket) -> bool:
    held.setblocking(False)
    try:
        return held.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


async def asked(url: str, path: str) -> tuple[int, Message]:
    """Ask over a connection of its own, as who watches over a server does."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(SOON)) as http, http.get(url + path) as answer:
        return answer.status, msgspec.json.decode(await answer.read())


async def test_requests_that_are_never_finished_keep_nobody_out(tmp_path: Path) -> None:
    async with served("--store", "memory", folder=tmp_path, files=FILES) as server:
        with half_open(server.url, 2 * FILES):
            for _ in range(3):
                assert (await asked(server.url, "/healthz"))[0] == 200
                assert (await asked(server.url, "/readyz"))[0] == 200
            async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/v1/socket") as line:
                await line.send_str('{"type": "sign_in", "ref": "a"}')
                assert (await line.receive_json())["type"] == "signed_in"
        assert await server.terminated() == 0
    assert b"Traceback" not in server.said
    assert b'"error"' not in server.said


async def test_at_the_bound_whoever_asks_after_health_is_answered_and_readiness_says_why(tmp_path: Path) -> None:
    options = ("--store", "memory", *QUIET, "--connections", "20", "--connections-per-address", "0")
    async with served(*options, folder=tmp_path) as server, contextlib.AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        lines = [Line(await http.ws_connect(f"{server.url}/v1/socket", max_msg_size=0)) for _ in range(20)]
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(f"{server.url}/v1/socket")
        assert refused.value.status == 503
        assert (await asked(server.url, "/healthz"))[0] == 200
        status, problem = await asked(server.url, "/readyz")
        assert (status, problem["code"]) == (503, "unavailable")
        assert "reached its limit of 20 connections" in problem["detail"]
        assert (await asked(server.url, "/v1/games"))[0] == 503
        for line in lines:
            assert (await line.ask({"type": "hello"}))["type"] == "welcome"
        await lines.pop().socket.close()
        while (await asked(server.url, "/readyz"))[0] != 200:
            pass
        for line in lines:
            await line.socket.close()
        assert await server.terminated() == 0
    assert server.said.count(b"no room for more connections") == 1


async def test_a_process_holds_no_more_connections_than_it_may_open_files_and_says_so(tmp_path: Path) -> None:
    async with served("--store", "memory", *QUIET, folder=tmp_path, files=FILES) as server:
        with half_open(server.url, 2 * FILES) as held:
            await soon(lambda: sum(map(is_cut, held)) > FILES)
            assert (await asked(server.url, "/healthz"))[0] == 200
        assert await server.terminated() == 0
    assert b"the limit on open files allows fewer connections than set" in server.said

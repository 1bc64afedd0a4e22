"""`quarterdeck serve` as it is really run: it greets, serves, ends cleanly, and never leaves anything behind."""

import asyncio
import os
import re
import signal
import socket
import struct
from functools import partial
from pathlib import Path

import aiohttp
import msgspec
import pytest
import redis
from servers import Served, children_of, is_running, kill, line_to, served, soon


def store_of(data: Path) -> int:
    """Return the process id of the embedded store on this folder."""
    _, sockets = (data / "lock").read_text().split()
    with redis.Redis(unix_socket_path=f"{sockets}/store") as client:
        return int(client.info("server")["process_id"])


def has_ended(process: int) -> bool:
    return not is_running(process)


def has_children(process: int, number: int) -> bool:
    return len(children_of(process)) == number


async def answers(server: Served) -> bool:
    """Whether it answers a question over a socket."""
    async with line_to(server.url) as line:
        answer = await line.ask({"type": "hello"})
        return bool(answer["type"] == "welcome")


async def play(server: Served) -> str:
    """Play a match of bots to its end, and give its id."""
    async with line_to(server.url) as line:
        await line.sign_in()
        table = (await line.ask({"type": "open_table", "game": "tiny", "options": {"marks": 3}}))["table"]
        await line.ask({"type": "add_bot", "table": table["id"]})
        await line.ask({"type": "ready", "table": table["id"]})
        update = await line.ask({"type": "watch_match", "match": table["match"]})
        while update["result"] is None:
            if update["choices"]:
                act = {"type": "act", "match": table["match"], "seen": update["version"]}
                update = await line.ask({**act, "action": update["choices"][0]})
            else:
                update = await line.until(lambda heard: heard["type"] == "update")
        return str(table["match"])


async def transcript(server: Served, match: str) -> int:
    async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/matches/{match}") as response:
        return len(msgspec.json.decode(await response.read())["entries"])


class TestComingAndGoing:
    async def test_it_greets_serves_and_ends_with_its_store(self, tmp_path: Path) -> None:
        async with served("--data", str(tmp_path / "data"), "--bot-delay", "0", anew=True) as server:
            assert msgspec.json.decode(server.greeting)["store"] == f"embedded, in {tmp_path}/data"
            store = store_of(tmp_path / "data")
            assert await transcript(server, await play(server)) == 4
            assert await server.terminated() == 0
            assert not is_running(store)
            assert server.said == b""

    async def test_what_was_played_is_there_after_it_was_killed(self, tmp_path: Path) -> None:
        async with served("--data", str(tmp_path), "--bot-delay", "0") as server:
            match, store = await play(server), store_of(tmp_path)
            server.kill()
            assert await server.ended() == -signal.SIGKILL
            await soon(lambda: not is_running(store))
        async with served("--data", str(tmp_path)) as server:
            assert await transcript(server, match) == 4

    async def test_an_interrupt_ends_it_like_a_request_to_stop(self, tmp_path: Path) -> None:
        async with served("--data", str(tmp_path), anew=True) as server:
            async with line_to(server.url) as line:
                await line.ask({"type": "hello"})
                server.process.send_signal(signal.SIGINT)
                assert await line.closed() == aiohttp.WSCloseCode.SERVICE_RESTART
            assert await server.ended() == 0

    async def test_while_it_drains_it_goes_on_answering_but_is_not_ready(self, tmp_path: Path) -> None:
        async with served("--store", "memory", "--drain", "1", folder=tmp_path) as server, line_to(server.url) as line:
            await line.ask({"type": "hello"})
            server.process.terminate()
            async with aiohttp.ClientSession() as http:
                status = 200
                while status == 200:
                    async with http.get(f"{server.url}/readyz") as response:
                        status = response.status
                async with http.get(f"{server.url}/v1/games") as response:
                    assert response.status == 200
            assert status == 503
            assert await line.closed() == aiohttp.WSCloseCode.SERVICE_RESTART
            assert await server.ended() == 0

    async def test_the_store_comes_back_by_itself(self, tmp_path: Path) -> None:
        asking = ("--messages-per-second", "100000")  # it is asked again and again until it is back
        async with served("--data", str(tmp_path), "--bot-delay", "0", *asking) as server:
            store = store_of(tmp_path)
            kill(store)
            await soon(lambda: not is_running(store))
            async with line_to(server.url) as line:
                while (await line.ask({"type": "sign_in"}))["type"] != "signed_in":
                    assert line.heard[-1]["code"] == "unavailable"
            assert await play(server)
            assert await server.terminated() == 0
            lines = [msgspec.json.decode(line) for line in server.said.splitlines()]
            assert [line["event"] for line in lines if line["level"] == "error"] == ["the embedded store has died"]


class TestSentencesForWhoeverStartsIt:
    async def test_data_that_is_in_use(self, tmp_path: Path) -> None:
        async with served("--data", str(tmp_path)), served("--data", str(tmp_path)) as second:
            assert (await second.ended(), second.greeting) == (1, "")
            assert re.search(rb"^Error: The folder .* is in use by process \d+\.$", second.said.strip())

    async def test_a_port_that_is_in_use(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            async with served("--data", str(tmp_path), "--port", port) as server:
                assert await server.ended() == 1
                assert server.said.startswith(f"Error: 127.0.0.1:{port} is in use".encode())
                assert b"quarterdeck serve --port 8766 --data other-data" in server.said
        assert os.listdir(tmp_path) == [], "no store was started for it"

    @pytest.mark.parametrize(
        ("options", "environment", "says"),
        [
            (
                ["--workers", "0"],
                {},
                b"Error: --workers (or QUARTERDECK_WORKERS) is 0; it must be a number from 1 to 64.",
            ),
            (["--store", "nosuch"], {}, b"Error: --store (or QUARTERDECK_STORE) is 'nosuch'; it must be embedded, "),
            ([], {"QUARTERDECK_PORT": "99999"}, b"Error: --port (or QUARTERDECK_PORT) is '99999'; it must be a number"),
            (
                ["--data", "/dev/null/data"],
                {},
                b"Error: --data (or QUARTERDECK_DATA): /dev/null/data: Not a directory. It must be a folder",
            ),
            ([], {"QUARTERDECK_SPEED": "1"}, b"Error: QUARTERDECK_SPEED is not a setting. There are: "),
            (
                ["--store", "memory", "--workers", "2"],
                {},
                b"Error: several workers need a shared store: `embedded` or the address of a Redis",
            ),
            (["--store", "redis://localhost:port"], {}, b"Error: "),
            (
                ["--store", "redis+cluster://a:1,b:port"],
                {},
                b"Error: --store (or QUARTERDECK_STORE): After a host and a colon in the store's address comes a port",
            ),
            (
                ["--store", "redis+sentinel://a:1"],
                {},
                b"Error: --store (or QUARTERDECK_STORE): The address of Sentinels ends with the name under which",
            ),
            (["--cards", "nowhere"], {}, b"Error: "),
        ],
    )
    async def test_a_setting_that_is_wrong(
        self, options: list[str], environment: dict[str, str], says: bytes, tmp_path: Path
    ) -> None:
        async with served(*options, environment=environment, folder=tmp_path) as server:
            assert await server.ended() == 1
            assert server.said.startswith(says)
            assert b"Traceback" not in server.said

    async def test_what_the_client_reads_may_be_set_where_a_server_starts(self, tmp_path: Path) -> None:
        environment = {"QUARTERDECK_URL": "http://127.0.0.1:9"}
        async with served("--store", "memory", environment=environment, folder=tmp_path) as server:
            assert await answers(server)

    async def test_an_option_goes_before_the_environment(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            environment = {"QUARTERDECK_PORT": str(taken.getsockname()[1]), "QUARTERDECK_STORE": "memory"}
            async with served("--port", "0", environment=environment, folder=tmp_path) as server:
                assert await answers(server)
                assert msgspec.json.decode(server.greeting)["store"] == "memory"


class TestWorkers:
    async def test_several_share_the_port_and_one_that_dies_is_replaced(self, tmp_path: Path) -> None:
        async with served("--data", str(tmp_path), "--workers", "2", "--bot-delay", "0") as server:
            parent = server.process.pid
            await soon(lambda: len(children_of(parent)) == 2)
            assert await play(server)
            for _ in range(2):  # each in turn serves alone
                first, second = children_of(parent)
                kill(first)
                await soon(partial(has_ended, first))
                assert await answers(server)
                await soon(lambda: len(children_of(parent)) == 2)
                assert second in children_of(parent)
            workers, store = children_of(parent), store_of(tmp_path)
            assert await play(server)
            assert await server.terminated() == 0
            assert [process for process in (*workers, store) if is_running(process)] == []

    async def test_workers_have_the_card_sets_of_the_folder(self, tmp_path: Path) -> None:
        (tmp_path / "sets").symlink_to(Path(__file__).parents[2] / "deploy" / "cards")
        async with served("--workers", "2", environment={"QUARTERDECK_CARDS": "sets"}, folder=tmp_path) as server:
            await soon(lambda: len(children_of(server.process.pid)) == 2)
            async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/games/myacards/cards") as answer:
                decoded = msgspec.json.decode(await answer.read())
            assert [each["id"] for each in decoded["sets"]] == ["MY1", "MOOR"]
            assert await server.terminated() == 0

    async def test_workers_have_no_second_set_where_the_list_of_sets_is_empty(self, tmp_path: Path) -> None:
        """So an empty list must reach them: without one they take the default."""
        for given, ids in (((), ["AB1", "AB2"]), (("--sets", ""), ["AB1"])):
            async with served("--workers", "2", *given, folder=tmp_path) as server:
                await soon(partial(has_children, server.process.pid, 2))
                async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/games/amiibart/cards") as answer:
                    decoded = msgspec.json.decode(await answer.read())
                assert [each["id"] for each in decoded["sets"]] == ids
                assert await server.terminated() == 0

    async def test_workers_and_store_end_with_a_parent_that_is_killed(self, tmp_path: Path) -> None:
        async with served("--data", str(tmp_path), "--workers", "2") as server:
            await soon(lambda: len(children_of(server.process.pid)) == 2)
            assert await answers(server)
            left = [*children_of(server.process.pid), store_of(tmp_path)]
            server.kill()
            await server.ended()
            await soon(lambda: not any(is_running(process) for process in left))


@pytest.mark.parametrize(
    "sent", [b"GET /?%s\xc2 HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nAuthorization: Bearer %s\x01\r\n\r\n"]
)
async def test_what_is_no_http_is_refused_and_the_log_does_not_repeat_it(sent: bytes) -> None:
    async with served("--store", "memory") as server:
        port = int(server.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent % b"4cc0un7")
        assert (await reader.readline()).startswith(b"HTTP/1.0 400")
        writer.close()
        await writer.wait_closed()
        assert await server.terminated() == 0
    assert b"127.0.0.1 sent something that is not HTTP" in server.said
    assert not any(said in server.said for said in (b"4cc0un7", b"Traceback", b'"error"'))


@pytest.mark.parametrize("path", [b"/v1/replays", b"/nowhere"])
async def test_clients_that_leave_before_they_are_told_to_continue_write_no_error(path: bytes) -> None:
    """aiohttp answers `Expect` before any middleware, and logged a traceback for everybody who had left by then."""
    head = b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 900\r\n\r\n"
    async with served("--store", "memory") as server:
        port = int(server.url.rpartition(":")[2])
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", port)) as leaving:
                leaving.sendall(head)
                leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert await answers(server)
        assert await server.terminated() == 0
    assert not any(said in server.said for said in (b"Traceback", b'"error"'))

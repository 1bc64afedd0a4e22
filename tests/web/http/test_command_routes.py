"""Commands over plain HTTP: what the documents print plays a whole match with `curl` alone, and each command is carried
out once under its `ref`."""

import asyncio
import re
from pathlib import Path

import aiohttp
import msgspec
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.accounts.address_marks import MARKS, AddressMarksRecord
from quarterdeck_server.lobby.challenges.challenge_records import MOST_A_DAY
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import SOON, LiveServer, Message, live_server
from web.challenge_cases import me
from web.http.test_trade_routes import asked

PAGE = (Path(__file__).parents[3] / "protocol" / "docs" / "http-commands.md").read_text()
[SCRIPT] = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = "/v1/commands"


async def say(server: LiveServer, command: Message, token: str | None = None, **headers: str) -> tuple[int, Message]:
    """Give a command over HTTP."""
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    async with aiohttp.ClientSession(headers=headers) as http, http.post(server.url + COMMANDS, json=command) as answer:
        return answer.status, await answer.json(content_type=None)


async def signed_in(server: LiveServer, name: str = "Ada") -> str:
    status, answer = await say(server, {"type": "sign_in", "name": name, "ref": "in"})
    assert (status, answer["type"], answer["ref"]) == (200, "signed_in", "in")
    return str(answer["token"])


async def test_curl_alone_plays_a_match_to_its_end(tmp_path: Path) -> None:
    async with live_server(bot_delay=0) as server:
        script = tmp_path / "play.sh"
        script.write_text(SCRIPT.replace("http://127.0.0.1:8765", server.url.rstrip("/")))
        process = await asyncio.create_subprocess_exec(
            "sh", str(script), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        async with asyncio.timeout(SOON):
            written, errors = await process.communicate()
        assert (process.returncode, errors) == (0, b""), errors
        result, notices = written.decode().strip().split("\n")
        assert result.startswith('"result":{"places":[')
        assert '"kind":"match_ended"' in notices


async def test_a_command_is_carried_out_once_under_its_ref() -> None:
    async with live_server() as server:
        token = await signed_in(server)
        opening = {"type": "open_table", "game": "tiny", "seats": 2, "ref": "t"}
        (_, first), (_, again) = [await say(server, opening, token) for _ in range(2)]
        assert first["table"]["id"] == again["table"]["id"]
        table, match = first["table"]["id"], first["table"]["match"]
        await say(server, {"type": "add_bot", "table": table, "ref": "b"}, token)
        status, ready = await say(server, {"type": "ready", "table": table, "ref": "r"}, token)
        assert (status, ready["table"]["stage"]) == (200, "playing")
        _, update = await say(server, {"type": "watch_match", "match": match, "ref": "w"}, token)
        while not update["choices"]:
            _, update = await say(server, {"type": "watch_match", "match": match, "ref": "w"}, token)
        act = {"type": "act", "match": match, "seen": update["version"], "action": update["choices"][0], "ref": "a"}
        (status, done), (_, same) = [await say(server, act, token) for _ in range(2)]
        assert (status, done["type"], done["ref"]) == (200, "update", "a")
        assert done["version"] == update["version"] + 1
        assert same["version"] >= done["version"]
        await say(server, {"type": "resign", "match": match, "ref": "z"}, token)
        status, transcript = await asked(server, f"/v1/matches/{match}", token)
        said = [msgspec.json.decode(each["entry"]) for each in transcript["entries"]]
        assert status == 200
        assert sum(entry.get("ref") == "a" for entry in said) == 1


async def test_refusals_are_problems_with_the_codes_of_the_socket() -> None:
    async with live_server() as server, server.person("Ada") as ada:
        token = await signed_in(server, "Bo")
        unknown = {"type": "sit", "table": "nowhere", "ref": "s"}
        status, refused = await say(server, unknown, token, **{"Accept-Language": "de"})
        assert (status, refused["code"], refused["where"]) == (404, "unknown_table", "$.table")
        assert refused["detail"].startswith("Es gibt keinen Tisch")
        assert (await say(server, unknown))[1]["code"] == "not_signed_in"
        assert (await say(server, unknown, "wrong"))[0] == 401
        for body in ({"type": "ping"}, {"ref": "1"}):
            status, refused = await say(server, body)
            assert (status, refused["code"]) == (400, "malformed")
        assert (await say(server, {"type": "dance", "ref": "d"}))[1]["code"] == "unknown_message"
        assert (await say(server, {"type": "ping", "ref": "p"})) == (200, {"type": "pong", "ref": "p"})
        looks = (await ada.ask({"type": "make_token", "scopes": ["lobby:read"]}))["token"]
        status, refused = await say(server, {"type": "open_table", "game": "tiny", "ref": "o"}, looks)
        assert (status, refused["code"]) == (403, "missing_scope")


async def test_a_seat_is_kept_for_a_while_and_nothing_is_left_of_the_connection() -> None:
    async with live_server() as server:
        token = await signed_in(server)
        _, opened = await say(server, {"type": "open_table", "game": "tiny", "seats": 2, "ref": "t"}, token)
        status, seats = await asked(server, "/v1/me/seats", token)
        assert (status, [each["table"] for each in seats["seats"]]) == (200, [opened["table"]["id"]])
        assert server.services.presence.players == 0
        assert server.services.matches.watched() == {}


async def marks_of(store: MemoryStore, player: str) -> int:
    [stored] = await store.documents.read([MARKS.key(PlayerId(player))])
    return len((MARKS.of(stored) or AddressMarksRecord()).marks)


async def test_the_address_of_each_command_is_marked_as_that_of_a_connection_is() -> None:
    store = MemoryStore(Memory())
    async with live_server(store, trusted_proxies=1) as server:
        _, answer = await say(
            server, {"type": "sign_in", "name": "Ada", "ref": "in"}, **{"X-Forwarded-For": "10.0.0.1"}
        )
        player, token = answer["player"]["id"], answer["token"]
        assert await marks_of(store, player) == 1
        for _ in range(2):
            await say(server, {"type": "ping", "ref": "p"}, token, **{"X-Forwarded-For": "10.9.0.1"})
        assert await marks_of(store, player) == 2


async def test_pages_of_other_origins_give_no_commands() -> None:
    async with live_server(origins=("https://good.example",)) as server, aiohttp.ClientSession(server.url) as http:
        for origin, status in (("https://good.example", 200), ("https://evil.example", 403)):
            command = {"type": "sign_in", "name": "Ada", "ref": "in"}
            async with http.post(COMMANDS, json=command, headers={"Origin": origin}) as answer:
                assert answer.status == status


async def test_a_challenge_tells_in_headers_how_many_are_left_today() -> None:
    async with live_server() as server, server.person("Bo") as bo, aiohttp.ClientSession() as http:
        token, other = await signed_in(server), await me(bo)
        await bo.ask({"type": "set_challengers", "by": "everybody"})
        headers = {"Authorization": f"Bearer {token}"}
        command = {"type": "create_challenge", "player": other, "game": "tiny"}
        for ref, status, left in (("1", 200, MOST_A_DAY - 1), ("2", 429, MOST_A_DAY - 1)):
            url = server.url + COMMANDS
            async with http.post(url, json={**command, "ref": ref}, headers=headers) as answer:
                told = answer.headers["RateLimit"].split(";")
                assert (answer.status, told[:2]) == (status, ['"challenges_a_day"', f"r={left}"])
                assert answer.headers["RateLimit-Policy"] == f'"challenges_a_day";q={MOST_A_DAY};w=86400'

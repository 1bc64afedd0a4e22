"""What is asked over plain HTTP."""

import aiohttp
import msgspec
import pytest
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import bot, live_server
from structlog.testing import capture_logs


async def test_it_is_alive_whatever_happens() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server:
        assert await server.get("/healthz") == (200, {"status": "alive"})
        memory.leave()
        assert await server.get("/healthz") == (200, {"status": "alive"})


async def test_a_caller_who_types_the_address_into_a_browser_is_told_what_to_do() -> None:
    async with live_server() as server, aiohttp.ClientSession() as browser, browser.get(server.url) as response:
        assert (response.status, response.content_type) == (200, "text/plain")
        assert f"quarterdeck play --url {server.url}" in await response.text()


async def test_games_are_listed_with_all_that_a_client_needs() -> None:
    async with live_server() as server:
        status, listed = await server.get("/v1/games")
        assert status == 200
        for offer in listed["games"]:
            status, game = await server.get(f"/v1/games/{offer['name']}")
            assert (status, game["offer"]) == (200, offer)
            assert set(game["phrases"]) == {"actions", "events", "things", "rules"}
            assert "GameView" in game["schema"]["$defs"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/games/chess", 404, "unknown_game"),
        ("/v1/matches/nowhere", 404, "unknown_match"),
        ("/v1/matches/%00%FF", 404, "unknown_match"),
    ],
)
async def test_anything_that_is_not_there_is_refused_like_everything_else(path: str, status: int, code: str) -> None:
    async with live_server() as server:
        answered, refused = await server.get(path)
        assert (answered, refused["status"], refused["code"]) == (status, status, code)
        assert refused["detail"].endswith(".")


async def test_unknown_paths_and_plain_questions_to_the_socket_are_answered_in_json() -> None:
    async with live_server() as server:
        assert (await server.get("/nowhere"))[0] == 404
        status, said = await server.get("/v1/socket")
        assert (status, said["status"]) == (400, 400)


async def test_the_schema_describes_the_messages() -> None:
    async with live_server() as server:
        status, schema = await server.get("/v1/schema")
        assert (status, "FromClient" in schema["$defs"]) == (200, True)


async def test_a_transcript_is_secret_until_the_end_and_whole_afterwards() -> None:
    async with live_server() as server, server.player() as ada:
        await server.begin("m", [bot(1), bot(2)], marks=5, bot_delay=60_000)
        status, refused = await server.get("/v1/matches/m")
        assert (status, refused["code"]) == (409, "not_over_yet")
        await server.begin("done", [bot(1), bot(2)], marks=5)
        await ada.ask({"type": "watch_match", "match": "done"})
        last = await ada.until(lambda heard: heard.get("result") is not None)
        status, body = await server.get("/v1/matches/done")
        transcript = msgspec.convert(body, Transcript)
        assert (status, len(transcript.entries), transcript.entries[-1].link) == (200, 6, last["link"])
        assert msgspec.to_builtins(transcript.result) == {**last["result"], "places": tuple(last["result"]["places"])}


async def test_a_mistake_of_the_server_is_answered_and_noted() -> None:
    memory = Memory()
    store = MemoryStore(memory)
    async with live_server(store) as server:
        await server.begin("m", [bot(1), bot(2)])
        memory.logs["m"].entries[0] = msgspec.structs.replace(memory.logs["m"].entries[0], entry=b"{}")  # type: ignore[index]  # an id is a string
        with capture_logs() as logs:
            status, refused = await server.get("/v1/matches/m")
        assert (status, refused["code"]) == (500, "internal")
        failed = [line for line in logs if line["event"] == "an HTTP request failed"]
        assert [line["log_level"] for line in failed] == ["error"]


async def test_a_table_whose_match_has_ended_is_over() -> None:
    async with live_server() as server, server.player() as ada:
        table = (await ada.ask({"type": "open_table", "game": "tiny", "options": {"marks": 1}}))["table"]
        await ada.ask({"type": "add_bot", "table": table["id"]})
        await ada.ask({"type": "ready", "table": table["id"]})
        update = await ada.ask({"type": "watch_match", "match": table["match"]})
        if update["choices"]:
            act = {"type": "act", "match": table["match"], "seen": update["version"], "action": update["choices"][0]}
            await ada.ask(act)
        while not any(heard["type"] == "table_changed" and heard["table"]["stage"] == "over" for heard in ada.heard):
            await ada.next()
        assert (await ada.ask({"type": "list_tables"}))["tables"] == []

"""Talk and moderation over two real processes on one real store: what is said and done in one holds in the other, also
when one of them dies or has heard nothing for a while."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import redis
from click.testing import CliRunner, Result
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_server.__main__ import main
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from servers import Line, Message, Served, line_to, served

PASSWORD = "a long walk by the sea"
LOBBY = {"where": "lobby"}
A_DAY = 24 * 60 * 60


class TwoProcesses:
    """Ada, an admin, at the one and Bo at the other."""

    def __init__(self, store: EmbeddedStore, here: Served, there: Served, ada: Line, bo: Line) -> None:
        self.store = store
        self.here = here
        self.there = there
        self.ada = ada
        self.bo = bo
        self.token = ""
        self.bo_token = ""
        self.bo_id = ""

    async def ask(self, server: Served, path: str, order: Message | None = None, token: str | None = None) -> Any:
        """Ask one of the processes over HTTP, in Ada's name if there is no other token; gives status and JSON."""
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        async with aiohttp.ClientSession(headers=headers) as http:
            url = f"{server.url}/v1/{path}"
            async with http.get(url) if order is None else http.post(url, json=order) as response:
                return response.status, await response.json(content_type=None)

    async def sanction(self, server: Served, kind: str, *, token: str, **more: Any) -> Message:
        order = {"player": self.bo_id, "kind": kind, "why": "far too loud", **more}
        status, deed = await self.ask(server, "moderation/sanctions", order, token)
        assert status == 200, deed
        return dict(deed)

    def silence(self) -> None:
        """Break every line on which a process hears of others."""
        with redis.Redis.from_url(self.store.url) as client:
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")

    async def terminated(self) -> None:
        """End both processes, neither of which has anything to complain of."""
        for server in (self.here, self.there):
            assert await server.terminated() == 0
            assert server.said == b""


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[TwoProcesses]:
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    try:
        async with contextlib.AsyncExitStack() as stack:
            here, there = [
                await stack.enter_async_context(served("--store", store.url, "--log-level", "error")) for _ in range(2)
            ]
            ada, bo = [await stack.enter_async_context(line_to(server.url)) for server in (here, there)]
            two = TwoProcesses(store, here, there, ada, bo)
            two.token = (await ada.sign_in("Whoever"))["token"]
            await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            assert "first_admin Ada" in await said("make-first", "Ada", "--store", store.url)
            signed_in = await bo.sign_in("Bo")
            two.bo_token, two.bo_id = signed_in["token"], signed_in["player"]["id"]
            yield two
    finally:
        await store.stop()


async def said(*words: str) -> str:
    """Run `quarterdeck admin` beside what runs here, and return what it says."""
    clean = {f"QUARTERDECK_{name}": None for name in ("URL", "TOKEN", "STORE", "DATA")}

    def run() -> Result:
        return CliRunner().invoke(main, ["admin", *words], env=clean)

    result = await asyncio.to_thread(run)
    assert result.exit_code == 0, result.output
    return result.output


async def say(line: Line, text: str, ref: str) -> str:
    """Say something in the lobby, and return the id of the line."""
    answer = await line.ask({"type": "say", **LOBBY, "text": text, "ref": ref})
    assert answer["type"] == "said", answer
    return str(answer["line"]["id"])


async def listen(line: Line) -> list[str]:
    """Hear the lobby from now on, and return what was said there."""
    return [each["text"] for each in (await line.ask({"type": "join_chat", **LOBBY}))["lines"]]


async def hears(line: Line, text: str) -> None:
    """Wait until this is heard; whatever else is said is heard before."""
    await line.until(lambda heard: heard["type"] == "said" and heard["line"]["text"] == text)


def heard(line: Line) -> list[str]:
    """Return all that was heard of others."""
    return [each["line"]["text"] for each in line.heard if each["type"] == "said" and each["ref"] is None]


async def test_anything_that_is_said_in_one_process_is_heard_in_the_other_and_outlives_its_process(
    two: TwoProcesses,
) -> None:
    assert await listen(two.bo) == []
    await say(two.ada, "one", "a1")
    await hears(two.bo, "one")
    assert await listen(two.ada) == ["one"]
    await say(two.bo, "two", "b1")
    await hears(two.ada, "two")
    last = await say(two.ada, "three", "a2")
    two.here.kill()  # what was acknowledged is kept
    await two.here.ended()
    await hears(two.bo, "three")
    async with line_to(two.there.url) as again:
        await again.sign_in(token=two.token)
        assert await say(again, "three", "a2") == last
        assert await listen(again) == ["one", "two", "three"]
    assert heard(two.bo) == ["one", "three"]
    with redis.Redis.from_url(two.store.url) as client:
        lines = list(client.scan_iter("qd:{lobby}:document:line:*"))
        assert len(lines) == 3
        assert all(0 < int(client.ttl(line)) <= A_DAY for line in lines)
    assert await two.there.terminated() == 0
    assert two.there.said == b""


async def test_a_process_that_has_heard_nothing_tells_what_was_said_meanwhile_once(two: TwoProcesses) -> None:
    await listen(two.bo)
    for number in range(3):
        two.silence()
        await say(two.ada, f"in the silence {number}", f"silence-{number}")
        await hears(two.bo, f"in the silence {number}")
    await say(two.ada, "the last", "last")
    await hears(two.bo, "the last")
    await two.bo.quiet()
    assert heard(two.bo) == [*(f"in the silence {number}" for number in range(3)), "the last"]
    await two.terminated()


@pytest.mark.parametrize("is_silent", [False, True])
async def test_a_ban_given_in_one_process_takes_effect_at_once_in_both(two: TwoProcesses, is_silent: bool) -> None:
    table = (await two.ada.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
    await two.bo.ask({"type": "sit", "table": table})
    await two.bo.ask({"type": "seek", "games": ["density-deck"]})
    assert (await two.ask(two.there, "me/export", token=two.bo_token))[0] == 200
    if is_silent:
        two.silence()
    closing = asyncio.create_task(two.bo.closed())
    async with line_to(two.here.url) as eve:  # for Ada shares a table with Bo
        token = (await eve.sign_in("Whoever"))["token"]
        await eve.ask({"type": "register", "name": "Eve", "password": PASSWORD})
        await said("make-first", "Eve", "--store", two.store.url, "--force")
        await two.sanction(two.here, "ban", token=token, seconds=3600, address=True)
    places = (await two.ada.ask({"type": "watch_table", "table": table}))["table"]["places"]
    assert [place["player"] and place["player"]["name"] for place in places] == ["Ada", None]
    with redis.Redis.from_url(two.store.url) as client:
        assert client.zcard("qd:{lobby}:index:tickets") == 0
    assert await closing == CloseCode.BANNED
    for server in (two.here, two.there):
        status, problem = await two.ask(server, "me/export", token=two.bo_token)
        assert (status, problem["code"]) == (403, "banned")
        async with line_to(server.url) as again:
            assert (await again.ask({"type": "sign_in", "token": two.bo_token}))["code"] == "banned"
            assert (await again.ask({"type": "sign_in", "name": "Bo again"}))["code"] == "banned"
            assert (await again.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD}))["type"] == "signed_in"
    with redis.Redis.from_url(two.store.url, decode_responses=False) as client:
        strings = [key for key in client.scan_iter("*") if client.type(key) == b"string"]
        assert b"127.0.0.1" not in b"".join(key + (client.get(key) or b"") for key in strings)
    await two.terminated()


async def test_the_command_line_and_http_say_the_same_of_either_process(two: TwoProcesses) -> None:
    here, there = [("--url", server.url, "--token", two.token) for server in (two.here, two.there)]
    await listen(two.bo)
    assert "mute Bo" in await said(*there, "mute", two.bo_id, "--for", "2h", "--why", "spam")
    muted = await two.bo.ask({"type": "say", **LOBBY, "text": "hello"})
    assert (muted["code"], "spam" in muted["text"]) == ("muted", True)
    assert "revoke_mute Bo" in await said(*here, "revoke", two.bo_id, "mute", "--why", "sorry")
    await say(two.bo, "thank you", "b1")
    assert "[Bo → Beau]" in await said(*here, "rename", two.bo_id, "Beau", "--why", "nicer")
    closing = asyncio.create_task(two.bo.closed())
    assert "disconnect Beau" in await said(*here, "disconnect", two.bo_id, "--why", "go")
    assert await closing == CloseCode.DISCONNECTED
    async with line_to(two.here.url) as again:
        assert (await again.sign_in(token=two.bo_token))["player"]["name"] == "Beau"
    two.here.kill()
    await two.here.ended()
    log = (await two.ask(two.there, "moderation/audit"))[1]
    assert [deed["what"] for deed in log["deeds"]] == ["disconnect", "rename", "revoke_mute", "mute", "first_admin"]
    written = await said(*there, "audit")
    assert [line.split(": ")[1].split()[0] for line in written.splitlines()] == [deed["what"] for deed in log["deeds"]]
    assert await two.there.terminated() == 0
    assert two.there.said == b""

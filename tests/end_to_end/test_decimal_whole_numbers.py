"""A client whose language writes every whole number `1.0` plays, trades and asks as any other; a log has digits."""

import json
from random import Random
from typing import Any

import aiohttp
import msgspec
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.verification.transcript_check import verify
from servers import SERVED, Line, Message, live_server
from web.commands.test_trades import me
from web.trade_cases import FIRST, give, of


def pointed(value: Any) -> Any:
    """Return JSON with every whole number as a number with a point."""
    match value:
        case bool():
            return value
        case int():
            return float(value)
        case dict():
            return {name: pointed(each) for name, each in value.items()}
        case list():
            return [pointed(each) for each in value]
        case _:
            return value


async def said(line: Line, command: Message) -> Message:
    """Ask with every number written with a point, twice under one `ref`: the second time with digits."""
    ref = f"pointed-{len(line.heard)}"
    frame = json.dumps(pointed({**command, "ref": ref}))
    assert ".0" in frame or not any(isinstance(each, int) for each in command.values())
    await line.send(frame)
    answer = await line.answer(ref)
    await line.send({**command, "ref": ref})
    again = await line.answer(ref)
    assert again["type"] == answer["type"], again
    return answer


def newest(line: Line) -> Message:
    """Return the newest update that was heard."""
    return max((each for each in line.heard if each["type"] == "update"), key=lambda each: each["version"])


async def test_a_whole_match_is_played_and_verified() -> None:
    luck, memory = Random(7), Memory()
    async with live_server(MemoryStore(memory), luck=7) as server, server.player() as line:
        assert (await said(line, {"type": "hello", "protocol": 1}))["type"] == "welcome"
        opening = {
            "type": "open_table",
            "game": "density-deck",
            "seats": 2,
            "options": {"lives": 3},
            "time_limit": 9000,
        }
        table = (await said(line, opening))["table"]
        assert (table["options"]["lives"], table["time_limit"]) == (3, 9000)
        await line.ask({"type": "add_bot", "table": table["id"]})
        await line.ask({"type": "ready", "table": table["id"]})
        await line.ask({"type": "watch_match", "match": table["match"]})
        acts = 0
        while (update := newest(line))["result"] is None:
            if not update["choices"]:
                await line.until(lambda heard: heard["type"] == "update")
                continue
            act = {"type": "act", "match": table["match"], "seen": update["version"], "epoch": update["epoch"]}
            answer = await said(line, {**act, "action": luck.choice(update["choices"])})
            assert answer["type"] == "update", answer
            acts += 1
        stored = [entry.entry for entry in memory.logs[MatchId(table["match"])].entries]
        transcript = await server.services.matches.transcript(MatchId(table["match"]))
    kept = [json.loads(entry) for entry in stored]
    mine = [entry["cause"]["action"] for entry in kept if (entry["ref"] or "").startswith("pointed")]
    assert len(mine) == acts > 2
    assert any(isinstance(action.get("card"), dict) for action in mine)
    assert [entry for entry in stored if b".0" in entry] == []
    verify(transcript, SERVED)


async def test_bodies_and_queries_over_http_are_read_so_too() -> None:
    async with live_server(trades_account_age=0) as server, server.person("Ada") as ada, server.person("Bo") as bo:
        await give(server, await me(ada), FIRST, 2)
        token = (await said(ada, {"type": "make_token", "scopes": ["collection:trade"], "days": 30}))["token"]
        headers = {"Authorization": f"Bearer {token}"}
        offer = {"type": "offer_trade", "player": await me(bo), "gives": of(FIRST, 2), "ref": "one"}
        async with aiohttp.ClientSession(server.url, headers=headers) as http:
            trades = []
            for body in (pointed(offer), offer):
                async with http.post("/v1/me/trades/offer", json=body) as answer:
                    assert answer.status == 200, await answer.text()
                    trades.append(msgspec.json.decode(await answer.read()))
            async with http.get("/v1/cards?page=1.0") as answer:
                assert (answer.status, (await answer.json())["page"]) == (200, 1)
            halved = {**offer, "ref": "two", "gives": [{**of(FIRST)[0], "count": 1.5}]}
            async with http.post("/v1/me/trades/offer", json=halved) as answer:
                refused = await answer.json(content_type=None)
        assert trades[0] == trades[1]
        assert trades[0]["sides"][0]["gives"][0]["count"] == 2
        assert (refused["code"], refused["where"]) == ("malformed", "$.gives[0].count")


async def test_a_number_with_a_fraction_is_refused_with_its_place_and_changes_nothing() -> None:
    async with live_server() as server, server.player() as line:
        for command, where in (
            ({"type": "open_table", "game": "tiny", "seats": 1.5}, "$.seats"),
            ({"type": "open_table", "game": "density-deck", "options": {"lives": 2.5}}, "$.options.lives"),
            ({"type": "act", "match": "m", "seen": 0.5, "action": {}}, "$.seen"),
        ):
            refused = await line.ask(command)
            assert (refused["type"], refused["where"]) == ("refused", where)
        assert (await line.ask({"type": "get_seats"}))["seats"] == []

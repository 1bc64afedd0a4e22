"""The endpoint of interactions: signatures, times, sizes, and interactions that arrive twice."""

import asyncio
import json
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from discord_simulator import COMMAND, PING, Discord, Json
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import live_server
from web.discord.discord_channel import ADA, BEN, channel_of, two_linked

TAMPERED = 200


async def test_the_app_is_off_unless_the_host_switches_it_on() -> None:
    async with live_server() as server:
        channel = Discord(server.url)
        body = json.dumps(channel.interaction(PING, ADA, {})).encode()
        assert (await channel.post(body, channel.signed(body)))[0] == 404


async def test_a_ping_is_answered_on_a_private_server_too() -> None:
    async with channel_of() as (_, channel):
        assert await channel.send(channel.interaction(PING, ADA, {})) == {"type": 1}


async def test_a_tampered_or_late_request_is_refused_with_401() -> None:
    async with channel_of() as (_, channel):
        body = json.dumps(channel.interaction(COMMAND, ADA, {"name": "coinflip"})).encode()
        signed, chance = channel.signed(body), Random(7)
        signature = signed["X-Signature-Ed25519"]
        for _ in range(TAMPERED):
            place, other = chance.randrange(len(body)), bytearray(body)
            other[place] ^= 1 << chance.randrange(8)
            assert (await channel.post(bytes(other), signed))[0] == 401
        forged = [
            {},
            {**signed, "X-Signature-Ed25519": ""},
            {**signed, "X-Signature-Ed25519": "zz" * 64},
            {**signed, "X-Signature-Ed25519": f"{signature[:-1]}{'0' if signature[-1] != '0' else '1'}"},
            {**signed, "X-Signature-Timestamp": "١٧"},
            channel.signed(body, key=Ed25519PrivateKey.from_private_bytes(bytes(32))),
            channel.signed(body, at=channel.now() - 301),
            channel.signed(body, at=channel.now() + 600),
        ]
        assert [(await channel.post(body, headers))[0] for headers in forged] == [401] * len(forged)
        assert (await channel.post(body, signed))[0] == 200


async def test_what_is_too_large_or_for_another_application_is_refused() -> None:
    async with channel_of() as (_, channel):
        large = b" " * 70_000
        assert (await channel.post(large, channel.signed(large)))[0] == 413
        asked = channel.interaction(COMMAND, ADA, {"name": "coinflip"})
        wrong: Json
        for wrong in ({"application_id": "1"}, {"id": "../x"}, {"member": {}, "user": None}, {"type": "2"}):
            body = json.dumps({**asked, **wrong}).encode()
            assert (await channel.post(body, channel.signed(body)))[0] == 400, wrong


async def test_an_interaction_that_arrives_twice_acts_once_and_gets_one_answer_at_every_process() -> None:
    memory = Memory()
    async with (
        two_linked(store=MemoryStore(memory)) as (one, channel, _, _),
        channel_of(store=MemoryStore(memory)) as (other, elsewhere),
    ):
        opening = channel.interaction(COMMAND, ADA, {"name": "table", "options": [{"name": "game", "value": "tiny"}]})
        answers = await asyncio.gather(*(each.send(opening) for each in (channel, elsewhere, channel)))
        assert answers[0] == answers[1] == answers[2]
        table = channel._message(answers[0], ADA, None)
        listed = [(await server.get("/v1/tables"))[1]["tables"] for server in (one, other)]
        assert [len(each) for each in listed] == [1, 1]
        await elsewhere.press(BEN, table, "join:")
        panel = await channel.press(ADA, table, "play:")
        who = (ADA, panel) if panel.has("act:") else (BEN, await channel.press(BEN, table, "play:"))
        part = who[1].part("act:")
        acting = channel.pressing(*who, "act:", part["options"][0]["value"] if part["type"] == 3 else None)
        first, second = await elsewhere.send(acting), await channel.send(acting)
        assert first == second
        assert "has gone on" not in str(first)
        match = (await one.get("/v1/tables"))[1]["tables"][0]["match"]
        record = (await one.services.matches.open(match)).record
        assert record.version == 2

"""The server's keys over HTTP, and the transcripts that they sign."""

import aiohttp
import msgspec
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.verification.signature_check import Signed, check_signature
from servers import bot, live_server


async def test_every_process_signs_a_finished_match_alike_with_the_key_that_all_of_them_publish() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as one, live_server(MemoryStore(memory)) as other, one.player() as ada:
        await one.begin("done", [bot(1), bot(2)], marks=5)
        await ada.ask({"type": "watch_match", "match": "done"})
        await ada.until(lambda heard: heard.get("result") is not None)
        (_, by_one), (_, by_other) = await one.get("/v1/matches/done"), await other.get("/v1/matches/done")
        (_, of_one), (_, of_other) = await one.get("/v1/keys"), await other.get("/v1/keys")
    assert (by_one, of_one) == (by_other, of_other)
    assert set(of_one["keys"][0]) == {"kty", "crv", "x", "kid", "use", "alg", "since"}
    found = check_signature(msgspec.convert(by_one, Transcript), msgspec.convert(of_one, PublicKeys))
    assert (found.signed, found.key) == (Signed.BY_KEY, of_one["keys"][0]["kid"])


async def test_a_caller_who_has_the_keys_is_told_that_they_are_the_same() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        async with http.get(f"{server.url}/v1/keys") as answer:
            assert answer.headers["Cache-Control"] == "public, max-age=300"
            tag = answer.headers["ETag"]
        async with http.get(f"{server.url}/v1/keys", headers={"If-None-Match": tag}) as answer:
            assert (answer.status, await answer.read()) == (304, b"")


async def test_without_the_store_nobody_is_told_of_keys() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server:
        memory.leave()
        status, refused = await server.get("/v1/keys")
    assert (status, refused["code"]) == (503, "unavailable")

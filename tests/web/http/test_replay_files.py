"""A transcript that somebody has as a file is seen again as the server shows a match of its own, if it follows."""

import asyncio
import io
from typing import Any

import aiohttp
import msgspec
import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import MatchId, Seat
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.web.http import replay_files
from quarterdeck_server.web.http.replay_files import LARGEST, LARGEST_ENTRY, MOST_WAITING, ReplayFiles
from quarterdeck_server.web.rate_limit.quotas import REPLAY_FILE
from random_transcripts import random_transcript
from servers import LiveServer, Message, bot, live_server
from transcripts import density_deck, relinked, tiny, with_text


async def sent(server: LiveServer, body: bytes, query: str = "") -> tuple[int, Message]:
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{server.url}/v1/replays{query}", data=io.BytesIO(body)) as answer,
    ):
        return answer.status, msgspec.json.decode(await answer.read())


def encoded(transcript: Transcript) -> bytes:
    return msgspec.json.encode(transcript)


async def test_a_file_shows_every_viewer_what_the_server_shows_of_the_match_itself() -> None:
    async with live_server() as server:
        await server.begin("m", [bot(1), bot(2)], marks=8)
        held = await server.services.matches.open(MatchId("m"))
        while held.record.result is None:
            await server.services.matches.sweep()
            await asyncio.sleep(0)
        async with aiohttp.ClientSession() as http:
            async with http.get(f"{server.url}/v1/matches/m") as answer:
                file = await answer.read()
            for query in ("", "?seat=0", "?seat=1"):
                async with http.get(f"{server.url}/v1/matches/m/replay{query}") as answer:
                    assert await sent(server, file, query) == (200, await answer.json())
        status, refused = await sent(server, file, "?seat=2")
        assert (status, refused["code"]) == (400, "no_such_seat")
        assert await sent(server, file.replace(b'{"match"', b'{"newer":1,"match"', 1)) == await sent(server, file)
        status, refused = await sent(server, file.replace(b'{"match"', b'{"entries":[],"match"', 1))
        assert (status, refused["code"], refused["where"]) == (400, "malformed", "$")
        assert "the key “entries” is twice" in refused["detail"]


@pytest.mark.parametrize("number", range(5))
async def test_a_match_of_any_game_that_was_never_here_has_a_moment_for_each_entry(number: int) -> None:
    transcript = random_transcript(number)
    files = ReplayFiles(GAMES)
    for seat in (None, Seat(1)):
        shown = msgspec.json.decode(await files.replay(transcript, seat))
        assert [frame["version"] for frame in shown["frames"]] == list(range(1, len(transcript.entries) + 1))
        assert (shown["type"], shown["seat"], shown["game"]) == ("replay", seat, transcript.game)
        assert shown["result"] == msgspec.json.decode(encoded(transcript))["result"]


FOLLOWS = tiny()
BAD: dict[str, tuple[bytes, int, str, str, str]] = {
    "not JSON": (b"a transcript", 400, "not_json", "$", "This is not JSON"),
    "half of one": (encoded(FOLLOWS)[:-9], 400, "not_json", "$", "truncated"),
    "another schema": (b'{"type":"replay","frames":[]}', 400, "malformed", "$.match", "match"),
    "falsified": (
        encoded(with_text(FOLLOWS, 3, '"events":[', '"events": [')),
        400,
        "does_not_follow",
        "$.entries[2]",
        "entry 3: link",
    ),
    "without entries": (
        encoded(msgspec.structs.replace(FOLLOWS, entries=())),
        400,
        "does_not_follow",
        "$.entries",
        "there are no entries",
    ),
    "of other rules": (
        encoded(relinked(with_text(FOLLOWS, 1, '"rules":1', '"rules":99'))),
        404,
        "unknown_rules",
        "$.game",
        "version 99",
    ),
    "a game that is not here": (
        encoded(msgspec.structs.replace(FOLLOWS, game="chess")),
        404,
        "unknown_game",
        "$.game",
        "does not offer `chess`",
    ),
    "too large": (b" " * LARGEST + b"{}", 413, "too_large", "$", f"The limit is {LARGEST} bytes"),
    "of a line that is too long": (
        encoded(with_text(FOLLOWS, 1, '"events"', " " * LARGEST_ENTRY + '"events"')),
        413,
        "too_large",
        "$.entries[0]",
        "The limit is",
    ),
}


async def test_anything_that_cannot_be_seen_again_is_said_in_a_sentence() -> None:
    async with live_server() as server:
        for name, (body, status, code, where, words) in BAD.items():
            answered, refused = await sent(server, body)
            assert (answered, refused["code"], refused["where"]) == (status, code, where), (name, refused)
            assert words in refused["detail"], name
            assert "5eed" not in str(refused), name


async def test_it_takes_turns_of_the_loop_and_no_more_wait_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[int] = []

    class OneEntry:
        def is_used_up(self) -> bool:
            return True

        async def next(self) -> None:
            turns.append(1)
            await asyncio.sleep(0)

    monkeypatch.setattr(replay_files, "TurnOfTheLoop", OneEntry)
    files, transcript = ReplayFiles(GAMES, most_waiting=2), density_deck(2)

    async def replay() -> Any:
        try:
            return msgspec.json.decode(await files.replay(transcript, None))["type"]
        except CommandRefused as refusing:
            return str(refusing.code), refusing.retry_in

    assert await asyncio.gather(*(replay() for _ in range(4))) == ["replay"] * 3 + [("too_many", 1_000)]
    assert len(turns) == 3 * len(transcript.entries)
    assert await replay() == "replay", "who has waited makes room"


async def test_an_address_that_sends_many_keeps_nobody_else_out() -> None:
    files, transcript, order = ReplayFiles(GAMES), density_deck(2), list[str]()

    async def replay(address: str) -> str:
        try:
            await files.replay(transcript, None, Sharer(address, ""))
        except CommandRefused as refusing:
            return refusing.code.value
        order.append(address)
        return "replay"

    crowd = [asyncio.create_task(replay("192.0.2.1")) for _ in range(2 * MOST_WAITING)]
    await asyncio.sleep(0)
    assert await replay("192.0.2.9") == "replay"
    assert order.index("192.0.2.9") <= 2, "before most of those who had come before"
    assert (await asyncio.gather(*crowd)).count("too_many") == MOST_WAITING


async def test_an_address_sends_no_more_than_its_quota() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server:
        answers = [(await sent(server, b"{}"))[1]["code"] for _ in range(REPLAY_FILE.at_once + 1)]
        assert answers == ["malformed"] * REPLAY_FILE.at_once + ["too_many"]

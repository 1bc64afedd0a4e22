"""What a real server writes to its log while it is fed with anything: no mistake, and no hand, seed, token or order."""

import random
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from fuzz.frames import NOTE, check_answer, frames
from hypothesis import given, settings
from hypothesis import strategies as st
from quarterdeck_protocol.bound_entropy import entropy_hash
from servers import Line, Message, line_to, served

ROUNDS = 12
PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"
LEAVING = frozenset({"sign_out", "delete_account"})
"""What ends the player whose match is to be played to its end."""


def conversations() -> list[list[bytes]]:
    """Return some things to say, the same every time."""
    said: list[list[bytes]] = []

    @settings(max_examples=ROUNDS)
    @given(st.lists(frames(["nowhere"], ["nowhere"], LEAVING), min_size=5, max_size=10))
    def collect(conversation: list[bytes]) -> None:
        said.append(conversation)

    collect()
    return said


def is_signed_in(heard: Message, player: str) -> bool:
    """Return whether this is a sign-in of that player."""
    return bool(heard["type"] == "signed_in" and heard["player"]["id"] == player)


async def play_with_bots(line: Line, player: str, noise: list[list[bytes]]) -> Message:
    """Play Density Deck to the end, with noise between the actions, and return the table."""
    table: Message = (await line.ask({"type": "open_table", "game": "density-deck"}))["table"]
    for _ in range(3):
        await line.ask({"type": "add_bot", "table": table["id"]})
    bound = entropy_hash("an-entropy-of-mine")
    await line.ask({"type": "ready", "table": table["id"], "entropy_hash": bound})
    await line.ask({"type": "reveal", "table": table["id"], "entropy": "an-entropy-of-mine"})
    update = await line.ask({"type": "watch_match", "match": table["match"]})
    chance = random.Random(7)
    while update["result"] is None:
        for frame in noise.pop() if noise else ():
            before = len(line.heard)
            await line.send(frame)
            await line.quiet()
            check_answer(frame, [each for each in line.heard[before:] if not str(each.get("ref")).startswith("ref-")])
            # The fuzzing may have signed in as somebody else, or out: whose token is good now is in what was heard.
            token = next(each["token"] for each in reversed(line.heard) if is_signed_in(each, player))
            await line.sign_in(token=token)
        update = await line.ask({"type": "watch_match", "match": table["match"]})
        if update["choices"]:
            act = {"type": "act", "match": table["match"], "seen": update["version"]}
            await line.ask({**act, "action": chance.choice(update["choices"])})
    return table


def secrets_of(transcript: Message, tokens: set[str]) -> set[str]:
    """Return what nobody may read in a log: the tokens, the seed, what was added, and every event as it is kept."""
    entries: list[Any] = [msgspec.json.decode(entry["entry"]) for entry in transcript["entries"]]
    found = {*tokens, entries[0]["cause"]["seed"], "an-entropy-of-mine", NOTE}
    for entry in entries:
        found |= {msgspec.json.encode(event).decode() for event in entry["events"]}
    return found


async def test_a_log_tells_no_secrets_and_of_no_mistakes(tmp_path: Path) -> None:
    async with served(
        "--data", str(tmp_path), "--bot-delay", "0", "--log-level", "debug", "--messages-per-second", "100000"
    ) as server:
        async with line_to(server.url) as line:
            player = (await line.sign_in())["player"]["id"]
            account = await line.ask({"type": "register", "name": "Countess", "password": PASSWORD})
            table = await play_with_bots(line, player, conversations())
            tokens = {heard["token"] for heard in line.heard if heard["type"] == "signed_in"}
            async with line_to(server.url) as lost:
                code, wrong = account["recovery_codes"][0], "a password that is wrong"
                await lost.ask({"type": "sign_in", "name": "Countess", "password": wrong})
                recovered = {"type": "recover_account", "name": "Countess", "code": code, "new_password": ANOTHER}
                tokens.add((await lost.ask(recovered))["token"])
            tokens |= {PASSWORD, ANOTHER, wrong, *account["recovery_codes"]}
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/matches/{table['match']}") as response:
            transcript = msgspec.json.decode(await response.read())
        assert await server.terminated() == 0
        said = server.greeting + server.said.decode()
    assert [secret for secret in secrets_of(transcript, tokens) if secret in said] == []
    lines = [msgspec.json.decode(line) for line in server.said.splitlines() if line.startswith(b"{")]
    assert [line for line in lines if line["level"] in ("error", "critical")] == []
    assert b"Traceback" not in server.said

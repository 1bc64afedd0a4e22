"""What a real server writes to its log while it is fed with anything: no mistake, and no hand, seed, token or order."""

import random
import re
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from fuzz.frames import NOTE, check_answer, frames
from hypothesis import given, settings
from hypothesis import strategies as st
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from servers import Line, Message, line_to, served

ROUNDS = 12
PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"
OF_A_TABLE, GUESSED, OF_METRICS = "the third door on the left", "the second door", "a-token-of-prometheus"
DECK = "AB-AEBUCQRRB4AGYADUAB5ABAYAREAJIAE2ACRABKQAWEALQAGAAFBACUQBNGN22"
SHOWN_AS_CODE = re.compile(r"\b[A-Z]\w*\(\w+=")
"""How Python shows an object with all that is in it, as `Dealt(hands=…`: none may stand in a line of the log."""

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
    """Return what nobody may read in a log: the tokens, the seed, what was added, and every event and draw as it is
    kept."""
    entries: list[Any] = [msgspec.json.decode(entry["entry"]) for entry in transcript["entries"]]
    found = {*tokens, entries[0]["cause"]["seed"], "an-entropy-of-mine", NOTE}
    for entry in entries:
        found |= {msgspec.json.encode(each).decode() for each in (*entry["events"], *entry.get("draws", ()))}
    return found


async def open_closed_tables(line: Line, url: str) -> set[str]:
    """Open a table with a password, bring a deck, have a stranger guess, and open one with an invite code; return what
    of it is secret."""
    locked = {"type": "open_table", "game": "amiibart", "access": "password", "password": OF_A_TABLE, "deck": DECK}
    table = (await line.ask(locked))["table"]
    async with line_to(url) as stranger:
        await stranger.sign_in()
        guess = {"type": "sit", "table": table["id"], "password": GUESSED}
        assert (await stranger.ask(guess))["code"] == "wrong_password"
    unlisted = (await line.ask({"type": "open_table", "game": "tiny", "access": "unlisted"}))["table"]
    return {OF_A_TABLE, GUESSED, DECK, unlisted["code"]}


async def ask_over_http(url: str, metrics: str, token: str) -> None:
    """Show the tokens of a player and of Prometheus where they belong, and where they do not."""
    async with aiohttp.ClientSession() as http:
        for address, shown in (
            (f"{url}/v1/me/seats", token),
            (f"{url}/v1/me/seats", f"{token}x"),
            (metrics, OF_METRICS),
        ):
            async with http.get(address, headers={"Authorization": f"Bearer {shown}"}) as answer:
                assert answer.status == (401 if shown.endswith("x") else 200)
        async with http.get(f"{url}/v1/games", params={"token": token}) as answer:
            assert answer.status in (200, 400)
        async with http.get(f"{url}/v1/games/density-deck/rules", headers={"Accept": "text/html"}) as answer:
            assert "<h1" in await answer.text(), "a library that says much at `debug` makes the page"
        async with http.get(f"{url}/{token}") as answer:
            assert answer.status in (200, 404)


async def test_a_log_tells_no_secrets_and_of_no_mistakes(tmp_path: Path) -> None:
    options = ("--bot-delay", "0", "--log-level", "debug", "--messages-per-second", "100000")
    metrics = ("--metrics", "127.0.0.1:0", "--metrics-token", OF_METRICS)
    async with served("--data", str(tmp_path), *options, *metrics) as server:
        async with line_to(server.url) as line:
            player = (await line.sign_in())["player"]["id"]
            account = await line.ask({"type": "register", "name": "Countess", "password": PASSWORD})
            table = await play_with_bots(line, player, conversations())
            secrets = await open_closed_tables(line, server.url)
            tokens = {heard["token"] for heard in line.heard if heard["type"] == "signed_in"}
            newest = [heard["token"] for heard in line.heard if is_signed_in(heard, player)][-1]
            await ask_over_http(server.url, server.metrics[0], newest)
            async with line_to(server.url) as lost:
                code, wrong = account["recovery_codes"][0], "a password that is wrong"
                await lost.ask({"type": "sign_in", "name": "Countess", "password": wrong})
                recovered = {"type": "recover_account", "name": "Countess", "code": code, "new_password": ANOTHER}
                tokens.add((await lost.ask(recovered))["token"])
            tokens |= {*secrets, PASSWORD, ANOTHER, OF_METRICS, wrong, *account["recovery_codes"]}
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/matches/{table['match']}") as response:
            transcript = msgspec.json.decode(await response.read())
        assert await server.terminated() == 0
        said = server.greeting + server.said.decode()
    assert [secret for secret in secrets_of(transcript, tokens) if secret in said] == []
    lines = [msgspec.json.decode(line) for line in said.splitlines()]
    assert [line for line in lines if line["level"] in ("error", "critical")] == []
    assert [line for line in lines if line["level"] == "debug" and "logger" in line] == [], "of libraries"
    assert [line for line in lines if SHOWN_AS_CODE.search(str(line.values()))] == []
    assert b"Traceback" not in server.said

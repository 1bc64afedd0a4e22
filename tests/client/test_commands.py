"""The console program's commands for players, run as programs against a real server."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec
import pytest
from forked_programs import ForkedProcess, forked
from quarterdeck_client import Client
from quarterdeck_client.bots.whole_match import NAMES
from quarterdeck_client.commands.server_options import MOST_SEATS
from relay import Message, relay_to
from servers import SOON, LiveServer, live_server, served


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=10_000) as server:
        yield server


def begun(*words: str, url: str) -> AbstractAsyncContextManager[ForkedProcess]:
    """Start the program."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    return forked(*words, environment={**clean, "QUARTERDECK_URL": url})


async def ran(*words: str, url: str) -> tuple[int, str, str]:
    """Run the program to its end: exit status, what it wrote, and what it complained of."""
    async with begun(*words, url=url) as process, asyncio.timeout(3 * SOON):
        written, complaints = await process.communicate()
        return await process.wait(), written.decode(), complaints.decode()


def last_line(written: str) -> Any:
    return msgspec.json.decode(written.splitlines()[-1])


async def test_bots_play_a_match_and_tell_it_in_words(server: LiveServer) -> None:
    status, written, complaints = await ran("bots", url=server.url)
    assert (status, complaints) == (0, "")
    lines = written.splitlines()
    assert lines[0].startswith("Deal 1:")
    assert any("draws from the pile." in line for line in lines)
    assert lines[-2].startswith("Match ")
    assert "1 of 1 match ended correctly" in lines[-1]


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_bots_tell_programs_the_result_in_the_last_line(server: LiveServer, seats: int) -> None:
    status, written, complaints = await ran(
        "bots", "--json", "--seats", str(seats), "--matches", "3", "--concurrency", "2", "--seed", "7", url=server.url
    )
    assert (status, complaints) == (0, "")
    matches = last_line(written)["matches"]
    assert len({match["id"] for match in matches}) == 3
    for match in matches:
        assert match["game"] == "density-deck"
        assert match["seats"] == len(match["result"]["places"]) == seats
        assert match["actions"] > 0
        assert match["seconds"] > 0
        assert match["error"] is None


async def test_bots_play_several_matches_with_a_line_for_each(server: LiveServer) -> None:
    status, written, _ = await ran("bots", "--game", "tiny", "--matches", "5", url=server.url)
    assert status == 0
    assert len([line for line in written.splitlines() if line.startswith("Match ")]) == 5
    assert "5 of 5 matches" in written.splitlines()[-1]


async def test_a_match_that_cannot_be_played_is_said_not_to_have_ended_properly(server: LiveServer) -> None:
    status, written, _ = await ran("bots", "--json", "--seats", "7", url=server.url)
    assert status == 1
    (match,) = last_line(written)["matches"]
    assert match["result"] is None
    assert "2 to 4 seats" in match["error"]


async def test_a_match_that_cannot_begin_is_said_in_a_sentence(server: LiveServer) -> None:
    status, written, _ = await ran("bots", "--seats", "7", "--seed", "x", url=server.url)
    assert (status, written.splitlines()) == (
        1,
        [
            "A match could not begin: Density Deck is played by 2 to 4 seats, not 7.",
            "0 of 1 match ended correctly; 0 actions; --seed x",
        ],
    )


async def test_https_at_a_port_without_tls_is_said_with_the_right_address(server: LiveServer) -> None:
    address = server.url.removeprefix("http://")
    status, _, complaints = await ran("games", url=f"https://{address}")
    assert status == 1
    assert complaints.endswith(f"cannot be reached: the server does not speak https there; use http://{address}\n")


async def test_a_name_that_is_not_found_is_said_without_words_of_a_library() -> None:
    status, _, complaints = await ran("games", url="http://no-such-host.invalid")
    assert status == 1
    assert "the name no-such-host.invalid was not found; check the address" in complaints


async def test_an_unknown_game_is_said_in_a_sentence(server: LiveServer) -> None:
    assert await ran("bots", "--game", "chess", url=server.url) == (
        1,
        "",
        (
            "quarterdeck: This server does not offer `chess`. "
            "It offers `density-deck`, `amfibido`, `amiibart`, `myacards`.\n"
        ),
    )


@pytest.mark.parametrize("words", [("bots", "--patience", "0"), ("games",), ("watch",)])
async def test_a_server_that_is_not_there_is_said_in_one_sentence(words: tuple[str, ...]) -> None:
    async with live_server() as gone:
        url = gone.url
    assert await ran(*words, url=url) == (1, "", f"quarterdeck: {url} cannot be reached: connection refused\n")


@pytest.mark.parametrize(("words", "listed"), [(("bots", "--patience", "0"), "matches"), (("games",), "games")])
async def test_programs_are_told_in_the_last_line_that_a_server_is_not_there(
    words: tuple[str, ...], listed: str
) -> None:
    async with live_server() as gone:
        url = gone.url
    status, written, complaints = await ran(*words, "--json", url=url)
    why = f"{url} cannot be reached: connection refused"
    assert (status, complaints) == (1, f"quarterdeck: {why}\n")
    assert last_line(written) == {listed: [], "error": why}


async def test_programs_are_told_what_was_played_when_it_is_interrupted(server: LiveServer) -> None:
    many = ("--json", "--game", "tiny", "--matches", "300")
    async with begun("bots", *many, url=server.url) as process, asyncio.timeout(3 * SOON), Client(server.url) as client:
        while not await client.tables.list():  # noqa: ASYNC110 - another process opens it
            await asyncio.sleep(0.01)
        process.send_signal(signal.SIGINT)
        written, _ = await process.communicate()
    assert process.returncode == 130
    assert last_line(written.decode())["error"] == "interrupted"


@pytest.mark.parametrize("command", ["bots", "games", "watch"])
@pytest.mark.parametrize("url", ["ftp://127.0.0.1:1", "127.0.0.1:8765"])
async def test_an_address_of_another_kind_is_told_how_it_begins(command: str, url: str) -> None:
    status, _, complaints = await ran(command, url=url)
    assert status == 1
    assert complaints.startswith(f"quarterdeck: `{url}` is not an address")
    assert "http:// or https://" in complaints


async def test_a_store_that_is_away_is_said_in_a_sentence(server: LiveServer) -> None:
    def away(message: Message) -> Message:
        if message["type"] != "signed_in":
            return message
        return {"type": "refused", "code": "unavailable", "text": "No store.", "ref": message["ref"]}

    async with relay_to(server.url) as relay:
        relay.to_clients = away
        status, _, complaints = await ran("games", url=relay.url)
    sentence = f"the server at {relay.url} is running, but its store is not available; try again in a moment"
    assert (status, complaints) == (1, f"quarterdeck: {sentence}\n")


@pytest.mark.parametrize("command", ["bots", "play"])
async def test_the_range_of_seats_is_the_same_everywhere(server: LiveServer, command: str) -> None:
    status, _, complaints = await ran(command, "--seats", str(MOST_SEATS + 1), url=server.url)
    assert status == 2
    assert f"1<=x<={MOST_SEATS}" in complaints


def test_there_is_a_name_for_every_bot_that_may_play() -> None:
    assert len(set(NAMES)) == len(NAMES) == MOST_SEATS


async def test_a_server_that_is_killed_in_mid_match_makes_the_exit_status_1() -> None:
    many = ("--matches", "100", "--patience", "0.2")
    async with served("--store", "memory") as server, begun("bots", *many, url=server.url) as process:
        assert process.stdout is not None
        async with asyncio.timeout(3 * SOON):
            assert (await process.stdout.readline()).startswith(b"Match ")
            server.kill()
            written, complaints = await process.communicate()
    assert (process.returncode, complaints) == (1, b"")
    lines = written.decode().splitlines()
    assert any("FAILED" in line and "cannot be reached" in line for line in lines)
    assert "of 100 matches ended correctly" in lines[-1]


async def test_ctrl_c_ends_the_bots_without_a_traceback(server: LiveServer) -> None:
    async with begun("bots", "--matches", "300", "--quiet", url=server.url) as process, asyncio.timeout(3 * SOON):
        assert process.stdout is not None
        assert (await process.stdout.readline()).startswith(b"Match ")
        process.send_signal(signal.SIGINT)
        _, complaints = await process.communicate()
    assert process.returncode == 130
    assert complaints.strip() == b""


async def test_the_games_are_listed_for_people_and_for_programs(server: LiveServer) -> None:
    status, written, _ = await ran("games", url=server.url)
    assert status == 0
    assert any(line.split()[:3] == ["density-deck", "Density", "Deck"] for line in written.splitlines())
    _, written, _ = await ran("games", "--json", url=server.url)
    offers = last_line(written)["games"]
    assert {"density-deck"} <= {offer["name"] for offer in offers}


async def test_a_match_is_watched_in_words_by_its_table_or_by_its_id(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        seat = await ada.play("density-deck", bots=3, bot="random")
        table = (await ada.tables.list())[0].id
        watching = [asyncio.create_task(ran("watch", wanted, url=server.url)) for wanted in (table, seat.match)]
        _, listed, _ = await ran("watch", url=server.url)
        assert table in listed
        assert "Ada, Random 1, Random 2, Random 3" in listed
        async for turn in seat.turns():
            await turn.act(turn.choices[-1])
        for status, written, complaints in await asyncio.gather(*watching):
            assert (status, complaints) == (0, "")
            assert written.startswith("Deal 1:")
            assert written.splitlines()[-1].startswith("Result: 1. ")


async def test_a_player_who_watches_in_words_waits_for_what_spectators_see_later(server: LiveServer) -> None:
    def later(command: Message) -> Message | None:
        if command["type"] != "watch_match" or held:
            return command
        held.append(command)
        refused = {"type": "refused", "code": "not_shown_yet", "text": "Later.", "retry_in": 50, "ref": command["ref"]}
        saying.append(asyncio.ensure_future(relay.say(refused)))
        return None

    held: list[Message] = []
    saying: list[asyncio.Future[None]] = []
    async with Client(server.url, name="Ada") as ada, relay_to(server.url) as relay:
        relay.to_server = later
        seat = await ada.play("density-deck", bots=3)
        async for turn in seat.turns():
            await turn.act(turn.choices[-1])
        status, written, complaints = await ran("watch", seat.match, url=relay.url)
        assert (status, len(held)) == (0, 1)
        assert complaints.startswith("Spectators can see this match from ")
        assert written.splitlines()[-1].startswith("Result: 1. ")


async def test_a_match_that_is_not_there_cannot_be_watched(server: LiveServer) -> None:
    status, _, complaints = await ran("watch", "nothing", url=server.url)
    assert status == 1
    assert complaints == "quarterdeck: There is no match `nothing`. It may no longer be kept.\n"


async def test_to_play_takes_a_terminal(server: LiveServer) -> None:
    status, _, complaints = await ran("play", url=server.url)
    assert status == 1
    assert "needs a terminal" in complaints

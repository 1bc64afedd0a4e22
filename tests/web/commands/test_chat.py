"""Talk over real WebSockets, in one process and over two."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from matches.processes import Hand
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import Line, LiveServer, Message, live_server
from web.chat_cases import CLOCK_LAG, LOBBY, sanctioned

PASSWORD = "a long walk by the sea"


def noon() -> Milliseconds:
    """Return always the same time."""
    return Milliseconds(1_800_000_000_000)


@pytest.fixture
async def both() -> AsyncIterator[tuple[LiveServer, LiveServer, Memory]]:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as here, live_server(MemoryStore(memory)) as there:
        yield here, there, memory


@contextlib.asynccontextmanager
async def two(both: tuple[LiveServer, LiveServer, Memory]) -> AsyncIterator[tuple[Line, Line]]:
    """Return Ada at the one process and Bo at the other."""
    here, there, _ = both
    async with here.player("Ada") as ada, there.player("Bo") as bo:
        yield ada, bo


async def say(line: Line, text: str, **where: Any) -> Message:
    return await line.ask({"type": "say", "where": "lobby", "text": text, **where})


async def listen(line: Line, **where: Any) -> list[str]:
    """Listen, and return what was said last."""
    answer = await line.ask({"type": "join_chat", "where": "lobby", **where})
    assert answer["type"] == "chat_joined", answer
    return [each["text"] or each["phrase"] for each in answer["lines"]]


async def heard(line: Line) -> list[str]:
    """Return what was heard on this line up to now."""
    said = [each["line"] for each in await line.quiet() if each["type"] == "said"]
    return [each["text"] or each["phrase"] for each in said]


async def next_said(line: Line) -> Message:
    return await line.until(lambda each: each["type"] == "said" and each["ref"] is None)


async def player_of(line: Line) -> str:
    return str((await line.ask({"type": "get_account"}))["player"]["id"])


async def test_anything_that_is_said_in_the_lobby_is_heard_in_every_process(
    both: tuple[LiveServer, LiveServer, Memory],
) -> None:
    async with two(both) as (ada, bo):
        assert await listen(bo) == []
        said = await say(ada, "Anybody for a match?")
        received = await next_said(bo)
        assert {**received, "ref": None} == {**said, "ref": None}
        assert (received["line"]["player"]["name"], received["line"]["audience"]) == ("Ada", "everybody")
        assert await listen(ada) == ["Anybody for a match?"]


async def test_each_line_is_told_once_its_speaker_too(both: tuple[LiveServer, LiveServer, Memory]) -> None:
    async with two(both) as (ada, bo):
        await listen(ada)
        await listen(bo)
        await say(ada, "hello", ref="one")
        again = await say(ada, "hello", ref="one")
        assert again["type"] == "said"
        assert (await next_said(bo))["line"]["id"] == again["line"]["id"]
        assert await heard(bo) == []
        assert [each for each in ada.heard if each["type"] == "said" and each["ref"] is None] == []


async def test_a_caller_who_listens_no_more_hears_no_more(both: tuple[LiveServer, LiveServer, Memory]) -> None:
    async with two(both) as (ada, bo):
        await listen(bo)
        assert (await bo.ask({"type": "leave_chat", "where": "lobby"}))["type"] == "chat_left"
        await say(ada, "hello")
        assert await heard(bo) == []


async def test_anything_that_was_said_while_nothing_was_heard_is_told_afterwards(
    both: tuple[LiveServer, LiveServer, Memory],
) -> None:
    async with two(both) as (ada, bo):
        await listen(bo)
        await say(ada, "before")
        await next_said(bo)
        memory = both[2]
        memory.leave()
        memory.come_back()
        await say(ada, "after")
        assert (await next_said(bo))["line"]["text"] == "after"
        assert await heard(bo) == []


async def test_seats_and_spectators_of_a_match_are_apart(both: tuple[LiveServer, LiveServer, Memory]) -> None:
    here, there, _ = both
    async with two(both) as (ada, bo), there.player("Cy") as cy, here.player("Di") as di:
        players = [(await line.ask({"type": "get_account"}))["player"] for line in (ada, bo)]
        await here.begin("m", players)
        match = {"where": "match", "id": "m"}
        for line in (ada, bo, cy, di):
            assert await listen(line, **match) == []
        await say(ada, "good luck to you", **match)
        await say(cy, "she has two aces", **match)
        await cy.ask({"type": "say", **match, "phrase": "one_moment"})
        assert (await next_said(bo))["line"]["audience"] == "seats"
        assert [(await next_said(di))["line"]["text"] for _ in range(2)] == ["she has two aces", None]
        assert (await heard(ada), await heard(bo), await heard(cy), await heard(di)) == ([], [], [], [])
        assert await listen(bo, **match) == ["good luck to you"]
        assert await listen(di, **match) == ["she has two aces", "one_moment"]


async def test_when_the_match_is_over_who_played_may_hear_the_spectators_but_not_the_reverse(
    both: tuple[LiveServer, LiveServer, Memory],
) -> None:
    here, there, _ = both
    async with two(both) as (ada, bo), there.player("Cy") as cy:
        players = [(await line.ask({"type": "get_account"}))["player"] for line in (ada, bo)]
        await here.begin("m", players)
        match = {"where": "match", "id": "m"}
        await listen(bo, **match)
        await say(ada, "good luck to you", **match)
        await say(cy, "she has two aces", **match)
        await ada.ask({"type": "resign", "match": "m"})
        await say(cy, "too soon", **match)
        await bo.quiet()
        assert [each["line"]["text"] for each in bo.heard if each["type"] == "said"] == ["good luck to you"]
        assert await listen(bo, **match) == ["good luck to you", "she has two aces", "too soon"]
        await say(cy, "well done", **match)
        assert (await next_said(bo))["line"]["audience"] == "spectators"
        assert await listen(cy, **match) == ["she has two aces", "too soon", "well done"]


async def test_a_caller_who_becomes_somebody_else_hears_nothing_of_what_they_heard_before(
    both: tuple[LiveServer, LiveServer, Memory],
) -> None:
    here, there, _ = both
    async with two(both) as (ada, bo), there.player("Cy") as cy:
        signed_in = [await line.sign_in() for line in (ada, bo)]
        await here.begin("m", [each["player"] for each in signed_in])
        match = {"where": "match", "id": "m"}
        await bo.ask({"type": "sign_in", "name": "Spectator"})
        await listen(bo, **match)
        await bo.sign_in(token=signed_in[1]["token"])
        await say(cy, "she has two aces", **match)
        assert await heard(bo) == []
        assert await listen(bo, **match) == []


async def test_at_a_table_who_sits_there_speaks_and_who_looks_hears(
    both: tuple[LiveServer, LiveServer, Memory],
) -> None:
    async with two(both) as (ada, bo):
        table = (await ada.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
        at = {"where": "table", "id": table}
        await listen(bo, **at)
        await say(ada, "sit down!", **at)
        assert (await next_said(bo))["line"]["text"] == "sit down!"
        assert (await say(bo, "may I?", **at))["code"] == "not_at_table"
        await bo.ask({"type": "sit", "table": table})
        assert (await say(bo, "here I am", **at))["type"] == "said"


async def test_a_table_that_is_not_for_everybody_is_heard_by_who_may_look_at_it(
    both: tuple[LiveServer, LiveServer, Memory],
) -> None:
    async with two(both) as (ada, bo):
        opened = (await ada.ask({"type": "open_table", "game": "tiny", "access": "unlisted"}))["table"]
        at = {"where": "table", "id": opened["id"]}
        assert (await bo.ask({"type": "join_chat", **at}))["code"] == "unknown_table"
        assert (await say(bo, "let me in", **at))["code"] == "unknown_table"
        await bo.ask({"type": "watch_table", "code": opened["code"]})
        assert await listen(bo, **at) == []
        await say(ada, "there you are", **at)
        assert (await next_said(bo))["line"]["text"] == "there you are"


@pytest.mark.parametrize(("access", "hears"), [("unlisted", []), ("password", []), ("public", ["for friends"])])
async def test_a_caller_who_was_lifted_from_a_table_that_is_not_for_everybody_hears_no_more_until_the_next_match(
    both: tuple[LiveServer, LiveServer, Memory], access: str, hears: list[str]
) -> None:
    async with two(both) as (ada, bo), both[1].player("Cy") as cy:
        secret = {"password": PASSWORD} if access == "password" else {}
        table = (await ada.ask({"type": "open_table", "game": "tiny", "seats": 2, "access": access, **secret}))["table"]
        at = {"where": "table", "id": table["id"]}
        coming = {"type": "sit", "table": table["id"], "code": table["code"], **secret}
        await bo.ask({**coming})
        await say(bo, "it is Bo", **at)
        await listen(bo, **at)
        await ada.ask({"type": "kick", "table": table["id"], "seat": 1})
        await say(ada, "for friends", **at)
        assert await heard(bo) == hears
        shut_out = None if access == "public" else "kicked"
        assert (await bo.ask({**coming, "type": "watch_table"})).get("code") == shut_out, "the key does not help"
        joining = await bo.ask({"type": "join_chat", **at})
        assert [each["text"] for each in joining.get("lines", ())] == (["it is Bo", *hears] if hears else [])
        await cy.ask({**coming})
        assert await listen(cy, **at) == ["it is Bo", "for friends"]
        for line in (ada, cy):
            await line.ask({"type": "ready", "table": table["id"]})
        await cy.ask({"type": "resign", "match": table["match"]})
        await cy.until(lambda each: each["type"] == "table_changed" and each["table"]["stage"] == "over")
        await ada.ask({"type": "rematch", "table": table["id"]})
        await say(ada, "once more", **at)
        assert (await bo.ask({**coming, "type": "watch_table"}))["type"] == "table_changed"
        assert await listen(bo, **at) == ["it is Bo", *hears, "once more"]


async def test_anything_that_was_said_at_a_table_that_has_closed_is_not_told_at_another_of_its_id(
    both: tuple[LiveServer, LiveServer, Memory],
) -> None:
    async with two(both) as (ada, bo):
        opening = {"type": "open_table", "game": "tiny", "ref": "the same"}
        table = (await ada.ask({**opening, "access": "unlisted"}))["table"]["id"]
        at = {"where": "table", "id": table}
        await say(ada, "for friends", **at)
        await ada.ask({"type": "stand", "table": table})
        assert (await ada.ask({**opening}))["table"]["id"] == table
        assert await listen(bo, **at) == []
        await say(ada, "welcome", **at)
        assert await listen(bo, **at) == ["welcome"]


async def test_of_a_match_without_spectators_nobody_else_talks(both: tuple[LiveServer, LiveServer, Memory]) -> None:
    async with two(both) as (ada, bo):
        opened = await ada.ask({"type": "open_table", "game": "tiny", "spectators": False})
        table = opened["table"]["id"]
        await ada.ask({"type": "add_bot", "table": table})
        match = (await ada.ask({"type": "ready", "table": table}))["table"]["match"]
        there = {"where": "match", "id": match}
        assert (await bo.ask({"type": "join_chat", **there}))["code"] == "no_spectators"
        assert (await say(bo, "psst", **there))["code"] == "no_spectators"
        assert (await say(ada, "hello", **there))["type"] == "said"


@pytest.mark.parametrize("how", ["mute", "block"])
async def test_a_caller_who_is_avoided_is_not_heard(both: tuple[LiveServer, LiveServer, Memory], how: str) -> None:
    async with two(both) as (ada, bo):
        await say(bo, "before")
        await ada.ask({"type": "avoid", "player": await player_of(bo), "how": how})
        assert await listen(ada) == []
        await bo.ask({**LOBBY, "phrase": "hello"})
        await say(ada, "is anybody here?")
        assert await heard(ada) == []
        assert await listen(bo) == ["before", "hello", "is anybody here?"]
        await ada.ask({"type": "avoid", "player": await player_of(bo), "how": "no"})
        assert await listen(ada) == ["before", "hello", "is anybody here?"]


async def test_a_caller_who_is_muted_says_phrases_only(both: tuple[LiveServer, LiveServer, Memory]) -> None:
    async with two(both) as (ada, bo):
        await sanctioned(both[1], await player_of(ada), "mute", seconds=60)  # type: ignore[arg-type]  # it is its value
        refused = await say(ada, "hello")
        assert (refused["code"], "far too loud" in refused["text"]) == ("muted", True)
        assert 0 < refused["retry_in"] <= 60_000 + CLOCK_LAG
        await listen(bo)
        assert (await ada.ask({**LOBBY, "phrase": "sorry"}))["type"] == "said"
        assert (await next_said(bo))["line"]["phrase"] == "sorry"


async def test_where_guests_do_not_talk_they_say_phrases() -> None:
    async with live_server(guests_talk="off") as server, server.player("Ada") as ada:
        assert (await say(ada, "hello"))["code"] == "not_registered"
        assert (await ada.ask({**LOBBY, "phrase": "hello"}))["type"] == "said"
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await ada.quiet()
        assert (await say(ada, "hello"))["type"] == "said"


async def test_a_caller_who_says_too_much_is_told_when_to_go_on() -> None:
    store = MemoryStore(Memory(noon))
    async with live_server(store, quotas="on") as server, server.player("Ada") as ada, server.player("Bo") as bo:
        limits = (await ada.ask({"type": "hello"}))["limits"]["quotas"]
        assert {"code": "chat_lines", "per": "player", "at_once": 8, "per_minute": 30} in limits
        for number in range(8):
            assert (await ada.ask({**LOBBY, "phrase": "hello"}))["type"] == "said", number
        refused = await say(ada, "and more")
        assert (refused["code"], refused["retry_in"]) == ("too_many", 2_000)
        assert (await say(bo, "me too"))["type"] == "said"


async def test_over_two_processes_nobody_says_more_than_over_one() -> None:
    memory = Memory(noon)
    async with (
        live_server(MemoryStore(memory), quotas="on") as here,
        live_server(MemoryStore(memory), quotas="on") as there,
        here.player("Ada") as ada,
        there.line() as again,
    ):
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await again.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        answers = [
            await line.ask({**LOBBY, "phrase": "hello", "ref": f"{number}-{id(line)}"})
            for number in range(8)
            for line in (ada, again)
        ]
        assert [answer["type"] for answer in answers[:8]] == ["said"] * 8
        assert [answer.get("code") for answer in answers[8:]] == ["too_many"] * 8


async def test_many_guests_from_one_address_say_no_more_than_is_told() -> None:
    async with live_server(quotas="on") as server:
        answers: list[Message] = []
        while not answers or answers[-1]["type"] == "said":
            async with server.player(f"Guest {len(answers)}") as guest:
                answers += [await guest.ask({**LOBBY, "phrase": "hello"}) for _ in range(8)]
        assert [answer["type"] for answer in answers[:60]] == ["said"] * 60
        last = answers[-1]
        assert (last["code"], "for one address" in last["text"]) == ("too_many", True)


async def test_a_program_that_only_reads_listens_and_says_nothing(both: tuple[LiveServer, LiveServer, Memory]) -> None:
    async with two(both) as (ada, bo):
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        made = await ada.ask({"type": "make_token", "scopes": ["lobby:read"]})
        await bo.sign_in(token=made["token"])
        assert await listen(bo) == []
        assert (await say(bo, "hello"))["code"] == "missing_scope"


@pytest.mark.parametrize("delay", ["30s", "end"])
async def test_anything_that_players_say_at_their_table_while_they_play_others_hear_when_they_are_told_of_it(
    delay: str,
) -> None:
    hand = Hand()
    memory = Memory(hand)
    async with (
        live_server(MemoryStore(memory)) as server,
        server.player("Ada") as ada,
        server.player("Bo") as bo,
        server.player("Cy") as cy,
    ):
        opened = await ada.ask({"type": "open_table", "game": "tiny", "seats": 2, "spectator_delay": delay})
        table = opened["table"]["id"]
        at = {"where": "table", "id": table}
        await bo.ask({"type": "sit", "table": table})
        for line in (ada, bo, cy):
            await listen(line, **at)
        await say(ada, "before", **at)
        assert [await heard(line) for line in (bo, cy)] == [["before"]] * 2
        for line in (ada, bo):
            await line.ask({"type": "ready", "table": table})
        await say(ada, "I have won it", **at)
        assert [await heard(line) for line in (bo, cy)] == [["I have won it"], []]
        assert await listen(cy, **at) == ["before"]
        assert await listen(bo, **at) == ["before", "I have won it"]
        hand.move(30_000)
        await server.services.matches.sweep()
        memory.come_back()  # whatever is to be told by now is
        assert await heard(cy) == (["I have won it"] if delay == "30s" else [])
        assert await listen(cy, **at) == ["before", *(["I have won it"] if delay == "30s" else [])]

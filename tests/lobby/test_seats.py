"""Where a player sits: found again from a device that knows nothing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from quarterdeck_client.client import Client
from quarterdeck_client.commands.play import seat_to_go_back_to, words_before_going_back
from quarterdeck_client.terminal.plan import Plan
from quarterdeck_protocol.lobby.tables import Access
from quarterdeck_server.web.rate_limit.quotas import SEATS
from servers import Line, LiveServer, Message, live_server


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=100_000) as running:
        yield running


async def opened(line: Line, **options: Any) -> Message:
    answer = await line.ask({"type": "open_table", "game": "tiny", **options})
    assert answer["type"] == "table_changed", answer
    table: Message = answer["table"]
    return table


async def playing(line: Line) -> Message:
    """Begin a match with a bot at a table of one's own, and return the table."""
    table = await opened(line, seats=2, options={"marks": 50})
    await line.ask({"type": "add_bot", "table": table["id"]})
    answer = await line.ask({"type": "ready", "table": table["id"]})
    assert answer["table"]["stage"] == "playing"
    return table


async def test_a_new_device_is_told_every_table_and_whether_its_match_waits_for_it(server: LiveServer) -> None:
    async with server.line() as older, server.line() as newer:
        signed_in = await older.sign_in("Ada")
        assert signed_in["seats"] == []
        played, gathering = await playing(older), await opened(older, access="unlisted")
        seats = (await newer.sign_in(token=signed_in["token"]))["seats"]
        assert [each["table"] for each in seats] == [gathering["id"], played["id"]]
        assert [each["stage"] for each in seats] == ["gathering", "playing"]
        update = await newer.ask({"type": "watch_match", "match": seats[1]["match"]})
        waiting = {each["seat"]: each["until"] for each in update["waiting"]}
        seat = seats[1]["seat"]
        assert (seats[1]["game"], seats[1]["asked"], seats[1]["until"]) == ("tiny", seat in waiting, waiting.get(seat))
        assert (seats[0]["asked"], seats[0]["until"]) == (True, None)
        answer = await newer.ask({"type": "get_seats"})
        assert (answer["type"], answer["seats"], answer["ticket"], answer["offer"]) == ("seats", seats, None, None)


async def test_anything_that_was_given_up_or_has_ended_is_not_told(server: LiveServer) -> None:
    async with server.player() as ada:
        played, left = await playing(ada), await opened(ada)
        await ada.ask({"type": "stand", "table": left["id"]})
        assert [each["table"] for each in (await ada.ask({"type": "get_seats"}))["seats"]] == [played["id"]]
        match = played["match"]
        await ada.ask({"type": "watch_match", "match": match})
        await ada.ask({"type": "resign", "match": match})
        assert (await ada.ask({"type": "get_seats"}))["seats"] == []


async def test_a_ticket_and_an_offer_are_among_it_and_then_the_match_that_came_of_them(server: LiveServer) -> None:
    async with server.player("Ada") as ada, server.player("Bo") as bo:
        for line in (ada, bo):
            await line.ask({"type": "seek", "games": ["tiny"], "rated": False})
        seeks = await ada.ask({"type": "get_seats"})
        assert seeks["ticket"]["games"][0]["game"] == "tiny"
        heard = await ada.until(lambda heard: heard["type"] == "offer_changed")
        offered = await ada.ask({"type": "get_seats"})
        assert (offered["offer"]["id"], offered["offer"]["has_accepted"]) == (heard["offer"]["id"], False)
        for line in (ada, bo):
            await line.ask({"type": "accept", "offer": heard["offer"]["id"]})
        begun = await bo.ask({"type": "get_seats"})
        assert (begun["ticket"], begun["offer"]) == (None, None)
        assert [(each["table"], each["stage"]) for each in begun["seats"]] == [(heard["offer"]["table"], "playing")]


async def test_the_sdk_says_where_its_player_sits(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as me:
        table = await me.tables.open("tiny")
        (seat,) = (await me.seats()).seats
        assert (seat.table, seat.stage, seat.asked) == (table.id, "gathering", True)


async def test_it_is_counted_for_each_player() -> None:
    async with (
        live_server(quotas="on", clock=lambda: 0.0) as server,
        server.player("Ada") as ada,
        server.player("Bo") as bo,
    ):
        answers = [await ada.ask({"type": "get_seats"}) for _ in range(SEATS.at_once + 1)]
        assert [answer["type"] for answer in answers] == ["seats"] * SEATS.at_once + ["refused"]
        assert answers[-1]["code"] == "too_many"
        assert (await bo.ask({"type": "get_seats"}))["type"] == "seats"


async def test_the_terminal_client_goes_back_to_a_seat_that_was_taken_elsewhere(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as me:
        assert await seat_to_go_back_to(me, None) is None
        first, second = await me.tables.open("tiny"), await me.tables.open("tiny", access=Access.UNLISTED)
        assert await seat_to_go_back_to(me, None) == second.id
        assert await seat_to_go_back_to(me, first.id) == first.id


async def test_a_player_who_names_a_game_is_told_before_they_go_on_at_another(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as me:
        table = await me.tables.open("tiny")
        (said,) = await words_before_going_back(me, Plan(game="amfibido", back_to=table.id))
        assert said.startswith(
            f"You still have a seat in tiny, match {table.match}, so that match continues, not amfibido:"
        )
        assert "--new" in said
        assert await words_before_going_back(me, Plan(game="tiny", back_to=table.id)) == ()
        await me.tables.stand(table.id)
        assert await words_before_going_back(me, Plan(game="amfibido", back_to=table.id)) == ()

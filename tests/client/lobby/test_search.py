"""Quick match as the SDK, the commands and the screen have it, against a real server."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from client.test_commands import last_line, ran
from quarterdeck_client import Client, GoneError, RefusedError, Search
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.bots.quick_match_bot import Sought, seek_and_play
from quarterdeck_client.bots.whole_match import Orders, Played
from quarterdeck_client.lobby.search import explained
from quarterdeck_client.saved_tokens import SavedTokens
from quarterdeck_client.terminal.app import Plan
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.lobby.matchmaking import (
    Band,
    Offer,
    SoughtGame,
    Ticket,
    TicketEnd,
    TicketGame,
    TicketParty,
    TicketStage,
)
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TicketId
from quarterdeck_protocol.sides import Player
from relay import Message, relay_to
from screens import terminal
from servers import LiveServer, live_server


async def offered(search: Search) -> Offer:
    """Return the next offer that is open."""
    async for _ in search:
        if search.offer is not None and search.offer.stage == "open":
            return search.offer
    raise AssertionError(search.ended)


async def test_two_find_each_other_accept_and_play(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        searches = [await each.seek(["tiny", SoughtGame(game=GameName("amfibido"))]) for each in (ada, bo)]
        offers = [await offered(search) for search in searches]
        assert offers[0].id == offers[1].id
        for search in searches:
            assert await search.accept()
        seats = await asyncio.gather(*(search.begun() for search in searches))
        assert seats[0].match == seats[1].match == offers[0].match
        results = await asyncio.gather(*(RandomBot(number).play(seat) for number, seat in enumerate(seats)))
        assert results[0] is not None
        assert results[0] == results[1]
        transcript = await ada.transcript(offers[0].match)
        assert transcript.commitment == offers[0].commitment == ada.notes[offers[0].match].commitment
        for each in (ada, bo):
            assert f'"{each.notes[offers[0].match].entropy}"' in transcript.entries[0].entry


async def test_a_search_goes_on_when_the_line_is_taken_up_again(server: LiveServer) -> None:
    async with relay_to(server.url) as relay, Client(relay.url, name="Ada") as ada:
        search = await ada.seek(["tiny"], bots_after=3.0)
        relay.cut()
        offer = await offered(search)
        relay.cut()
        assert await search.accept()
        assert (await search.begun()).match == offer.match
        assert ada.reconnects >= 1


async def test_an_accept_whose_answer_is_lost_is_sent_again_and_done_once(server: LiveServer) -> None:
    lost: list[Message] = []

    def lose(message: Message) -> Message | None:
        if message["type"] == "offer_changed" and message["ref"] is not None and not lost:
            lost.append(message)
            relay.cut()
            return None
        return message

    async with relay_to(server.url) as relay, Client(relay.url, name="Ada") as ada:
        search = await ada.seek(["tiny"], bots_after=0.0)
        await offered(search)
        relay.to_clients = lose
        assert await search.accept()
        seat = await search.begun()
        assert len(lost) == 1
        assert seat.match == lost[0]["offer"]["match"]


async def test_a_player_who_declines_or_gives_up_seeks_no_longer(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        search = await ada.seek(["tiny"], bots_after=0.0)
        await offered(search)
        assert await search.decline()
        assert not await search.accept(), "it is too late for that"
        with pytest.raises(GoneError):
            await search.begun()
        search = await ada.seek(["tiny"])
        with pytest.raises(RefusedError, match="already looking"):
            await ada.seek(["amfibido"])
        search = await ada.seek(["tiny"])
        await search.give_up()
        assert [news async for news in search if isinstance(news, Offer)] == []
        assert (search.is_over, search.ended, search.ticket) == (True, TicketEnd.UNSOUGHT, None)


async def test_bots_fill_a_lobby(server: LiveServer) -> None:
    status, written, complaints = await ran(
        "bots", "--seek", "4", "--game", "tiny", "--bots-after", "30", "--seed", "1", url=server.url
    )
    assert (status, complaints) == (0, "")
    lines = written.splitlines()
    assert len([line for line in lines if line.startswith("Match ")]) == 2
    assert "2 of 2 matches ended correctly" in lines[-1]


async def test_bots_that_seek_tell_programs_what_they_played(server: LiveServer) -> None:
    status, written, _ = await ran(
        "bots", "--seek", "1", "--game", "tiny", "--bots-after", "0", "--json", url=server.url
    )
    assert status == 0
    (match,) = last_line(written)["matches"]
    assert match["error"] is None
    assert sorted(match["result"]["places"]) == [1, 2]


async def test_bots_that_seek_an_unknown_game_say_so(server: LiveServer) -> None:
    assert await ran("bots", "--seek", "1", "--game", "chess", url=server.url) == (
        1,
        "",
        (
            "quarterdeck: This server does not offer `chess`. "
            "It offers `density-deck`, `amfibido`, `amiibart`, `myacards`.\n"
        ),
    )


async def test_bots_that_seek_with_a_deck_that_may_not_be_played_say_so(server: LiveServer) -> None:
    status, written, complaints = await ran(
        "bots", "--seek", "1", "--game", "tiny", "--deck", "vigil", "--json", url=server.url
    )
    assert (status, complaints) == (1, "")
    assert "decks" in last_line(written)["matches"][0]["error"]


async def test_bots_that_seek_where_no_server_is_say_so_in_a_sentence() -> None:
    async with live_server() as gone:
        url = gone.url
    status, _, complaints = await ran("bots", "--seek", "2", "--patience", "0", url=url)
    assert (status, complaints) == (1, f"quarterdeck: {url} cannot be reached: connection refused\n")


class Unbeginnable(Tiny):
    """A game with a mistake in its beginning."""

    name = "unbeginnable"

    def blank(self, setup: Any) -> State:
        raise ZeroDivisionError


async def test_bots_that_seek_what_cannot_be_begun_say_so_and_end() -> None:
    async with live_server(games={"unbeginnable": Unbeginnable()}) as server:
        became: list[Played] = []
        orders = Orders(url=server.url, game="unbeginnable", seats=None, seed="1", patience=1.0)
        await seek_and_play(orders, Sought(bots_after=0.0), 1, 3, became.append)
    assert [each.error for each in became] == ["the server could not start the match"]


async def test_bots_that_seek_go_on_when_the_line_is_taken_up_again(server: LiveServer) -> None:
    async with relay_to(server.url) as relay:
        cut: list[Message] = []

        def cut_once(message: Message) -> Message | None:
            if message["type"] == "offer_changed" and not cut:
                cut.append(message)
                relay.cut()
                return None
            return message

        relay.to_clients = cut_once
        status, written, _ = await ran(
            "bots", "--seek", "1", "--game", "tiny", "--bots-after", "0", "--json", url=relay.url
        )
    assert (status, len(cut)) == (0, 1)
    assert last_line(written)["matches"][0]["error"] is None


async def test_bots_that_seek_say_when_the_server_is_gone_for_good(server: LiveServer) -> None:
    async with relay_to(server.url) as relay:

        def refuse(message: Message) -> Message | None:
            if message["type"] == "ticket_changed":
                relay.is_refusing = True
                relay.cut()
            return message

        relay.to_clients = refuse
        status, written, _ = await ran(
            "bots", "--seek", "2", "--game", "tiny", "--patience", "1", "--json", url=relay.url
        )
    assert status == 1
    errors = [match["error"] for match in last_line(written)["matches"]]
    assert len(errors) == 2
    assert all("503" in error or "cannot be reached" in error for error in errors), errors


class TestOnTheScreen:
    async def test_a_search_ends_in_a_match(self, server: LiveServer, tmp_path: Path) -> None:
        notebook = tmp_path / "players.json"
        async with Client(server.url, name="Ada") as ada:
            plan = Plan(seek=("density-deck",), bots_after=0.0)
            async with terminal(ada, plan, notebook=notebook) as shown:
                await shown.shows("Density Deck: 1 looking, and it takes 4; you have 1500 ± 333")
                await shown.shows("3 of 4 have accepted")
                await shown.shows(" 1  Accept")
                assert "0:" in shown.text
                await shown.press("1")
                await shown.shows("Ada (you)")
                table = shown.playing.table
            known = SavedTokens(notebook).find(server.url, "Ada")
            assert known is not None
            assert known.table == table is not None

    async def test_anything_that_is_declined_leads_back_to_the_tables(self, server: LiveServer) -> None:
        plan = Plan(seek=("tiny",), bots_after=0.0)
        async with Client(server.url, name="Ada") as ada, terminal(ada, plan) as shown:
            await shown.shows(" 2  Decline")
            await shown.press("2")
            await shown.shows("No table is open yet.")

    async def test_the_lobby_leads_to_a_search_and_back(self, server: LiveServer) -> None:
        async with Client(server.url, name="Ada") as ada, terminal(ada, Plan(bots_after=None)) as shown:
            await shown.shows("s  Find opponents")
            await shown.press("s")
            await shown.shows("Density Deck: yes")
            await shown.press("enter")
            await shown.shows("Searching for 0:0")
            await shown.press("q")
            await shown.shows("No table is open yet.")


def test_a_ticket_is_explained_in_words() -> None:
    bands = tuple(
        Band(after=Milliseconds(after), lowest=lowest, highest=None if lowest is None else 3000 - lowest)
        for after, lowest in ((0, 1400), (10_000, 1350), (30_000, 1250), (60_000, None))
    )
    game = TicketGame(
        game=GameName("whist"),
        options=SoughtGame(game=GameName("whist")).options,
        rating=1500,
        uncertainty=60,
        looking=7,
        bands=bands,
        estimated_wait=Milliseconds(12_000),
    )
    ticket = Ticket(
        id=TicketId("t"),
        games=(game,),
        time_limit=Milliseconds(30_000),
        rated=True,
        since=Milliseconds(1_000),
        stage=TicketStage.HELD,
        bots_from=Milliseconds(70_000),
        anybody_from=Milliseconds(91_000),
        held_until=Milliseconds(40_000),
        party=None,
        offer=None,
    )
    assert explained(ticket, Milliseconds(31_000), {"whist": "Whist"}, {"whist": 4}) == [
        "Searching for 0:30.",
        "Paused for 9 s, after unanswered offers.",
        "Whist: 7 looking; you have 1500 ± 60",
        "  opponents now 1400–1600, in 10 s 1350–1650, in 30 s 1250–1750, in 60 s anybody",
        "  expected in 12 s, by recent matches",
        "Server bots in 39 s, if nobody joins.",
    ]


def test_friends_are_waited_for_in_words() -> None:
    ada = Player(id=PlayerId("a"), name="Ada")
    ticket = Ticket(
        id=TicketId("t"),
        games=(),
        time_limit=Milliseconds(30_000),
        rated=True,
        since=Milliseconds(0),
        stage=TicketStage.GATHERING,
        bots_from=None,
        anybody_from=Milliseconds(0),
        held_until=None,
        party=TicketParty(size=3, players=(ada,)),
        offer=None,
    )
    assert explained(ticket, Milliseconds(0), {}, {}) == ["Waiting for 2 more of 3: Ada"]

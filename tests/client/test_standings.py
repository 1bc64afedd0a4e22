"""How players stand, asked through the SDK and by the program."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec
import pytest
from client.test_commands import ran
from quarterdeck_client import Client, FollowedMatch, RefusedError
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.words.standings_words import rated_in_words, rating_in_words, result_in_words
from quarterdeck_protocol.lobby.ratings import Rating
from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings.documents import STANDINGS, ladder, standing_name
from quarterdeck_server.lobby.ratings.match_results import StandingRecord
from quarterdeck_server.lobby.ratings.rating_model import Skill
from quarterdeck_server.storage.memory import Memory, MemoryStore
from screens import terminal
from servers import SOON, LiveServer, live_server

PASSWORD = "a long walk by the sea"


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=10_000) as running:
        yield running


@contextlib.asynccontextmanager
async def people(server: LiveServer) -> AsyncIterator[tuple[Client, Client]]:
    """Two with accounts of their own."""
    async with Client(server.url) as ada, Client(server.url) as bo:
        await ada.account.register("Ada", PASSWORD)
        await bo.account.register("Bo", PASSWORD)
        yield ada, bo


async def played(ada: Client, bo: Client, *, rated: bool = True) -> str:
    """Let two play a match of eight marks; gives its id."""
    table = await ada.tables.open("tiny", options={"marks": 8}, rated=rated, spectator_delay=SpectatorDelay.NONE)
    await bo.tables.sit(table.id)
    await ada.tables.ready(table.id)
    await bo.tables.ready(table.id)
    await ada.tables.begun(table.id)
    seats = [await client.watch_match(table.match) for client in (ada, bo)]
    await asyncio.gather(*(_take_turns(seat) for seat in seats))
    return str(table.match)


async def _take_turns(seat: FollowedMatch) -> None:
    async for turn in seat.turns():
        await turn.act(turn.choices[0])


async def settled(client: Client, matches: int) -> None:
    """Wait until so many matches are in a client's history."""
    while len((await client.standings.history()).matches) < matches:
        pass


async def test_the_sdk_asks_everything(server: LiveServer) -> None:
    async with people(server) as (ada, bo):
        match = await played(ada, bo)
        await settled(ada, 1)
        [game] = (await ada.standings.profile()).games
        assert (game.game, game.rated, game.rating.provisional) == ("tiny", 1, True)
        assert (await bo.standings.profile(ada.player.id)).games == (game,)
        assert [each.match async for each in ada.standings.matches()] == [match]
        met = await ada.standings.head_to_head(bo.player.id)
        assert met.games[0].above == game.won == 1 - met.games[0].below
        assert (await ada.standings.ladder("tiny")).places == ()
        assert (await bo.standings.export()).matches == (await bo.standings.history()).matches
        with pytest.raises(RefusedError) as refused:
            await ada.standings.ladder("chess")
        assert refused.value.code is RefusalCode.UNKNOWN_GAME


async def test_all_matches_are_given_page_by_page(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        names = [await played(ada, bo) for _ in range(23)]
        while len([None async for _ in ada.standings.matches()]) < 23:
            pass
        assert {each.match async for each in ada.standings.matches()} == set(names)


async def test_the_program_shows_a_profile_and_a_ladder(server: LiveServer) -> None:
    async with people(server) as (ada, bo):
        await ada.account.change(PASSWORD, new_name="Ada Lovelace")
        await played(ada, bo)
        await settled(ada, 1)
        status, written, complaints = await ran("profile", "ada lovelace", url=server.url)
        assert (status, complaints) == (0, "")
        assert written.startswith(f"Ada Lovelace (person, {ada.player.id})")
        assert "± 323?" in written
        assert "of 2" in written
        status, written, _ = await ran("profile", bo.player.id, "--json", url=server.url)
        answers = msgspec.json.decode(written)
        assert (status, answers["error"], answers["profile"]["player"]["name"], len(answers["matches"])) == (
            0,
            None,
            "Bo",
            1,
        )
        status, written, _ = await ran("ladder", "tiny", url=server.url)
        assert (status, written) == (0, "There are no players in this ladder yet.\n")
        status, written, _ = await ran("ladder", "tiny", "--json", url=server.url)
        assert (status, msgspec.json.decode(written)["ladder"]["listed"]) == (0, 0)


async def test_the_program_shows_who_is_in_a_ladder() -> None:
    store = MemoryStore(Memory())
    async with live_server(store) as server, Client(server.url) as ada:
        await ada.account.register("Ada Lovelace", PASSWORD)
        record = StandingRecord(skill=Skill(30, 3), rated=80, played=90, won=41)
        put = STANDINGS.put(standing_name(ada.player.id, GameName("tiny")), None, record)
        await store.documents.commit([put], [IndexEntry(ladder(GameName("tiny")), ada.player.id, 1580)])
        status, written, _ = await ran("ladder", "tiny", url=server.url)
        assert (status, written.splitlines()) == (
            0,
            ["PLACE  PLAYER        RATING      MATCHES  WON", "1      Ada Lovelace  1700 ± 120  80       41"],
        )
        status, written, _ = await ran("ladder", "tiny", "--bots", url=server.url)
        assert (status, written) == (0, "There are no players in this ladder yet.\n")
        status, written, _ = await ran("ladder", "tiny", "--page", "2", url=server.url)
        assert (status, written) == (0, "There are no players on this page.\n")


async def test_the_terminal_shows_ladders_on_top_of_the_lobby() -> None:
    store = MemoryStore(Memory())
    game = GameName("density-deck")
    async with live_server(store) as server, Client(server.url) as ada:
        await ada.account.register("Ada Lovelace", PASSWORD)
        record = StandingRecord(skill=Skill(30, 3), rated=80, played=90, won=41)
        put = STANDINGS.put(standing_name(ada.player.id, game), None, record)
        await store.documents.commit([put], [IndexEntry(ladder(game), ada.player.id, 1580)])
        async with terminal(ada, Plan()) as shown:
            await shown.shows("l ladders")
            await shown.press("l")
            await shown.shows("You: 1700 ± 120, place 1 · 41 of 90 won · Acolyte III")
            await shown.shows("Ada Lovelace")
            await shown.press("b")
            await shown.shows("bots of players")
            await shown.shows("You have not played this game with bots of players yet.")
            await shown.press("b")
            await shown.shows("Ada Lovelace")
            await shown.press("right")
            await shown.shows("You have not played this game with other people yet.")
            await shown.shows("There are no players in this ladder yet.")
            await shown.press("escape")
            await shown.shows("l ladders")


async def test_the_program_says_who_is_not_there_and_which_game(server: LiveServer) -> None:
    status, written, complaints = await ran("profile", "Nobody", url=server.url)
    assert (status, written) == (1, "")
    assert "There is no player `Nobody`" in complaints
    status, written, _ = await ran("ladder", "chess", "--json", url=server.url)
    assert (status, msgspec.json.decode(written)["ladder"]) == (1, None)


async def test_ratings_and_results_are_said_in_words(server: LiveServer) -> None:
    assert rating_in_words(Rating(number=1668, uncertainty=190, provisional=False)) == "1668 ± 190"
    assert rating_in_words(Rating(number=1516, uncertainty=313, provisional=True)) == "1516 ± 313?"
    async with people(server) as (ada, bo):
        await played(ada, bo)
        await settled(ada, 1)
        await played(ada, bo, rated=False)
        await settled(ada, 2)
        friendly, rated = (await ada.standings.history()).matches
        place, meant = result_in_words(rated, ada.player.id)
        assert (place, meant) in {("1 of 2", "+105"), ("2 of 2", "-105")}
        assert result_in_words(friendly, ada.player.id)[1] == "unrated table"
        assert result_in_words(rated, PlayerId("nobody")) == ("–", "–")


@pytest.mark.parametrize("rated", [True, False])
async def test_a_player_who_has_played_is_told_what_it_meant(server: LiveServer, rated: bool) -> None:
    async with people(server) as (ada, bo):
        table = await ada.tables.open("tiny", options={"marks": 8}, rated=rated)
        await bo.tables.sit(table.id)
        await ada.tables.ready(table.id)
        await bo.tables.ready(table.id)
        await ada.tables.begun(table.id)
        seats = [await client.watch_match(table.match) for client in (ada, bo)]
        await asyncio.gather(*(_take_turns(seat) for seat in seats))
        sentences = [rated_in_words(await asyncio.wait_for(seat.rated(), SOON)) for seat in seats]
    if rated:
        assert sorted(sentences) == ["Rated: 1500 ± 333? → 1395 ± 323?", "Rated: 1500 ± 333? → 1605 ± 323?"]
    else:
        assert sentences == ["Not rated: unrated table."] * 2


async def test_the_terminal_says_what_it_meant(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, Plan(game="tiny", bots=1, rated=True)) as shown:
        await shown.own_turn()
        await shown.play_out(lambda labels: 1)
        await shown.shows("The match is over.")
        await shown.press("escape")
        await shown.shows("Not rated: bots.")

"""The first screen by its keys: tables with all their settings, codes, passwords, searches, and the list itself."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from quarterdeck_client import Client
from quarterdeck_client.bots.quick_match_bot import Sought, seek_and_play
from quarterdeck_client.bots.whole_match import Orders, Played
from quarterdeck_client.errors import GoneError
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.lobby import LobbyScreen
from quarterdeck_client.terminal.screens.lobby_list import Numbered
from quarterdeck_client.terminal.screens.table import TableScreen
from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.tables import Access, Perspectives, ReplayAccess, SpectatorDelay, Table
from quarterdeck_protocol.names import TableId
from screens import terminal
from servers import LiveServer, live_server, soon
from site_folders import whole_site, write_site

PASSWORD = "open sesame"
TINY = Plan(game="tiny", bots=1, bot="random")
"""A table for a game that a server has, but does not offer."""


async def test_a_table_is_opened_with_everything_set(ada: Client, bo: Client) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("n")
        await shown.pick("Density Deck")
        for label in (
            "Seats: 4",
            "Bots of the house: 0",
            "Which bot: Greedy",
            "Time for a decision: 60 s",
            "Rated: no",
        ):
            await shown.pick(label)
        await shown.pick("May be watched: yes")
        await shown.pick("Spectators see it: as is usual")
        await shown.pick("Spectators see it: at once")
        await shown.shows("Spectators see it: 30 s later")
        await shown.shows("Spectators see hands: when it is over")
        await shown.pick("Seen again when it is over: by who might watch")
        await shown.pick("Seen again when it is over: by everybody")
        await shown.shows("Seen again when it is over: by its players")
        await shown.pick("Who may come: everybody")
        await shown.pick("Who may come: who has the invite code")
        await shown.shows("Who may come: who knows the password")
        await shown.press("enter")
        await shown.write("The password for others:", PASSWORD)
        await shown.shows("Density Deck · deal ")
        (table,) = await bo.tables.list()
    assert (table.access, table.rated, table.spectators, table.time_limit) == (Access.PASSWORD, True, False, 120_000)
    assert table.replays is ReplayAccess.PLAYERS
    assert table.spectator_delay is SpectatorDelay.HALF_A_MINUTE
    assert [place.player.bot for place in table.places if place.player] == [None, "random"]
    assert len(table.places) == 2


async def test_news_of_the_server_stand_above_the_tables_as_text_and_long_ones_are_shortened() -> None:
    news = "Cup on Sunday at eight, [b]bring a deck[/b]."
    async with live_server(news=news) as server, Client(server.url, name="Ada") as ada, terminal(ada, Plan()) as shown:
        await shown.shows(news)
    for long in (f"{news} {'Later ' * 40}", "日曜日の八時に大会があります。" * 20):  # not every language has spaces
        async with (
            live_server(news=long) as server,
            Client(server.url, name="Ada") as ada,
            terminal(ada, Plan()) as shown,
        ):
            await shown.shows(long[:12])
            await shown.shows("…")


async def test_the_name_of_the_host_and_the_address_of_the_rules_stand_above_the_tables(tmp_path: Path) -> None:
    whole_site(tmp_path)
    async with (
        live_server(site=str(tmp_path)) as server,
        Client(server.url, name="Ada") as ada,
        terminal(ada, Plan()) as shown,
    ):
        await shown.shows("Card Harbour · http")
        await shown.shows(f"Rules of the house: {server.url}/site/rules.")
        await shown.shows("Press h to accept the terms")
        await shown.press("h")
        await shown.shows("You have accepted the terms of use.")
        assert ada.terms_due is None
        write_site(tmp_path, {"site.toml": 'name = "Card Haven"'})
        await soon(lambda: ada.welcome.site is not None and ada.welcome.site.name == "Card Haven")


async def test_a_table_whose_matches_will_not_be_rated_is_not_listed_as_rated(ada: Client, bo: Client) -> None:
    table = await bo.tables.open("density-deck", seats=4, rated=True)
    async with terminal(ada, Plan()) as shown:
        await shown.shows(" · rated")
        for _ in range(3):
            await bo.tables.add_bot(table.id, "random")
        await shown.shows(" · not rated with bots")


async def test_where_spectators_see_hands_it_is_said_and_whoever_comes_agrees_or_leaves(
    ada: Client, bo: Client
) -> None:
    table = await bo.tables.open("density-deck", seats=2, perspectives=Perspectives.DURING)
    async with terminal(ada, Plan()) as shown:
        await shown.pick("Sit down: Density Deck")
        await shown.shows("Spectators see the hands at this table")
        await shown.pick("Leave the table")
        await shown.shows("spectators see hands")
        await shown.pick("Sit down: Density Deck")
        await shown.pick("Agree, and be ready")
        await bo.tables.ready(table.id, perspectives=Perspectives.DURING)
        await shown.shows("Density Deck · deal ")


async def test_where_turns_are_timed_the_time_of_a_turn_is_set_and_told(ada: Client, bo: Client) -> None:
    """AM-65: a table with a limit of half a minute gives a turn of Amiibart TCG a minute and a half."""
    await bo.tables.open("amiibart", time_limit=30)
    async with terminal(ada, Plan(time_limit=30)) as shown:
        await shown.shows("Sit down: Amiibart TCG – Bo, free · 90 s a turn")
        await shown.press("n")
        await shown.pick("Amiibart TCG")
        await shown.shows("Time for a turn: 90 s")


async def test_the_strongest_bot_sits_down_unless_another_one_is_named(ada: Client) -> None:
    for bot, name in ((None, "Greedy 1"), ("random", "Random 1")):
        app_plan = Plan(bots=1, bot=bot)
        async with terminal(ada, Plan(seats=2)) as shown:
            await shown.shows("Waiting for all seats")
            shown.app.plan = app_plan
            await shown.app._open(app_plan)
            await shown.own_turn()
            assert shown.playing.seated.latest.players[1].name == name


async def test_a_password_is_asked_for_until_it_is_right(ada: Client, bo: Client) -> None:
    await bo.tables.open("tiny", access=Access.PASSWORD, password=PASSWORD)
    async with terminal(ada, Plan()) as shown:
        await shown.pick("Sit down: tiny")
        await shown.write("The password of this table:", "what?")
        await shown.shows("This is not the password of this table.")
        await shown.write("The password:", PASSWORD)
        await shown.shows("Ada (you)")
    async with terminal(ada, Plan(password="what?")) as shown:
        await ada.tables.stand((await bo.tables.list())[0].id)
        await shown.pick("Sit down: tiny")
        await shown.shows("This is not the password of this table.")
        await shown.press("escape")
        await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))


async def test_an_invite_code_leads_to_a_table_that_is_in_no_list(ada: Client, bo: Client) -> None:
    table = await bo.tables.open("density-deck", access=Access.UNLISTED)
    assert table.code is not None
    async with terminal(ada, Plan()) as shown:
        await shown.shows("No table is open yet.")
        await shown.press("i")
        await shown.write("The invite code of the table:", "BBBBBB")
        await shown.shows("invite code")
        await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))
        await shown.press("i")
        await shown.write("The invite code of the table:", table.code.lower())
        await shown.shows("Ada (you)")


async def test_the_list_is_narrowed_to_what_is_wanted(ada: Client, bo: Client) -> None:
    await bo.tables.open("amfibido")
    await bo.tables.open("density-deck", time_limit=30)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("2 tables are open.")
        await shown.press("f")
        await shown.pick("Density Deck: yes")
        await shown.pick("Only with free seats: no")
        await shown.press("enter")
        await shown.shows("One table is open. 1 player, 1 free seat. Some tables are filtered out (f).")
        await shown.shows("Sit down: Amfibido")
        assert "Sit down: Density Deck" not in shown.text
        await bo.tables.open("density-deck")
        await bo.tables.open("amfibido")
        await shown.shows("2 tables are open. 1 player, ")
        await shown.press("f")
        await shown.pick("Density Deck: no")
        await shown.pick("Only with free seats: yes")
        await shown.press("enter")
        await shown.shows("4 tables are open.")


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_tables_stand_first_and_are_searched_by_player_and_by_host(
    ada: Client, bo: Client, server: LiveServer, size: tuple[int, int]
) -> None:
    async with Client(server.url, name="Cleo") as cleo, Client(server.url, name="Bobby") as bobby:
        mine = await bo.tables.open("density-deck", seats=3)
        await cleo.tables.sit(mine.id)
        await cleo.tables.open("amfibido")
        await bobby.tables.open("density-deck", seats=2)
        async with terminal(ada, Plan(), size=size) as shown:
            await shown.shows("3 tables are open. 3 players, 3 free seats.")
            first = next(row for row, line in enumerate(shown.lines) if "Sit down:" in line)
            menu = next(row for row, line in enumerate(shown.lines) if "Play against bots" in line)
            assert menu >= first, "no line of a menu stands above the tables"
            for words, how, name, many in (
                ("A player's name", "with", "cle", 2),
                ("A host's name", "hosted by", "BO", 2),
                ("A host's name", "hosted by", "cleo", 1),
                ("A player's name", "with", "nobody", 0),
            ):
                await shown.press("slash")
                await shown.pick(words)
                await shown.write("The name, or a part of it:", name)
                await shown.shows(f"{how} “{name}” (/).")
                assert sum("Sit down:" in line for line in shown.lines) == many
            await shown.press("slash")
            await shown.pick("All tables again")
            await shown.shows("3 tables are open. 3 players, 3 free seats.")


async def test_a_wide_screen_shows_seats_and_hosts_in_columns_and_the_menu_beside_them(ada: Client, bo: Client) -> None:
    await bo.tables.open("density-deck", seats=3)
    async with terminal(ada, Plan(), size=(160, 50)) as shown:
        await shown.shows("Sit down: Density Deck   1/3   host Bo")
        line = next(line for line in shown.lines if "Sit down:" in line)
        assert "Play against bots" in line
        row, at = next((row, line.index("New table")) for row, line in enumerate(shown.lines) if "New table" in line)
        await shown.pilot.click(offset=(at, row))
        await shown.shows("A new table for which game?")


async def test_a_match_against_bots_is_two_keys_away(ada: Client) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.shows("v  Play against bots")
        await shown.press("v")
        await shown.shows("Which game, against server bots?")
        await shown.pick("Amfibido")
        await shown.shows("Amfibido · round 0")


async def test_a_match_that_is_gone_leads_back_to_the_first_screen(ada: Client) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.shows("v  Play against bots")
        await shown.press("v")
        await shown.pick("Amfibido")
        await shown.shows("Amfibido · round 0")
        shown.playing.seated.fail(GoneError("The server cannot go on with this match."))
        await shown.shows("v  Play against bots")
        assert "The server cannot go on with this match." in shown.text
        assert shown.app.error is None


async def test_several_games_are_sought_at_once_with_friends(ada: Client) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.shows("s  Find opponents")
        await shown.press("s")
        await shown.shows("Density Deck: yes")
        await shown.pick("Density Deck: yes")
        await shown.shows("Density Deck: no")
        await shown.press("enter")
        await shown.shows("Choose at least one game")
        await shown.press("2")
        await shown.shows("Density Deck: yes")
        await shown.pick("Amfibido: no")
        await shown.shows("Amfibido: yes")
        await shown.pick("Friends: none")
        await shown.shows("Friends: 2 of us")
        await shown.press("enter")
        await shown.write("A code that your friends enter", "abc")
        await shown.shows("code needs at least 4 characters")
        await shown.press("enter")
        await shown.write("A code that your friends enter", "our own code")
        await shown.shows("A party needs a game with 4")
        await shown.press("s")
        await shown.pick("Friends: none")
        await shown.shows("Friends: 2 of us")
        await shown.press("enter")
        await shown.write("A code that your friends enter", "our own code")
        await shown.shows("Waiting for 1 more of 2: Ada")
        await shown.press("q")
        await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))


async def test_a_player_who_seeks_without_saying_more_meets_the_bots_that_seek(ada: Client, server: LiveServer) -> None:
    played: list[Played] = []
    orders = Orders(url=server.url, game="tiny", seats=None, seed="1", patience=5.0)
    async with terminal(ada, Plan(bots_after=None)) as shown:
        await shown.shows("No table is open yet.")
        plan = shown.app.plan
        shown.app.post_message(LobbyScreen.Wished(plan.wish(ada.welcome.games, ("tiny",))))
        await shown.shows("Searching for 0:0")
        matchmaking = asyncio.create_task(seek_and_play(orders, Sought(bots_after=3600), 1, 1, played.append))
        await shown.pick("Accept")
        await shown.play_out(lambda labels: 1)
        await matchmaking
    assert [(each.error, set(each.players)) for each in played] == [(None, {"Ada", "Ann 1"})]


async def test_leaving_a_table_or_a_finished_match_leads_back_to_the_list(ada: Client) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.press("n")
        await shown.pick("Density Deck")
        await shown.press("enter")
        await shown.shows("Waiting for all seats")
        await shown.press("q")
        await shown.shows("No table is open yet.")
        shown.app._do(shown.app._open, TINY)
        await shown.play_out(lambda labels: 1)
        await shown.shows("Play again at this table")
        await shown.press("2")
        await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))
        await shown.shows("No table is open yet.")
        assert await ada.tables.list() == ()


async def test_their_own_seat_is_gone_back_to_from_the_list(ada: Client) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.shows("No table is open yet.")
        shown.app._do(shown.app._open, TINY)
        await shown.own_turn()
        match = shown.playing.seated.match
        await shown.press("q", "1")
        await shown.pick("Go on:    tiny")
        await shown.own_turn()
        assert (shown.playing.seated.match, shown.playing.seated.seat) == (match, 0)


async def test_the_lobby_talks(ada: Client, bo: Client) -> None:
    await bo.chat.join_chat(Where.LOBBY)
    async with terminal(ada, Plan()) as shown:
        await bo.chat.say(Where.LOBBY, "who is here?")
        await shown.shows("Bo: who is here?")
        await shown.press("t", "1")
        await shown.shows("Ada: Hello!")
        await shown.press("p")
        await shown.shows("Look at which player?")
        await shown.shows(" 1  Bo")


async def test_a_table_keeps_its_number_while_others_come_and_go(ada: Client, bo: Client) -> None:
    tables = [await bo.tables.open("tiny") for _ in range(4)]
    numbered = Numbered()

    def ids(shown: list[Table | None]) -> list[TableId | None]:
        return [None if table is None else table.id for table in shown]

    one, two, three, four = tables
    assert ids(numbered.take([one, two, three])) == [one.id, two.id, three.id]
    assert ids(numbered.take([three, one])) == [one.id, None, three.id]
    changed = msgspec.structs.replace(three, changed=99)
    assert numbered.take([changed, one, four]) == [one, four, changed]
    assert ids(numbered.take([one])) == [one.id]


async def test_a_broken_line_is_said_on_every_screen(ada: Client) -> None:
    async with terminal(ada, Plan(seats=2)) as shown:
        await shown.shows("Waiting for all seats")
        screen = shown.app.screen
        assert isinstance(screen, TableScreen)
        socket, ada._connection._socket = ada._connection._socket, None
        await shown.shows("Connection lost")
        ada._connection._socket = socket
        await shown.until(lambda: "Connection lost" not in shown.text)


async def test_a_challenge_is_shown_in_the_lobby_as_it_comes(ada: Client, bo: Client) -> None:
    await bo.account.register("Bo L", PASSWORD)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        first = await bo.challenges.create(ada.player.id, "tiny")
        await shown.shows("Bo L challenges you: tiny, 30 s, not rated")
    async with terminal(ada, Plan()) as shown:  # it waits while she is away
        await shown.shows(first.id)

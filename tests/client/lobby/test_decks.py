"""Decks through the SDK, the bots' program and the screens."""

from collections.abc import AsyncIterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from quarterdeck_client import Client, RefusedError
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.bots.whole_match import Orders, play_whole_match
from quarterdeck_client.commands.server_options import deck_option
from quarterdeck_client.phrases import Phrases
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.deck_choice import in_words
from quarterdeck_client.terminal.screens.match import MatchScreen
from quarterdeck_client.terminal.screens.table import TableScreen
from quarterdeck_client.terminal.widgets.line_input import LineInput
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tables import Table
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.refusals import RefusalCode
from screens import terminal
from servers import LiveServer, live_server
from textual import events

CODE_OF_VIGIL = "AB-AEBUCQRRB4AGYADUAB5ABAYAREAJIAE2ACRABKQAWEALQAGAAFBACUQBNGN22"


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=10_000) as server:
        yield server


def decks_at(table: Table) -> list[str | None]:
    return [None if place.deck is None else place.deck.id for place in table.places]


# The SDK


async def test_every_command_that_takes_a_seat_takes_a_deck(ada: Client, bo: Client) -> None:
    table = await ada.tables.open("amiibart", deck="vigil")
    assert decks_at(await bo.tables.sit(table.id, deck="armoury")) == ["vigil", "armoury"]
    assert decks_at(await bo.tables.ready(table.id, deck="upgrade")) == ["vigil", "upgrade"]
    await bo.tables.stand(table.id)
    assert decks_at(await ada.tables.add_bot(table.id, deck="wildfire")) == ["vigil", "wildfire"]


async def test_a_match_is_played_with_the_decks_that_were_brought(ada: Client) -> None:
    seated = await ada.play("amiibart", bots=1, deck=CODE_OF_VIGIL)
    await RandomBot("a seed").play(seated)
    opening = (await ada.transcript(seated.match)).entries[0].entry
    assert '"sun-lancer",4' in opening


async def test_a_refusal_tells_every_fault(ada: Client) -> None:
    with pytest.raises(RefusedError) as refused:
        await ada.tables.open("amiibart", deck="5 alley-cat, 2 trap")
    assert refused.value.code is RefusalCode.BAD_DECK
    assert len(refused.value.faults) == 4


async def test_being_ready_again_with_another_deck_notes_the_entropy_that_counts(ada: Client, bo: Client) -> None:
    table = await ada.tables.open("amiibart")
    await bo.tables.sit(table.id)
    await ada.tables.ready(table.id, "dice")
    await ada.tables.ready(table.id, deck="vigil")
    assert ada.notes[table.match].entropy == "dice"
    seated = await bo.begin(table.id, deck="armoury")
    assert seated.match == MatchId(table.match)
    assert decks_at(await bo.tables.watch(table.id)) == ["vigil", "armoury"]


async def test_bots_play_the_decks_they_are_given_round_and_round(server: LiveServer) -> None:
    orders = Orders(url=server.url, game="amiibart", seats=2, seed="1", patience=5.0, decks=("vigil",))
    assert [orders.deck_of(seat) for seat in (0, 1, 2)] == ["vigil"] * 3
    played = await play_whole_match(orders, 1, Phrases(), None)
    assert (played.error, played.result is not None) == (None, True)
    wrong = Orders(url=server.url, game="amiibart", seats=2, seed="1", patience=5.0, decks=("what",))
    assert "is no deck" in ((await play_whole_match(wrong, 1, Phrases(), None)).error or "")


def test_a_deck_may_stand_in_a_file(tmp_path: Path) -> None:
    @click.command()
    @deck_option(multiple=True, text="Decks")
    def tell(decks: tuple[str, ...]) -> None:
        click.echo("|".join(decks))

    file = tmp_path / "deck.txt"
    file.write_text("4 alley-cat", encoding="utf-8")
    ran = CliRunner().invoke(tell, ["--deck", str(file), "--deck", "vigil", "--deck", "x" * 5_000])
    assert ran.output == f"4 alley-cat|vigil|{'x' * 5_000}\n"
    file.write_bytes(b"\xff\xfe")
    assert CliRunner().invoke(tell, ["--deck", str(file)]).exit_code == 2


# The screens


async def test_a_deck_is_chosen_before_a_match_with_bots_begins(ada: Client) -> None:
    async with terminal(ada, Plan(game="amiibart", bots=1)) as shown:
        await shown.shows("Which deck do you play?")
        for name in ("Bulwark", "Upgrade", "Another deck: paste a code"):
            assert name in shown.text
        await shown.press("4")
        await shown.until(lambda: isinstance(shown.app.screen, MatchScreen))
        table = await ada.tables.watch(shown.playing.table)
        assert decks_at(table) == ["vigil", "nightblade"]


async def test_a_code_is_pasted_and_a_deck_that_is_refused_says_why(ada: Client) -> None:
    async with terminal(ada, Plan(game="amiibart", seats=2)) as shown:
        await shown.shows("Which deck do you play?")
        await shown.press("1", "8")
        await shown.shows("A deck code, or a list")
        await shown.press("escape")
        await shown.shows("Which deck do you play?")
        await shown.press("1", "8")
        await shown.shows("A deck code, or a list")
        await shown.press(*"5 x", "enter")
        await shown.shows("This deck cannot be played:")
        assert "A deck has 30 cards; this one has 5." in shown.text
        await shown.press("1", "8")
        await shown.shows("A deck code, or a list")
        await shown.press(*CODE_OF_VIGIL.lower(), "enter")
        await shown.shows("Ada (you) – ready · plays a deck of their own")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
async def test_a_pasted_list_keeps_its_lines(ada: Client, bo: Client, line_end: str) -> None:
    deck = (await bo.tables.open("amiibart", deck="vigil")).places[0].deck
    assert deck is not None
    lines = ["// Vigil, as I play it", *(f"{count} {card}" for card, count in deck.cards), *deck.beside]
    async with terminal(ada, Plan(game="amiibart", seats=2)) as shown:
        await shown.shows("Which deck do you play?")
        await shown.press("1", "8")
        await shown.shows("A deck code, or a list")
        pasted_at = shown.app.screen.query_one(LineInput)
        pasted_at.post_message(events.Paste(line_end.join(lines) + line_end))
        await shown.until(lambda: pasted_at.text.splitlines() == lines)
        await shown.press("enter")
        await shown.shows("Ada (you) – ready · plays a deck of their own")


async def test_another_deck_may_be_chosen_while_others_are_missing(ada: Client, bo: Client) -> None:
    async with terminal(ada, Plan(game="amiibart", seats=2, deck="vigil")) as shown:
        await shown.shows("Ada (you) – ready · plays Vigil")
        await shown.press("d")
        await shown.shows("Esc: keep the deck you have")
        await shown.press("5")
        await shown.shows("Ada (you) – ready · plays Armoury")
        await shown.press("d")
        await shown.shows("Which deck do you play?")
        await bo.join(shown.screen_of(TableScreen).table.id)
        await shown.until(lambda: isinstance(shown.app.screen, MatchScreen))


async def test_anything_that_is_hidden_is_not_told_but_that_there_is_a_deck(ada: Client) -> None:
    async with terminal(ada, Plan(game="myacards", seats=2)) as shown:
        await shown.shows("Giants abroad")
        await shown.press("3")
        await shown.shows("Ada (you) – ready · has brought a deck")


async def test_a_player_who_leaves_it_to_the_house_plays_a_ready_deck(ada: Client) -> None:
    async with terminal(ada, Plan(game="amiibart", bots=1)) as shown:
        await shown.shows("Esc: leave it to the house")
        await shown.press("escape")
        await shown.until(lambda: isinstance(shown.app.screen, MatchScreen))
        table = await ada.tables.watch(shown.playing.table)
        assert decks_at(table) == ["bulwark", "nightblade"]


async def test_games_without_decks_ask_for_none(ada: Client) -> None:
    async with terminal(ada, Plan(game="tiny", seats=2, deck="vigil")) as shown:
        await shown.shows("Ada (you) – ready")
        await shown.press("d")
        assert "another deck" not in shown.text
        assert isinstance(shown.app.screen, TableScreen)


def test_names_of_ready_decks_are_read_as_words() -> None:
    words = [in_words(deck) for game in GAMES.values() if game.decks for deck in game.decks.ready]
    assert "Packs and sisters" in words


async def test_a_deck_of_ones_account_is_chosen_after_the_ready_ones(ada: Client) -> None:
    await ada.account.register("Ada", "a long walk by the sea")
    await ada.decks.keep("amiibart", "Unfinished", "4 alley-cat")
    saved = await ada.decks.keep("amiibart", "My vigil", CODE_OF_VIGIL)
    assert saved.deck.text == CODE_OF_VIGIL
    async with terminal(ada, Plan(game="amiibart", seats=2)) as shown:
        await shown.shows("Yours: My vigil")
        assert "Unfinished" not in shown.text
        await shown.press("1", "8")
        await shown.shows("Ada (you) – ready · plays")
        (table,) = await ada.tables.list()
        assert table.places[0].deck is not None
        assert sorted(table.places[0].deck.cards) == sorted(saved.deck.deck.cards)

"""Amfibido in the terminal, at 80 by 24, against a real server."""

import msgspec
import pytest
from games.amfibido.given import GAME, A, Match, given
from houses import InHouse
from quarterdeck_client import Client
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.games.amfibido.board import AmfibidoBoard
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_protocol.games.amfibido import CardId, DojoView, Stage, View
from quarterdeck_protocol.names import Version
from quarterdeck_server.bench.bots import told
from screens import Shown, terminal

BOT = Plan(game="amfibido", bots=1)


def seen(shown: Shown) -> View:
    return msgspec.json.decode(shown.playing.seated.latest.view, type=View)


async def own_actions(shown: Shown) -> None:
    """Take what comes first until it is the action phase and one's own turn."""
    while True:
        await shown.own_turn()
        if shown.app.screen is not shown.playing:
            await shown.press("space")
        elif seen(shown).stage is Stage.ACTIONS:
            return
        else:
            await shown.press_and_see("1")


@pytest.mark.parametrize("size", [(80, 24), (132, 50)])
async def test_everything_is_on_the_screen(server: InHouse, size: tuple[int, int]) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT, size=size) as shown:
        await shown.own_turn()
        await own_actions(shown)
        await shown.shows("Your turn")
        assert isinstance(shown.playing._view, AmfibidoBoard)
        view = seen(shown)
        for words in ("Amfibido · round", "Ada (you)", "Random 1", "dojo 1", "dojo 2", "dojo 3", "○○○○"):
            assert words in shown.text
        assert view.hand is not None
        for card in view.hand:
            assert view.faces[card].name in shown.text
        assert {len(line) for line in shown.lines} == {size[0]}


async def test_a_fighter_shows_its_power_and_what_that_is_made_of(server: InHouse) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT, size=(132, 50)) as shown:
        await shown.own_turn()
        await own_actions(shown)
        labels = shown.playing._choices.labels
        fielding = [number for number, label in enumerate(labels) if label.startswith("Field ")]
        if fielding:
            shown.playing.action_choose(fielding[0])
            await shown.until(lambda: any(dojo.fighter for dojo in _own(shown)))
            fighter = next(dojo.fighter for dojo in _own(shown) if dojo.fighter)
            await shown.shows(f"{fighter.power:>2} {seen(shown).faces[fighter.card].name}")


def _own(shown: Shown) -> tuple[DojoView, ...]:
    seat = shown.playing.seated.latest.seat
    return seen(shown).seats[seat or 0].dojos


async def test_the_fights_of_a_round_are_shown_until_a_key_is_pressed(server: InHouse) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await own_actions(shown)
        while shown.app.screen is shown.playing:
            labels = shown.playing._choices.labels
            wanted = [number for number, label in enumerate(labels) if label.startswith("Pass")]
            if labels:
                shown.playing.action_choose(wanted[0] if wanted else 0)
            await shown.pilot.pause(0.02)
        await shown.shows("Round 1:")
        assert "Dojo 3:" in shown.text


def test_a_sensei_that_may_come_first_is_called_by_its_name() -> None:
    """It is no piece in play."""
    match = given({1: "basilisk", 2: "caiman", 3: "newt"}, sensei="coach-hulk").fight()
    update = told(GAME, match.state, A, 2, Version(1))
    labels = [AmfibidoBoard().label(at, update, PhraseBook(Phrases(), ["Ann", "Ben"])) for at in range(2)]
    assert labels == ["Basilisk first", "Coach Hulk first"]


def held() -> Match:
    """A table with something of everything: a fighter with a combo move and equipment, a hand, a cooldown zone."""
    return given(
        {1: ["tree-frog", "roundhouse-kick"]},
        equipment={1: "white-belt"},
        hand=["black-toad"],
        sensei="coach-hulk",
        cooldown=["headlock"],
        they_play=True,
        spare=False,
    )


def printed(card: str) -> str:
    return CARDS[CardId(card)].text


def test_every_card_that_one_sees_can_be_read_whole() -> None:
    match = held()
    update = told(GAME, match.state, A, 2, Version(1))
    phrasing = PhraseBook(Phrases(), ["Ann", "Ben"])
    read = {page.title: [text.plain for text in page.paragraphs] for page in AmfibidoBoard().pages(update, phrasing)}
    assert list(read) == ["Your cards", "In play", "Resting"]
    assert read["Your cards"] == ["Hand: I Black Toad 2 toad. " + printed("black-toad")]
    assert read["In play"][:4] == [
        "Your sensei: Coach Hulk sensei. " + printed("coach-hulk"),
        "Your dojo 1: I Tree Frog 2 frog. " + printed("tree-frog") + " – now 11: 2b +6abil +3combo",
        "Your dojo 1, on it: I Roundhouse Kick +3 combo",
        "Your dojo 1: I White Belt kit. " + printed("white-belt"),
    ]
    assert read["Resting"] == ["Your cooldown zone: I Headlock +2 combo. " + printed("headlock")]


async def test_a_long_text_breaks_between_words(server: InHouse) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        while seen(shown).stage is not Stage.SENSEI:
            await shown.press_and_see("1")
            await shown.own_turn()
        texts = [seen(shown).faces[card].text for card in seen(shown).offer]
        words = {word for text in texts for word in text.split()}
        assert words <= set(shown.text.split())


async def test_the_cards_can_be_read_at_the_table(server: InHouse) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await shown.press("c")
        await shown.shows("Your cards")
        view = seen(shown)
        for card in view.hand or ():
            assert view.faces[card].name in shown.text

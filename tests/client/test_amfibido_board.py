"""Amfibido in the terminal, at 80 by 24, against a real server."""

import inspect
import random
from collections.abc import Sequence
from typing import get_args

import msgspec
import pytest
from games.amfibido.given import GAME, A, Match, given
from quarterdeck_client import Client
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.games.amfibido.board import AmfibidoBoard, _seat_line
from quarterdeck_client.terminal.games.amfibido.choice_labels import _Words, ways
from quarterdeck_client.terminal.widgets.choice_steps import Menu
from quarterdeck_client.terminal.widgets.popups import Moment
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.games.amfibido import CardId, DojoView, Stage, View
from quarterdeck_protocol.messages import Outlook, Waiting
from quarterdeck_protocol.names import Milliseconds, Version
from quarterdeck_server.evaluation.matches import update_for
from quarterdeck_testing.profiles import as_many
from screens import Shown, terminal
from servers import LiveServer, live_server

BOT = Plan(game="amfibido", bots=1)


def seen(shown: Shown) -> View:
    return msgspec.json.decode(shown.playing.seated.raw_latest.view, type=View)


async def own_actions(shown: Shown) -> None:
    """Take what comes first until it is the action phase and one's own turn."""
    while True:
        await shown.own_turn()
        if shown.app.screen is not shown.playing:
            await shown.press("space")
        elif seen(shown).stage is Stage.ACTIONS:
            return
        else:
            await shown.choose(1)


@pytest.mark.parametrize("size", [(80, 24), (132, 50)])
async def test_everything_is_on_the_screen(server: LiveServer, size: tuple[int, int]) -> None:
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


async def test_a_fighter_shows_its_power_and_what_that_is_made_of(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT, size=(132, 50)) as shown:
        await shown.own_turn()
        await own_actions(shown)
        await shown.press("1")
        while not any(dojo.fighter for dojo in _own(shown)):
            await shown.own_turn()
            await shown.choose(1)
        fighter = next(dojo.fighter for dojo in _own(shown) if dojo.fighter)
        await shown.shows(f"{fighter.power:>2} {seen(shown).faces[fighter.card].name}")


def _own(shown: Shown) -> tuple[DojoView, ...]:
    seat = shown.playing.seated.latest.seat
    return seen(shown).seats[seat or 0].dojos


async def test_the_fights_of_a_round_are_shown_until_a_key_is_pressed(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await own_actions(shown)
        await shown.press("e", "y")
        await shown.until(lambda: isinstance(shown.app.screen, Moment))
        await shown.shows("Round 1:")
        assert "Dojo 3:" in shown.text


async def test_passing_for_the_round_is_asked_once_more_and_can_be_taken_back(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await own_actions(shown)
        before = shown.playing.seated.latest.version
        await shown.press("e")
        await shown.shows("You take no more actions this round. You could still:")
        await shown.press("e", "1")
        await shown.press("escape")
        await shown.shows("Your turn: one action, or pass.")
        assert shown.playing.seated.latest.version == before


@pytest.mark.parametrize("luck", range(1, 1 + as_many(1, at_length=12)))
async def test_every_decision_of_a_match_fits_its_screen_and_what_ends_the_round_is_above_the_fold(luck: int) -> None:
    chance = random.Random(luck)
    async with live_server(luck=luck) as server, Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:

        def fits() -> bool:
            choices = shown.playing._choices
            is_action = seen(shown).stage is Stage.ACTIONS and seen(shown).question is None
            if is_action and not shown.playing._before and choices.max_scroll_y > 0:
                return False
            offered = zip(choices.keys, choices.labels, strict=True)
            return all(key.isdigit() or f" {key}  {label[:20]}" in shown.text for key, label in offered)

        def pick(labels: Sequence[str]) -> int:
            goes_on = len(labels) > 1 and shown.playing._choices.keys[-1] == "e"
            return chance.randint(1, len(labels) - (goes_on and chance.random() < 0.7))

        await shown.play_out(pick, is_laid_out=fits)
        await shown.shows_beneath("Why it ended:")


def test_a_sensei_that_may_come_first_is_called_by_its_name() -> None:
    """It is no piece in play."""
    match = given({1: "basilisk", 2: "caiman", 3: "newt"}, sensei="coach-hulk").fight()
    update = update_for(GAME, match.state, A, 2, Version(1))
    offers = AmfibidoBoard().offers(update, PhraseBook(Phrases(), ["Ann", "Ben"]))
    assert [offer.label for offer in offers] == ["Basilisk first", "Coach Hulk first"]


def labels_of(match: Match, *outlooks: Outlook | None) -> dict[str, list[str]]:
    """Return what is offered, by its key, each with all that can follow."""
    update = update_for(GAME, match.state, A, 2, Version(1))
    if outlooks:
        update = msgspec.structs.replace(update, outlooks=outlooks)
    view = msgspec.json.decode(update.view, type=View)
    said: dict[str, list[str]] = {}
    for way in ways(view, A, update, view.faces, PhraseBook(Phrases(), ["Ann", "Ben"])):
        said.setdefault(way.key, []).append(" ".join(way.steps))
    return said


def test_each_kind_of_action_has_its_key_whatever_else_is_on_offer() -> None:
    full = given(
        {1: "tree-frog"}, hand=["black-toad", "white-belt", "headlock", "timeout"], cooldown=["roundhouse-kick"]
    )
    assert list(labels_of(full)) == ["1", "2", "3", "4", "e"]
    assert labels_of(full)["1"][0].startswith("Field a fighter: I Black Toad 2 toad.")
    assert list(labels_of(given({1: "tree-frog"}, hand=["headlock"], spare=False))) == ["3", "e"]


def test_anything_that_a_new_fighter_would_cost_is_asked_once_more() -> None:
    """Who stood there retires, and its combo moves go with it."""
    asked = {}
    for combos in ([], ["roundhouse-kick"], ["roundhouse-kick", "headlock"]):
        match = given({1: ["tree-frog", *combos]}, hand=["black-toad"])
        update = update_for(GAME, match.state, A, 2, Version(1))
        view = msgspec.json.decode(update.view, type=View)
        found = ways(view, A, update, view.faces, PhraseBook(Phrases(), ["Ann", "Ben"]))
        asked[len(combos)] = {way.asks for way in found if way.key == "1"}
    assert asked == {
        0: {""},
        1: {"", "Tree Frog retires, and its combo move is lost. Go on?"},
        2: {"", "Tree Frog retires, and its 2 combo moves are lost. Go on?"},
    }


def test_anything_that_would_come_of_a_choice_is_said_with_it_as_the_server_tells_it() -> None:
    match = given({1: "tree-frog"}, hand=["headlock"], spare=False)
    assert labels_of(match, Outlook(power=8, against=7), None)["3"][0].endswith("on Tree Frog in dojo 1 → 8 v 7")
    assert labels_of(match, Outlook(power=8), None)["3"][0].endswith("in dojo 1 → 8")
    assert labels_of(match, None, None)["3"][0].endswith("in dojo 1")


def test_no_kind_of_action_is_without_its_sentence() -> None:
    """So that none is said in the plain words of a game that this terminal does not know."""
    steps = inspect.getsource(_Words.steps)
    plain = {af.KeepHand, af.Mulligan, af.RedrawDraft, af.Pass, af.ChooseLevel, af.ChooseKind, af.Decline}
    unsaid = {kind for kind in get_args(af.Action) if f"af.{kind.__name__}(" not in steps}
    assert unsaid == plain


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_anything_that_one_plays_by_is_shown_beside_the_dojos(server: LiveServer, size: tuple[int, int]) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT, size=size) as shown:
        await shown.own_turn()
        await own_actions(shown)
        view = seen(shown)
        began = "you began" if view.starting_seat == shown.playing.seated.seat else "Random 1 began"
        await shown.shows(f"round 1 of 16 · actions · {began}")
        await shown.shows(f"active decks: I {view.deck_counts[0]} · others: II {view.deck_counts[1]},")
        await shown.shows(f"{view.discard_count} discarded")
        for seat in view.seats:
            assert seat.sensei is not None
            assert f"{seat.hand_count} cards  {view.faces[seat.sensei].name}" in shown.text


async def test_an_opening_hand_can_be_read_whole_where_one_decides_to_keep_it(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        view = seen(shown)
        assert view.stage is Stage.MULLIGAN
        assert view.hand
        await shown.shows("Keep it?")
        for card in view.hand:
            face = view.faces[card]
            assert set(f"{face.name} {face.power} {face.text}".split()) <= set(shown.text.split())


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


def test_the_names_that_the_house_gives_are_never_cut() -> None:
    """Whoever gives none is called Guest and a number of four digits."""
    update = update_for(GAME, held().state, A, 2, Version(1))
    view = msgspec.json.decode(update.view, type=View)
    phrasing = PhraseBook(Phrases(), ["Guest 7462", "Guest 7463"])
    lines = [_seat_line(seat, view, update, phrasing, {}).plain for seat in view.seats]
    assert "Guest 7462 (you) " in lines[0]
    assert "Guest 7463 " in lines[1]


def test_every_card_that_one_sees_can_be_read_whole() -> None:
    match = held()
    update = update_for(GAME, match.state, A, 2, Version(1))
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
    assert read["Resting"] == [
        "Your cooldown zone: I Headlock +2 combo. " + printed("headlock") + " – back after round 3"
    ]


async def test_a_long_text_breaks_between_words(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        while seen(shown).stage is not Stage.SENSEI:
            await shown.choose(1)
            await shown.own_turn()
        texts = [seen(shown).faces[card].text for card in seen(shown).offer]
        words = {word for text in texts for word in text.split()}
        assert words <= set(shown.text.split())


async def test_the_cards_can_be_read_at_the_table(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await shown.press("c")
        await shown.shows("Your cards")
        view = seen(shown)
        for card in view.hand or ():
            assert view.faces[card].name in shown.text


async def test_a_question_of_two_lines_takes_one_from_the_hand_and_none_from_its_answers(server: LiveServer) -> None:
    match = given(
        {2: "black-toad", 3: "puff-adder"},
        {1: "gecko", 2: "newt", 3: "brown-snake"},
        equipment={3: "sparring-boots"},
        their_equipment={3: "boxing-gloves"},
        hand=["open-palm-strike", "newt", "nipple-twist", "headlock", "flying-kick", "tree-frog"],
        spare=False,
    ).play("open-palm-strike", 2)
    asked = Waiting(seat=A, until=Milliseconds(60_000))
    update = msgspec.structs.replace(update_for(GAME, match.state, A, 2, Version(1)), waiting=(asked,))
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        playing = shown.playing
        playing._view.show(update, playing._phrasing)
        playing._asked = playing._view.prompt(update, playing._phrasing)
        playing._ask(Menu(update, tuple(playing._view.offers(update, playing._phrasing))))
        await shown.until(lambda: "then it gains boomerang." in shown.text and "No more" in shown.text)
        assert "Nipple Twist" in shown.text

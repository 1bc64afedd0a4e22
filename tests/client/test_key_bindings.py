"""No key means two things, the page of keys names every one, and a key that comes too soon does nothing."""

from collections import Counter

import msgspec
import pytest
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.key_bindings import KEYS, WHERE, Help
from quarterdeck_client.terminal.screens.lobby import LobbyScreen
from quarterdeck_client.terminal.screens.match import MatchScreen
from quarterdeck_client.terminal.screens.matchmaking import MatchmakingScreen
from quarterdeck_client.terminal.screens.replay import ReplayScreen
from quarterdeck_client.terminal.screens.table import TableScreen
from quarterdeck_client.terminal.widgets.choice_steps import ENDING
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.notice_delay import TOO_SOON, Noticed
from quarterdeck_client.terminal.widgets.popups import Moment, Question
from quarterdeck_protocol.names import Version
from rich.text import Text
from screens import terminal
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

STAGES: tuple[type[Screen[None]], ...] = (LobbyScreen, TableScreen, MatchScreen, MatchmakingScreen, ReplayScreen)
A_YEAR = 365 * 24 * 60 * 60.0


def letters_of(stage: type[Screen[None]]) -> dict[str, str]:
    """Return what each key of a screen does that is a sign and not a direction."""
    bindings = Binding.make_bindings(stage.BINDINGS)
    signs = {"question_mark", "slash", "equals_sign"}
    return {each.key: each.action for each in bindings if len(each.key) == 1 or each.key in signs}


@pytest.mark.parametrize("stage", STAGES)
def test_a_letter_means_the_same_on_every_screen(stage: type[Screen[None]]) -> None:
    meant = {key: each.action for each in KEYS.values() for key in each.keys.split(",")}
    letters = letters_of(stage)
    assert {key: meant.get(key) for key in letters} == letters
    assert all(callable(getattr(stage, f"action_{action}")) for action in letters.values())


def test_the_page_names_every_key_once() -> None:
    assert Counter("".join(WHERE.values())) == Counter(KEYS.keys())
    used = {key for stage in STAGES for key in letters_of(stage)}
    assert used == {key for each in KEYS.values() for key in each.keys.split(",")} - {"ctrl+c"}


def test_a_letter_that_ends_a_turn_means_nothing_else_anywhere() -> None:
    assert not set(ENDING) & {key for each in KEYS.values() for key in each.keys.split(",")}


async def test_the_keys_are_a_key_away_on_every_screen(ada: Client) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.shows("? all keys")
        await shown.press("question_mark")
        await shown.shows("what has happened before")
        for each in list(KEYS.values())[:8]:
            assert each.does in shown.text
        assert "Rules" not in shown.text
        await shown.press("question_mark")
        await shown.until(lambda: not isinstance(shown.app.screen, Help))
    async with terminal(ada, Plan(bots=1)) as shown:
        await shown.own_turn()
        await shown.press("question_mark")
        await shown.shows("← →: the rules")
        await shown.press("pagedown", "pagedown")
        for does in ENDING.values():
            await shown.shows(does)
        await shown.press("left")
        await shown.shows("[Rules]")


class Listing(Noticed):
    """Nothing but a list of choices that changes by itself."""

    seconds_to_notice = A_YEAR

    def __init__(self) -> None:
        super().__init__()
        self.choices = Choices()
        self.heard: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.choices

    def on_key(self, event: events.Key) -> None:
        self.choices.press(event.key)

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self.heard.append(f"{chosen.position}")

    def on_choices_too_soon(self) -> None:
        self.heard.append("too soon")


async def test_a_number_that_comes_with_its_choice_chooses_nothing() -> None:
    listing = Listing()
    async with listing.run_test(size=(80, 24)) as pilot:
        listing.choices.show(["red", "blue"], is_news=True)
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        listing.seconds_to_notice = 0.0
        await pilot.press("1")
        await pilot.pause()
        assert listing.heard == ["too soon", "0"]


async def test_anything_that_comes_of_a_key_can_be_chosen_at_once() -> None:
    listing = Listing()
    async with listing.run_test(size=(80, 24)) as pilot:
        listing.choices.show(["red", "blue"])
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert listing.heard == ["1"]


async def test_only_what_has_changed_in_a_list_is_new() -> None:
    listing = Listing()
    listing.seconds_to_notice = 0.0
    async with listing.run_test(size=(80, 24)) as pilot:
        listing.choices.show(["red", "blue", "green"], is_news=True, is_list=True)
        await pilot.pause()
        drawn = listing.choices._rows._drawn[:]
        listing.choices.show(["red", "white", "green", "black"], is_news=True, is_list=True)
        await pilot.pause()
        now = listing.choices._rows._drawn
        assert [one is other for one, other in zip(drawn, now, strict=False)] == [True, False, True]
        listing.choices.show([], is_news=True, is_list=True)
        listing.choices.show(["red"], is_news=True, is_list=True)
        await pilot.pause()
        assert listing.choices._rows._drawn[0] is not drawn[0], "what was away meanwhile is new"


async def test_a_list_that_changes_lets_a_number_be_typed_to_its_end() -> None:
    listing = Listing()
    listing.seconds_to_notice = 0.0
    labels = [f"choice {number}" for number in range(1, 14)]
    async with listing.run_test(size=(80, 24)) as pilot:
        listing.choices.show(labels, is_news=True, is_list=True)
        await pilot.pause()
        await pilot.press("1")
        listing.choices.show([*labels[:5], "another", *labels[6:]], is_news=True, is_list=True)
        await pilot.pause()
        await pilot.press("3")
        await pilot.pause()
        assert listing.heard == ["12"]
        await pilot.press("1")
        listing.choices.show([*labels[:-1], "another"], is_news=True, is_list=True)
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert listing.heard == ["12"], "a number that could have meant what has changed is begun anew"


async def test_in_a_match_a_number_for_the_screen_of_before_is_not_played(ada: Client) -> None:
    async with terminal(ada, Plan(game="tiny", bots=1), seconds_to_notice=A_YEAR) as shown:
        await shown.own_turn()
        await shown.shows("Mark cell")
        before = shown.playing.seated.latest.version
        await shown.press("1")
        await shown.shows(TOO_SOON[:30])
        assert shown.playing.seated.latest.version == before
        await shown.press("q")
        await shown.shows("Come back later")
        await shown.press("escape")
        await shown.until(lambda: shown.app.screen is shown.playing)
        shown.app.seconds_to_notice = 0.0
        await shown.press_and_see("1")


async def test_a_step_that_a_key_leads_to_can_be_gone_on_with_at_once(ada: Client) -> None:
    async with terminal(ada, Plan(game="tiny", bots=1)) as shown:
        await shown.own_turn()
        shown.app.seconds_to_notice = A_YEAR
        await shown.press("q")
        await shown.shows("Come back later")
        await shown.press("1")
        await shown.until(lambda: not shown.app.is_running)


async def test_the_end_of_a_match_is_not_answered_by_a_key_that_was_meant_for_a_choice(ada: Client) -> None:
    async with terminal(ada, Plan(game="tiny", bots=1)) as shown:
        await shown.play_out(lambda labels: 1)
        await shown.shows("Play again at this table")
        question = shown.app.screen
        assert isinstance(question, Question)
        assert question._is_news
        shown.app.seconds_to_notice = A_YEAR
        await shown.press("2", "escape", "1")
        await shown.shows(TOO_SOON)
        assert shown.app.screen is question
        shown.app.seconds_to_notice = 0.0
        await shown.press("escape")
        await shown.until(lambda: shown.app.screen is shown.playing)


async def test_a_window_of_seconds_rings_and_is_marked_with_its_seconds(ada: Client) -> None:
    async with terminal(ada, Plan(game="tiny", bots=1)) as shown:
        await shown.own_turn()
        rung: list[int] = []
        shown.app.bell = lambda: rung.append(1)  # type: ignore[method-assign]  # to hear it
        now = shown.playing.seated.raw_latest
        assert "!!" not in shown.text
        window = tuple([msgspec.structs.replace(each, until=now.now + 8_000) for each in now.waiting])
        short = msgspec.structs.replace(now, version=Version(99), waiting=window)
        await shown.playing._show(short)
        await shown.shows("8 s! What do you do?")
        await shown.shows("!! Decide 0:0")
        assert rung == [1]
        await shown.playing._show(msgspec.structs.replace(short, version=Version(100)))
        assert rung == [1], "what was announced once is not announced again"
        await shown.press("question_mark")
        await shown.shows("[Keys]")
        later = tuple([msgspec.structs.replace(each, until=now.now + 9_000) for each in now.waiting])
        await shown.playing._show(msgspec.structs.replace(short, version=Version(101), waiting=later))
        await shown.shows("9 s! What do you do?")
        assert rung == [1, 1]


async def test_a_moment_is_not_put_aside_by_a_key_that_was_meant_for_a_choice(ada: Client) -> None:
    async with terminal(ada, Plan(game="tiny", bots=1), seconds_to_notice=A_YEAR) as shown:
        await shown.own_turn()
        newer = msgspec.structs.replace(shown.playing.seated.raw_latest, version=Version(99))
        shown.playing._overlays.stop_for(Text("Something has happened."), newer, ("Ada", "Bo"))
        await shown.shows("Something has happened.")
        await shown.press("1", "space")
        assert isinstance(shown.app.screen, Moment)
        shown.app.seconds_to_notice = 0.0
        await shown.press("space")
        await shown.until(lambda: shown.app.screen is shown.playing)

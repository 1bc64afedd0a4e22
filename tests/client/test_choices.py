"""Numbered choices, typed and clicked."""

from collections.abc import Sequence

import pytest
from quarterdeck_client.terminal.widgets.choices import Choices
from textual import events
from textual.app import App, ComposeResult


class Asking(App[None]):
    """Nothing but choices."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__()
        self.labels = labels
        self.choices = Choices()
        self.chosen: list[int] = []
        self.sources: list[object] = []

    def compose(self) -> ComposeResult:
        yield self.choices

    def on_mount(self) -> None:
        self.choices.show(self.labels)

    def on_key(self, event: events.Key) -> None:
        self.choices.press(event.key)

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self.chosen.append(chosen.position)
        self.sources.append(chosen.of)


@pytest.mark.parametrize(
    ("many", "keys", "chosen"),
    [
        (3, ["2"], [1]),
        (3, ["4", "0", "1"], [0]),
        (9, ["1", "9"], [0, 8]),
        (12, ["2"], [1]),
        (12, ["1", "2"], [11]),
        (12, ["1", "enter"], [0]),
        (12, ["1", "escape", "3"], [2]),
        (12, ["1", "backspace", "1", "1"], [10]),
        (12, ["1", "7", "5"], [4]),
        (130, ["1", "3", "0"], [129]),
        (130, ["1", "3", "enter"], [12]),
        (0, ["1", "enter"], []),
    ],
)
async def test_a_number_is_chosen_as_soon_as_it_can_be_no_other(many: int, keys: list[str], chosen: list[int]) -> None:
    asking = Asking([f"choice {number}" for number in range(many)])
    async with asking.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        assert asking.chosen == chosen


async def test_a_number_means_what_was_drawn_beside_it_when_the_choices_have_just_changed() -> None:
    asking = Asking(["red", "blue"])
    async with asking.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        asking.choices.show(["green", "white", "black"], "newer")
        asking.choices.press("1")
        asking.choices.press("3")
        await pilot.pause(0.1)
        asking.choices.press("3")
        await pilot.pause()
        assert asking.sources == [None, "newer"]
        assert asking.chosen == [0, 2]


async def test_choices_that_are_gone_cannot_be_chosen_even_if_they_are_still_drawn() -> None:
    asking = Asking(["red", "blue"])
    async with asking.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        asking.choices.show([])
        asking.choices.press("1")
        await pilot.pause()
        assert asking.chosen == []


@pytest.mark.parametrize(("widest", "rows"), [(10, 3), (30, 4), (60, 7)])
async def test_they_stand_in_as_many_columns_as_fit(widest: int, rows: int) -> None:
    asking = Asking(["x" * widest] * 7)
    async with asking.run_test(size=(80, 24)):
        assert asking.choices._rows.size.height == rows


async def test_anything_that_is_wider_than_the_screen_goes_on_in_further_lines() -> None:
    label = "long " * 29 + "end"
    asking = Asking(["short", label, "last"])
    async with asking.run_test(size=(80, 24)):
        lines = asking.choices._rows.render().plain.split("\n")
        assert max(map(len, lines)) <= 80
        assert [line[:3].strip() for line in lines] == ["1", "2", "", "3"]
        assert " ".join(lines[1].split()[1:] + lines[2].split()) == label
        assert asking.choices._rows.size.height == 4


async def test_that_there_are_more_than_can_be_seen_is_said() -> None:
    asking = Asking(["x" * 60] * 30)
    asking.choices.styles.max_height = 6
    asking.choices.styles.border_top = ("solid", "white")
    async with asking.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert asking.choices.border_title == "↑ ↓ more"
        asking.choices.show(["few"])
        await pilot.pause(0.1)
        assert asking.choices.border_title == ""

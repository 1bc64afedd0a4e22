"""The line to write of the terminal client takes all of a pasted text."""

import pytest
from quarterdeck_client.terminal.widgets.line_input import LineInput
from textual import events
from textual.app import App, ComposeResult


class Page(App[None]):
    """A line to write, and nothing else."""

    def __init__(self, line: LineInput) -> None:
        super().__init__()
        self.line = line

    def compose(self) -> ComposeResult:
        yield self.line


async def pasted(line: LineInput, *texts: str) -> LineInput:
    """Paste texts into a line, one after the other."""
    page = Page(line)
    async with page.run_test() as pilot:
        for text in texts:
            line.post_message(events.Paste(text))
            await pilot.pause()
    return line


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
async def test_line_ends_are_shown_and_kept(end: str) -> None:
    line = await pasted(LineInput(keeps_lines=True), f"4 Trip Wire{end}{end}3 Grave Bat{end}")
    assert line.value == "4 Trip Wire↵↵3 Grave Bat"
    assert line.text == "4 Trip Wire\n\n3 Grave Bat"


async def test_lines_are_joined_where_one_line_is_asked_for() -> None:
    line = await pasted(LineInput(), "good game \r\n\r\n and thanks\n")
    assert (line.value, line.text) == ("good game and thanks", "good game and thanks")


async def test_a_single_line_is_taken_as_it_is() -> None:
    assert (await pasted(LineInput(password=True), " a secret \n")).text == " a secret "


async def test_anything_that_has_no_room_is_cut() -> None:
    line = await pasted(LineInput(max_length=8), "one", "two three")
    assert line.value == "onetwo t"


async def test_a_text_without_words_changes_nothing() -> None:
    assert (await pasted(LineInput(keeps_lines=True), "begun", "\n", "")).value == "begun"

"""The parts of screens."""

from collections.abc import Sequence

import pytest
from quarterdeck_client.terminal.widgets.texts import Sentence
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size


class Says(App[None]):
    """Nothing but a few lines, with some space around them."""

    DEFAULT_CSS = "Sentence { padding: 2 3; }"

    def __init__(self, words: str) -> None:
        super().__init__()
        self.saying = Sentence(words)

    def compose(self) -> ComposeResult:
        yield VerticalScroll(self.saying)

    @property
    def lines(self) -> list[str]:
        strips = self.screen._compositor.render_strips(Size(*self.size))
        return [line for strip in strips if (line := "".join(segment.text for segment in strip).strip())]


@pytest.mark.parametrize(
    "said",
    [
        ["one\ntwo\nthree", "one\n2\nthree"],
        ["one\ntwo", "one\ntwo\nthree", "one\ntwo"],
        ["one\ntwo", "one " * 9 + "\ntwo", "uno\ntwo"],
    ],
)
async def test_only_what_was_said_last_can_be_read(said: Sequence[str]) -> None:
    app = Says(said[0])
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.pause(0.05)
        for words in said[1:]:
            app.saying.say(words)
            await pilot.pause(0.05)
            assert " ".join(app.lines).split() == words.split()

"""A Textual app that shows a single replay."""

from collections.abc import Sequence

from textual.filter import LineFilter

from quarterdeck_client.terminal.safe_lines import SafeLines
from quarterdeck_client.terminal.screens.replay import ReplayScreen
from quarterdeck_client.terminal.widgets.notice_delay import Noticed


class ReplayTerminal(Noticed):
    """Textual app that shows the replay of one match, until the user leaves it."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Quarterdeck"

    def __init__(self, replay: ReplayScreen) -> None:
        super().__init__()
        self.animation_level = "none"
        self._replay = replay
        self._output_filter = SafeLines()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that Textual applies to every line before it is drawn."""
        return [*super().get_line_filters(), self._output_filter]

    def on_mount(self) -> None:
        self.push_screen(self._replay, lambda _: self.exit())

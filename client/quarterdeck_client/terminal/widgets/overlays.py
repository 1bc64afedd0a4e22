"""Popups over a running match: important events, and pages to read."""

from collections.abc import Callable, Sequence

from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text
from textual.screen import Screen

from quarterdeck_client.terminal.games.board import Page
from quarterdeck_client.terminal.widgets.page_reader import PageReader
from quarterdeck_client.terminal.widgets.popups import Moment


class Overlays:
    """The popups that can be over the screen of a match."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._moment: Moment | None = None
        self._reading: PageReader | None = None

    def stop_for(self, moment: Text | None, update: RawUpdate, names: Sequence[str]) -> None:
        """Show a popup about an important event. If `moment` is `None`, update the clock of the open popup."""
        if self._moment is not None:
            self._moment.show(moment, update, names)
            return
        if moment is None:
            return
        shown = self._moment = Moment(moment, update, names)

        def gone(_: None) -> None:
            if self._moment is shown:
                self._moment = None

        self._screen.app.push_screen(shown, gone)

    def read(self, pages: Sequence[Page], update: RawUpdate, names: Sequence[str]) -> None:
        """Open these pages over the match, for reading."""
        shown = self._reading = PageReader(pages, update, names)

        def gone(_: None) -> None:
            if self._reading is shown:
                self._reading = None

        self._screen.app.push_screen(shown, gone)

    def read_on(self, pages: Callable[[], Sequence[Page]], update: RawUpdate, names: Sequence[str]) -> None:
        """Update the pages over the match, if they are open."""
        if self._reading is not None:
            self._reading.show(pages(), update, names)

"""The panel below a board: the list of events of the match, the prompt, and the choices."""

import textwrap

from rich.text import Text
from textual.containers import Vertical

from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.choice_steps import Menu
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.texts import Story

LEAST_STORY, LEAST_CHOICES = 2, 4


class MatchPanel(Vertical):
    """Panel in the lines that the board leaves free. The choices get the lines that they need; the list of events gets
    the rest, but always a few."""

    DEFAULT_CSS = """
    MatchPanel { height: 1fr; overflow: hidden; }
    MatchPanel > .prompt { height: auto; text-style: bold; color: $text-accent; padding: 0 1; }
    MatchPanel > .prompt.-silent { display: none; }
    MatchPanel > Story { height: 1fr; min-height: 2; background: $background; scrollbar-size-vertical: 0; }
    MatchPanel > Choices { height: auto; min-height: 4; border-top: solid $primary-muted; }
    """

    def __init__(self) -> None:
        self.story = Story()
        self.choices = Choices()
        self.most_lines_of_choices: int | None = None
        self._prompt = Static(classes="prompt -silent")
        self._asked = ""
        super().__init__(self.story, self._prompt, self.choices)

    @property
    def menu(self) -> Menu | None:
        """The menu that is on the screen now; a newer one may not be drawn yet."""
        return self.choices.of if isinstance(self.choices.of, Menu) else None

    def ask(self, menu: Menu, asked: str, *, is_news: bool = False) -> None:
        """Show a menu and its prompt. Set `is_news` if the menu did not appear because of a key."""
        said = menu.so_far if menu.so_far.endswith(("?", ".")) else f"{menu.so_far.rstrip(':')} …"
        self._asked = f"{said} · Esc: a step back" if menu.so_far else asked
        self._prompt.update(Text(self._asked))
        self._prompt.set_class(not self._asked, "-silent")
        self._fit()
        self.choices.show([offer.label for offer in menu.offers], menu, keys=menu.keys, is_news=is_news)

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        asking = len(textwrap.wrap(self._asked, max(1, self.size.width - 2)))
        most = self.size.height - LEAST_STORY - asking
        if self.most_lines_of_choices is not None:
            most = min(most, self.most_lines_of_choices)
        self.choices.styles.max_height = max(LEAST_CHOICES, most)

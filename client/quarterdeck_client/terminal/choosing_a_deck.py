"""Choosing what to play, in games that players bring decks to. Whether a deck is legal, the server says."""

from collections.abc import Sequence
from typing import Any, ClassVar

from quarterdeck_protocol.names import TableId
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.popups import Question

MOST_FAULTS = 8
PASTE = "Another: paste a code, or a list with commas"


class PastedDeck(ModalScreen[str | None]):
    """A line to paste a deck into."""

    DEFAULT_CSS = """
    PastedDeck { align: center middle; background: $background 60%; }
    PastedDeck > Vertical { width: 80; max-width: 100%; height: auto; border: round $primary; background: $surface; }
    PastedDeck Static { height: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "back")]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("A deck code, or a list like “4 this-card, 3 that-card”:")
            yield Input()
            yield Static("Enter: play it · Esc: back")

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        self.dismiss(submitted.value)


async def choose_deck(app: App[Any], client: Client, table: TableId, ready: Sequence[str], back: str) -> None:
    """Ask which deck to play, until the server has taken one or `back` was chosen. Raises `ClientError`."""
    words = Text("Which deck do you play?")
    while True:
        answers = [*(in_words(deck) for deck in ready), PASTE]
        answer = await app.push_screen_wait(Question(words, answers, back=f"Esc: {back}"))
        if answer is None:
            return
        text = ready[answer] if answer < len(ready) else await app.push_screen_wait(PastedDeck())
        if text is None:
            continue
        try:
            await client.sit(table, deck=text)
        except RefusedError as refused:
            faults = refused.faults or (str(refused),)
            more = [f"… and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
            words = Text("\n".join(["This deck cannot be played:", *faults[:MOST_FAULTS], *more]))
        else:
            return


def in_words(deck: str) -> str:
    """Give a ready deck's name as people read it."""
    return deck.replace("-", " ").capitalize()

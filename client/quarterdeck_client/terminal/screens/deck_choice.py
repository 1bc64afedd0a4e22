"""Choosing what to play, in games that players bring decks to. Whether a deck is legal, the server says."""

from collections.abc import Sequence
from typing import Any

from quarterdeck_protocol.names import TableId
from rich.text import Text
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.widgets.forms import TextInput
from quarterdeck_client.terminal.widgets.popups import Question

MOST_FAULTS = 8
PASTE = "Another: paste a code, or a list with commas"
PASTING = "Enter: play it · Esc: back"
PASTED = "A deck code, or a list like “4 this-card, 3 that-card”:"


async def choose_deck(app: App[Any], client: Client, table: TableId, ready: Sequence[str], back: str) -> None:
    """Ask which deck to play, until the server has taken one or `back` was chosen. Raises `ClientError`."""
    words = Text("Which deck do you play?")
    while True:
        answers = [*(in_words(deck) for deck in ready), PASTE]
        answer = await app.push_screen_wait(Question(words, answers, back=f"Esc: {back}"))
        if answer is None:
            return
        text = ready[answer] if answer < len(ready) else await app.push_screen_wait(TextInput(PASTED, keys=PASTING))
        if text is None:
            continue
        try:
            await client.tables.sit(table, deck=text)
        except RefusedError as refused:
            faults = refused.faults or (str(refused),)
            more = [f"… and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
            words = Text("\n".join(["This deck cannot be played:", *faults[:MOST_FAULTS], *more]))
        else:
            return


def in_words(deck: str) -> str:
    """Return a ready deck's name as people read it."""
    return deck.replace("-", " ").capitalize()

"""Choice of a deck, in games for which players bring decks. The server decides if a deck is legal."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from quarterdeck_protocol.lobby.tables import Table
from quarterdeck_protocol.names import GameName
from rich.text import Text
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.widgets.forms import TextInput
from quarterdeck_client.terminal.widgets.popups import Question

MOST_FAULTS = 8
PASTE = "Another deck: paste a code or a list"
PASTING = "Enter: play it · Esc: back"
PASTED = "A deck code, or a list like “4 this-card, 3 that-card”:"


async def choose_deck(app: App[Any], client: Client, table: Table, ready: Sequence[str], back: str) -> None:
    """Ask which deck to play at a table. Raises `ClientError`."""
    await bring_deck(app, client, table.game, ready, back, lambda deck: client.tables.sit(table.id, deck=deck))


async def bring_deck(
    app: App[Any],
    client: Client,
    game: GameName,
    ready: Sequence[str],
    back: str,
    take: Callable[[str], Awaitable[object]],
) -> None:
    """Ask which deck to play: a ready-made one, one stored in the account, or one that the player enters. Repeats until
    the server has accepted a deck (`take`) or the player chooses `back`. Raises `ClientError`."""
    own = [deck for deck in await client.decks.list(game) if deck.legal]
    texts = [*ready, *(deck.text for deck in own)]
    words = Text("Which deck do you play?")
    while True:
        answers = [*(in_words(deck) for deck in ready), *(f"Yours: {deck.name}" for deck in own), PASTE]
        answer = await app.push_screen_wait(Question(words, answers, back=f"Esc: {back}"))
        if answer is None:
            return
        text = (
            texts[answer]
            if answer < len(texts)
            else await app.push_screen_wait(TextInput(PASTED, keeps_lines=True, keys=PASTING))
        )
        if text is None:
            continue
        try:
            await take(text)
        except RefusedError as refused:
            faults = refused.faults or (str(refused),)
            more = [f"… and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
            words = Text("\n".join(["This deck cannot be played:", *faults[:MOST_FAULTS], *more]))
        else:
            return


def in_words(deck: str) -> str:
    """Return the display name of a ready-made deck."""
    return deck.replace("-", " ").capitalize()

"""The board for games without a board of their own: it shows the complete view of the match, line by line."""

from typing import Any

import msgspec
from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.board import Board
from quarterdeck_client.terminal.widgets.texts import Sentence


class GeneralBoard(Board):
    """Board that shows the players, and the view as a tree."""

    DEFAULT_CSS = """
    GeneralBoard { height: 2fr; min-height: 8; }
    GeneralBoard VerticalScroll { height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._seats = Sentence()
        self._tree = Sentence()

    def compose(self) -> ComposeResult:
        yield self._seats
        yield VerticalScroll(self._tree, can_focus=False)

    def headline(self, update: RawUpdate, phrasing: PhraseBook) -> str:
        return update.game.replace("-", " ").title()

    def show(self, update: RawUpdate, phrasing: PhraseBook) -> None:
        waited_for = {waiting.seat for waiting in update.waiting}
        seats = Text("  ").join(
            Text(f"▶ {name}" if seat in waited_for else f"  {name}", style="bold" if seat == update.seat else "")
            for seat, name in enumerate(phrasing.names)
        )
        self._seats.say(seats)
        self._tree.say("\n".join(_lines("", msgspec.json.decode(update.view), phrasing, 0)))


def _lines(name: str, value: Any, phrasing: PhraseBook, depth: int) -> list[str]:
    indent = "  " * depth
    title = f"{indent}{name.replace('_', ' ')}: " if name else indent
    if isinstance(value, dict) and not _has_phrase(name, value, phrasing):
        below = [line for key, each in value.items() for line in _lines(key, each, phrasing, depth + bool(name))]
        return [title.rstrip(), *below] if name else below
    if isinstance(value, list) and any(
        isinstance(each, dict) and not _has_phrase(name, each, phrasing) for each in value
    ):
        lines = [title.rstrip()]
        for number, each in enumerate(value, start=1):
            first, *rest = _lines("", each, phrasing, depth + 2) or [""]
            lines += [f"{indent}  {number}. {first.lstrip()}", *rest]
        return lines
    return [title + phrasing.thing(name, value)]


def _has_phrase(name: str, value: dict[str, Any], phrasing: PhraseBook) -> bool:
    """True if the game has a phrase for values of this type or name."""
    return name in phrasing.phrases.things or value.get("type") in phrasing.phrases.things

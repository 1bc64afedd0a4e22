"""Summary of the others' actions since the player could last act."""

from collections.abc import Sequence

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text

HEADLINE = "Since you could act"
FEWEST = 2
"""Minimum number of lines: a single line is already visible as the newest of the story."""


class TurnSummary:
    """The event lines since the player's last action, to read when it is their turn again. The player's own action is
    not included."""

    def __init__(self) -> None:
        self._choices: tuple[Raw, ...] = ()
        self._has_acted = False
        self._lines: list[str] = []

    def take(self, update: RawUpdate, lines: Sequence[str], *, goes_on: bool) -> None:
        """Add an update and its lines. If it does not continue from the previous update (`goes_on` is false), the
        events between them are unknown. If the choices are still the same, another seat has acted, not the player."""
        is_asked_the_same = bool(self._choices) and self._choices == tuple(update.choices)
        if not goes_on or (self._choices and not is_asked_the_same):
            self._has_acted, self._lines = goes_on, []
        elif self._has_acted:
            self._lines.extend(lines)
        self._choices = tuple(update.choices)

    @property
    def count(self) -> int:
        """Number of lines in the summary; 0 if they are too few, or if it is another seat's turn."""
        return len(self._lines) if self._choices and len(self._lines) >= FEWEST else 0

    @property
    def in_words(self) -> Text:
        """The complete summary of the others' actions, with its headline."""
        return Text("\n\n").join([Text(HEADLINE, style="bold"), Text("\n".join(self._lines))])

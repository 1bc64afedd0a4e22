"""What others have done since one could act last, as it was told."""

from collections.abc import Sequence

from msgspec import Raw
from quarterdeck_protocol.messages import RawUpdate
from rich.text import Text

HEADLINE = "Since you could act"
FEWEST = 2
"""One thing alone is what the story shows as its newest."""


class TurnSummary:
    """The lines of one match that are worth reading when it is one's turn again; one's own move is known to whoever
    made it."""

    def __init__(self) -> None:
        self._choices: tuple[Raw, ...] = ()
        self._has_acted = False
        self._lines: list[str] = []

    def take(self, update: RawUpdate, lines: Sequence[str], *, goes_on: bool) -> None:
        """Take in an update and what was told of it; unless it `goes_on` from the one before, nothing is known of what
        was between them. Whoever is still asked the same has not acted meanwhile: somebody else has."""
        is_asked_the_same = bool(self._choices) and self._choices == tuple(update.choices)
        if not goes_on or (self._choices and not is_asked_the_same):
            self._has_acted, self._lines = goes_on, []
        elif self._has_acted:
            self._lines.extend(lines)
        self._choices = tuple(update.choices)

    @property
    def count(self) -> int:
        """How many things there are to tell; 0 if it is not worth it, or somebody else is asked."""
        return len(self._lines) if self._choices and len(self._lines) >= FEWEST else 0

    @property
    def in_words(self) -> Text:
        """All of it, line by line."""
        return Text("\n\n").join([Text(HEADLINE, style="bold"), Text("\n".join(self._lines))])

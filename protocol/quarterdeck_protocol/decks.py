"""A deck in the form in which it is sent and stored: card by card, independent of the name or code by which it was
given."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import Count

DeckText = Annotated[str, Meta(max_length=16_000)]
"""A deck as a player gives it: two hundred lines of a list fit in, of eighty characters each."""


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck: cards with the number of copies of each, and the cards that are kept beside it."""

    id: str = ""
    """The id of a ready deck of the server; commands take it as the deck."""

    name: str = ""
    """The name of the ready deck."""

    cards: tuple[tuple[str, Count], ...]
    """Every card with how many of it, in the order in which they were given."""

    beside: tuple[str, ...] = ()
    """The cards beside the deck, such as Powers, in the given order."""

    @property
    def count(self) -> int:
        """Number of cards in the deck, without those that are kept beside it."""
        return sum(count for _, count in self.cards)

    @property
    def all_cards(self) -> tuple[str, ...]:
        """All cards of the deck in alphabetical order, each as often as it is in the deck."""
        return tuple(sorted(self.in_order))

    @property
    def in_order(self) -> tuple[str, ...]:
        """All cards of the deck in their given order, each as often as it is in the deck."""
        return tuple([card for card, count in self.cards for _ in range(count)])

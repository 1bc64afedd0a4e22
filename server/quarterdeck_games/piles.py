"""Piles of cards, shared by the card games, and moves between them.

A pile is a tuple of faces, its top first. In a hidden pile a card is only its face. A card in play is a piece, with an
id that it gets when it comes into play. So an id never reveals anything about a hidden card.
"""

from collections.abc import Sequence
from typing import TypeVar

Card = TypeVar("Card")


def with_at(values: tuple[Card, ...], place: int, value: Card) -> tuple[Card, ...]:
    """Return the tuple with one value replaced."""
    return (*values[:place], value, *values[place + 1 :])


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards with one card like `card` removed. Raises `ValueError` if there is none."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def without_all(cards: tuple[Card, ...], gone: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards with one card removed for each of those in `gone`. Raises `ValueError` if one is missing."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def distinct(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return each face once, in the order in which it first occurs."""
    return tuple(dict.fromkeys(cards))

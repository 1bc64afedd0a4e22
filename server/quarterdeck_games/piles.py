"""Piles of cards, shared by the card games, and moves between them.

A pile is a tuple of faces, its top first. In a hidden pile a card is only its face; a card in play is a piece with an
id that it is given as it comes into play. So an id never says anything about a hidden card.
"""

from collections.abc import Sequence
from typing import TypeVar

Card = TypeVar("Card")


def with_at(values: tuple[Card, ...], place: int, value: Card) -> tuple[Card, ...]:
    """Return the values with another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards without one that is like `card`. Raises `ValueError` if there is none."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def without_all(cards: tuple[Card, ...], gone: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards without one for each of those that are gone. Raises `ValueError` if one is missing."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def distinct(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return each face once, in the order in which it first comes."""
    return tuple(dict.fromkeys(cards))

"""The number of copies of each card, and the rounds in which levels of cards are dealt."""

from collections.abc import Mapping

from quarterdeck_protocol.games.amfibido import CardId, Cards, Face

from quarterdeck_games.amfibido.cards.card import Card, face_of
from quarterdeck_games.amfibido.cards.level_1 import LEVEL_1
from quarterdeck_games.amfibido.cards.level_2 import LEVEL_2
from quarterdeck_games.amfibido.cards.level_3 import LEVEL_3
from quarterdeck_games.amfibido.cards.level_4 import LEVEL_4
from quarterdeck_games.amfibido.cards.level_5 import LEVEL_5
from quarterdeck_games.amfibido.cards.sensei import SENSEI

LEVELS: tuple[tuple[Card, ...], ...] = (LEVEL_1, LEVEL_2, LEVEL_3, LEVEL_4, LEVEL_5)

CARDS: Mapping[CardId, Card] = {card.id: card for cards in (*LEVELS, SENSEI) for card in cards}
"""Every card and sensei, by its face."""

FACES: Mapping[CardId, Face] = {card.id: face_of(card) for card in CARDS.values()}

ONE_COPY = {"spawn", "panther-chameleon", "switcheroo", "focus", "sparring-boots", "wrist-wraps"}
"""The cards of level I that there is one of: all others are there twice."""

TWO_COPIES = {
    "alligator",
    "dwarf-crocodile",
    "iron-wrench",
    "bokken",
    "right-hook",
    "flying-kick",
    "brown-snake",
    "great-crocodile",
    "uppercut",
    "black-mamba",
    "shaolin-cane",
    "glass-frog",
}
"""The cards of levels II and III that there are two of."""


def copies(card: Card) -> int:
    """Return the number of copies of a card. The totals are known; it is an assumption which cards exist twice
    (AF-1)."""
    if card.level == 1:
        return 1 if card.id in ONE_COPY else 2
    return 2 if card.id in TWO_COPIES else 1


DECKS: tuple[Cards, ...] = tuple(tuple(card.id for card in cards for _ in range(copies(card))) for cards in LEVELS)
"""The five level decks, unshuffled: 32, 32, 31, 26 and 10 cards (AF fact 1)."""

SENSEI_DECK: Cards = tuple(card.id for card in SENSEI)

_DRAFTS = ((1, 1, 1), (2, 1, 1), (2, 2, 1), (3, 2, 2), (3, 3, 2), (4, 3, 3), (4, 4, 3), (4, 4, 4))


def draft_levels(round_: int) -> tuple[int, ...]:
    """Return the levels of the three cards that each player is dealt (S3:121, AF fact 3); from round 8 on all are of
    level IV, never V (S3:248, AF-3)."""
    return _DRAFTS[min(round_, 8) - 1]


def active_levels(round_: int) -> tuple[int, ...]:
    """Return the levels of the active decks, from which this round's draft is dealt (S3:262)."""
    return tuple(sorted(set(draft_levels(round_))))

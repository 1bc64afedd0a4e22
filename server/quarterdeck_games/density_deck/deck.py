"""The fifty cards of Density Deck (S2:4…15).

A card is only its face. Two or three cards with the same face are equal values, so nothing can distinguish them, and
nothing can be learned about a hidden card when its face appears later.
"""

from quarterdeck_protocol.games.density_deck import Card, Cards, Colour

COMMON = Colour.COMMON

POWERS: dict[Colour, tuple[int, ...]] = {
    COMMON: tuple(power for power in range(1, 11) for _ in range(2)),  # S2:5
    Colour.YELLOW: (3, 4, 5),  # S2:6
    Colour.TURQUOISE: (3, 3, 10),  # S2:7
    Colour.RED: (3, 5, 10),  # S2:8
    Colour.BLUE: (3, 5, 10),  # S2:9
    Colour.PURPLE: (3, 5, 10),  # S2:10
    Colour.SILVER: (4, 4, 4),  # S2:11
    Colour.GOLD: (4, 4, 10),  # S2:12
    Colour.AQUAMARINE: (5, 5, 5),  # S2:13
    Colour.WHITE: (6, 6, 6),  # S2:14
    Colour.BLACK: (6, 6, 6),  # S2:15
}

FACES: dict[tuple[Colour, int], Card] = {
    (colour, power): Card(colour, power) for colour, powers in POWERS.items() for power in powers
}
"""Every face once."""

DECK: Cards = tuple(FACES[colour, power] for colour, powers in POWERS.items() for power in powers)
"""The deck in the order of the list, before it is shuffled."""

BY_WORTH: tuple[Colour, ...] = (
    Colour.BLACK,
    Colour.WHITE,
    Colour.GOLD,
    Colour.RED,
    Colour.BLUE,
    Colour.PURPLE,
    Colour.AQUAMARINE,
    Colour.TURQUOISE,
    Colour.SILVER,
    Colour.YELLOW,
)
"""The colours by the most that one can be worth. Of two that tie for base colour the earlier is named (DD-2)."""

_PLACES = {face: place for place, face in enumerate(FACES.values())}


def in_deck_order(cards: Cards) -> Cards:
    """Sort the cards in the order of the deck list, so that their order does not reveal where they came from."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))

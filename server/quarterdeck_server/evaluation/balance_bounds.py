"""Required bounds for the balance of each game's ready decks. This is their only definition; the rule books state them
in words."""

from collections.abc import Mapping
from math import inf

import msgspec

Bound = tuple[float, float]
"""The lower and the upper bound."""

ANY: Bound = (0.0, 1.0)
ANY_LENGTH: Bound = (0, inf)


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """Required bounds for one game's ready decks."""

    deck: Bound = (0.35, 0.65)
    """A deck's share of its matches against the others."""

    pair: Bound = ANY
    """A deck's share of its matches against one other."""

    first: Bound = (0.44, 0.56)
    """The share of the player that begins."""

    first_apart: tuple[str, ...] = ()
    """Decks for which the share of the beginning player is also required in matches with them and without them."""

    turns: Bound
    """Turns of the median match."""

    long_turns: Bound = ANY_LENGTH
    """Turns that nine in ten matches do not exceed."""

    over_by: tuple[tuple[int, float], ...] = ()
    """The greatest share of matches that may be over by a turn."""

    empty: Bound = ANY
    """The share of matches that end because a player's cards have run out."""

    card: Bound = ANY
    """Bound on a card's win rate in the matches in which its owner has played the card."""

    is_every_card_played: bool = False
    """True if every card must be in a ready deck, and every card of a ready deck must be played."""

    left_out: tuple[str, ...] = ()
    """Ready decks that are not meant to be even."""


BOUNDS: Mapping[str, Bounds] = {
    "amiibart": Bounds(
        pair=(0.35, 0.65),
        first=(0.45, 0.55),
        first_apart=("wildfire",),
        turns=(8, 30),
        # Turn One is turns 1 and 2: who loses in turn 3 has had no turn.
        over_by=((3, 0.0), (4, 0.05)),
        card=(0.35, 0.65),
        is_every_card_played=True,
    ),
    # The ark has two hundred cards so that sizes can be measured; the rule book asks for eight decks of fifty.
    "myacards": Bounds(
        turns=(10, 40), long_turns=(0, 60), over_by=((2, 0.03),), empty=(0, 0.05), left_out=("the-whole-ark",)
    ),
}
"""The games with measured ready decks."""

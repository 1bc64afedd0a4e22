"""The Art Rares of the second set: another printing of every Ultra Rare (S0:11, S0:13)."""

from collections.abc import Mapping

from quarterdeck_protocol.catalogue import Printing

from quarterdeck_games.amiibart.cards.card import art_rare
from quarterdeck_games.amiibart.cards.second.numbers import NUMBERS

FLAVOUR: Mapping[str, str] = {
    "mountain-breaker": "The pass was not on any map. It is now.",
    "bone-yard": "They come here to remember whom they have beaten, and to practise.",
    "thunder-colossus": "You count the seconds between light and thunder. There are none.",
    "blackout": "For one breath the city could see the stars, and was afraid of them.",
    "great-bear": "Winter is long. You are on the way.",
    "stampede": "First the cups tremble on the shelf.",
    "old-champion": "The knees are gone. The right hand has not been told.",
    "perfect-form": "Ten thousand times, so that the once is nothing.",
    "high-marshal": "Every one of them would swear that she had looked at them alone.",
    "parade-ground": "Left. Left. Left. Until the earth itself keeps step.",
}
"""For each Ultra Rare, the words on its Art Rare."""

PRINTINGS: tuple[Printing, ...] = tuple(
    [art_rare(card, NUMBERS[f"{card}-art"], words) for card, words in FLAVOUR.items()]
)

"""The Art Rares of the launch set: another printing of every Ultra Rare, which is otherwise the same card (S0:11,
S0:13)."""

from quarterdeck_protocol.catalogue import Printing

from quarterdeck_games.amiibart.cards.card import art_rare
from quarterdeck_games.amiibart.cards.numbers import NUMBERS

FLAVOUR = {
    "night-countess": "She never asks twice. She has never had to ask at all.",
    "open-grave": "The earth gives back what it was only lent.",
    "dawn-archangel": "Where her shadow should be, there is a second morning.",
    "judgement": "The scales were light. The verdict was not.",
    "volcano-drake": "The mountain coughed, and the sky had wings.",
    "world-fire": "It began with a candle that nobody wanted to carry outside.",
    "elder-oak": "It remembers the forest before the first name was given to it.",
    "deluge": "First the river came to the door. Then the door came to the river.",
    "arch-wizard": "He apologised to the comet for calling it so far from home.",
    "time-slip": "You will have had a plan.",
    "sword-saint": "One cut. The rest is only waiting for it to be noticed.",
    "forgotten-edge": "It was buried without a grave, so that nobody would dig.",
    "titan-frame": "Touch one bolt of it, and all the others turn to look.",
    "final-build": "There were no more bugs. There was nothing left but the thing itself.",
    "old-mountain": "Every blow it has ever felt, it has kept.",
    "the-long-wall": "Those who built it never saw both of its ends.",
    "last-breath": "It signs its work with its own.",
    "poisoned-blade": "A scratch is a promise.",
    "clean-sweep": "Leave nothing on the table but the table.",
    "double-shift": "The second sunrise costs extra.",
}
"""For each Ultra Rare, the words on its Art Rare."""

PRINTINGS: tuple[Printing, ...] = tuple(
    [art_rare(card, NUMBERS[f"{card}-art"], words) for card, words in FLAVOUR.items()]
)

"""Three decks of the second set that can be played at once."""

from collections.abc import Mapping

from quarterdeck_protocol.catalogue import ReadyDeck

DECKS = (
    ReadyDeck(
        id="wild-hunt",
        name="Wild Hunt",
        cards={
            "pack-wolf": 4,
            "den-mother": 2,
            "meadow-hare": 4,
            "sky-hawk": 2,
            "great-bear": 1,
            "old-tortoise": 2,
            "feeding-time": 1,
            "stampede": 1,
            "mud-ogre": 2,
            "scar-troll": 4,
            "boulder-giant": 2,
            "red-fury": 2,
            "roar": 2,
            "crush-underfoot": 1,
        },
        beside=("instinct", "pack-call"),
    ),
    ReadyDeck(
        id="thunderfist",
        name="Thunderfist",
        cards={
            "street-boxer": 4,
            "counter-puncher": 3,
            "old-champion": 2,
            "spring-kicker": 2,
            "corner-coach": 1,
            "perfect-form": 1,
            "low-blow": 2,
            "storm-heron": 3,
            "coil-warden": 4,
            "chain-caster": 2,
            "thunder-colossus": 1,
            "ball-lightning": 2,
            "lightning-strike": 2,
            "live-wire": 1,
        },
        beside=("pebble", "second-round"),
    ),
    ReadyDeck(
        id="last-stand",
        name="Last Stand",
        cards={
            "shield-bearer": 4,
            "line-sergeant": 4,
            "war-drummer": 3,
            "oath-keeper": 3,
            "drill-captain": 3,
            "high-marshal": 1,
            "charge": 2,
            "shield-wall": 2,
            "braced-pikes": 1,
            "parade-ground": 1,
            "scar-troll": 3,
            "club-swinger": 2,
            "red-fury": 1,
        },
        beside=("war-cry", "hold-formation"),
    ),
)
ABOUT: Mapping[str, str] = {
    "wild-hunt": "A pack that strikes as one, and what is too large to be part of it.",
    "thunderfist": "Trained hands, and a storm that goes before them.",
    "last-stand": "A line that grows with each who joins it, and does not give way.",
}
"""What each of them is like."""

"""Cards of the Element Fire: damage to everything at once, and embers that come back."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.FIRE

CARDS: tuple[Card, ...] = (
    fighter(
        "Ember Hound",
        E,
        300,
        400,
        types=("Beast",),
        text="When this Fighter attacks, deal 100 damage to each Fighter beside the one attacked.",
        on=(On(when=When.THIS_ATTACKS, does=(do.Damage(100, who.BESIDE_TARGET),)),),
    ),
    fighter("Torch Runner", E, 300, 300, types=("Rogue",), keywords=(Keyword.SWIFT,), text="Swift."),
    fighter(
        "Cinder Witch",
        E,
        200,
        500,
        types=("Mage",),
        text="Flare (3 Energy): Deal 300 damage to an opposing Fighter.",
        attacks=(SpecialAttack(name="Flare", cost=3, does=(do.Damage(300, who.FOE),)),),
    ),
    fighter(
        "Ash Phoenix",
        E,
        300,
        500,
        stars=2,
        rarity=R,
        types=("Bird",),
        text="When this dies, summon an Ember (100/100).",
        on=(On(when=When.THIS_DIES, does=(do.Summon(CardId("ember")),)),),
    ),
    fighter(
        "Volcano Drake",
        E,
        500,
        700,
        stars=3,
        rarity=U,
        types=("Dragon",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " Eruption (6 Energy): Deal 200 damage to each opposing Fighter."
        ),
        attacks=(SpecialAttack(name="Eruption", cost=6, does=(do.Damage(200, who.FOES),)),),
        on=(On(when=When.THIS_PLAYED, does=(do.Drain(9),)),),
    ),
    fighter(
        "Kiln Keeper",
        E,
        200,
        700,
        stars=2,
        rarity=R,
        types=("Mage",),
        text="Whenever another friendly Fighter dies, summon an Ember (100/100).",
        on=(On(when=When.FRIENDLY_DIES, does=(do.Summon(CardId("ember")),)),),
    ),
    spell("Fire Rain", E, 4, text="Deal 100 damage to each opposing Fighter.", does=(do.Damage(100, who.FOES),)),
    spell("Scorch", E, 2, text="Deal 200 damage to an opposing Fighter.", does=(do.Damage(200, who.FOE),)),
    spell(
        "World Fire",
        E,
        7,
        stars=4,
        rarity=U,
        text="Deal 300 damage to every Fighter.",
        does=(do.Damage(300, who.EVERYBODY),),
    ),
    stage(
        "Burning Ground",
        E,
        3,
        stars=2,
        rarity=R,
        text="At the end of your turn, deal 100 damage to every Fighter.",
        on=(On(when=When.TURN_ENDS, does=(do.Damage(100, who.EVERYBODY),)),),
    ),
    power(
        "Spark",
        E,
        primary=True,
        cost=2,
        text="2 Energy: Deal 100 damage to an opposing Fighter, then 100 to the right-most one.",
        does=(do.Damage(100, who.FOE), do.Damage(100, who.RIGHTMOST)),
    ),
    power(
        "Wildfire",
        E,
        text="Whenever a friendly Fighter dies, deal 100 damage to the left-most opposing Fighter.",
        on=(On(when=When.FRIENDLY_DIES, does=(do.Damage(100, who.LEFTMOST),)),),
    ),
    token("Ember", E, 100, 100, types=("Bird",)),
)
"""Ten cards and two Powers, then the Tokens."""

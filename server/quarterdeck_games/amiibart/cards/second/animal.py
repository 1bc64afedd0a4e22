"""Cards of the Element Animal: packs that are strong together, cubs that fill the slots, and a bear that eats dead
Fighters."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.ANIMAL
ANIMALS = Who(Which.ALL, Side.FRIENDLY, element=E)
OTHER_WOLVES = Who(Which.ALL, Side.FRIENDLY, folk="Wolf", other=True)
CUB = CardId("cub")

CARDS: tuple[Card, ...] = (
    fighter(
        "Pack Wolf",
        E,
        300,
        600,
        types=("Wolf",),
        text="When this Fighter attacks, deal 100 damage to the one attacked for each other friendly Wolf.",
        on=(On(when=When.THIS_ATTACKS, does=(do.DamagePer(100, who.TARGET, OTHER_WOLVES),)),),
    ),
    fighter(
        "Den Mother",
        E,
        200,
        800,
        stars=3,
        rarity=R,
        types=("Wolf",),
        text="At the start of your turn, summon a Cub (100/200).",
        on=(On(when=When.TURN_BEGINS, does=(do.Summon(CUB),)),),
    ),
    fighter("Meadow Hare", E, 300, 500, types=("Beast",), keywords=(Keyword.SWIFT,), text="Swift."),
    fighter(
        "Old Tortoise",
        E,
        200,
        800,
        types=("Beast",),
        keywords=(Keyword.BLOCK,),
        text="Block. At the start of your turn, heal this Fighter by 200.",
        on=(On(when=When.TURN_BEGINS, does=(do.Heal(200, who.THIS),)),),
    ),
    fighter(
        "Sky Hawk",
        E,
        300,
        600,
        types=("Bird",),
        text="Dive (2 Energy): Deal 200 damage to the opposing Fighter with the least Health.",
        attacks=(SpecialAttack(name="Dive", cost=2, does=(do.Damage(200, who.WEAKEST),)),),
    ),
    fighter(
        "Great Bear",
        E,
        300,
        500,
        stars=3,
        rarity=U,
        types=("Bear",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " Whenever an opposing Fighter dies, this one gets +100 Attack and +100 Health."
        ),
        on=(
            On(when=When.THIS_PLAYED, does=(do.Drain(9),)),
            On(when=When.OPPOSING_DIES, does=(do.Strengthen(who.THIS, attack=100, health=100),)),
        ),
    ),
    spell(
        "Stampede",
        E,
        5,
        stars=3,
        rarity=U,
        text="Each friendly Animal Fighter gains Swift and gets +200 Attack this turn.",
        does=(do.Give(Keyword.SWIFT, ANIMALS, True), do.Strengthen(ANIMALS, attack=200, until_end=True)),
    ),
    spell(
        "Go to Ground",
        E,
        2,
        text="Return a friendly Fighter to your deck. Summon a Cub (100/200).",
        does=(do.Return(who.FRIEND), do.Summon(CUB)),
    ),
    spell(
        "Feeding Time",
        E,
        3,
        stars=2,
        rarity=R,
        text="Each friendly Animal Fighter gets +100 Attack. Heal each of them by 100.",
        does=(do.Strengthen(ANIMALS, attack=100), do.Heal(100, ANIMALS)),
    ),
    stage(
        "Hunting Grounds",
        E,
        3,
        stars=2,
        rarity=R,
        text="Whenever you play a Fighter, summon a Cub (100/200).",
        on=(On(when=When.FRIENDLY_PLAYED, does=(do.Summon(CUB),)),),
    ),
    power(
        "Instinct",
        E,
        primary=True,
        text="Whenever an opposing Fighter dies, heal each friendly Fighter by 100.",
        on=(On(when=When.OPPOSING_DIES, does=(do.Heal(100, who.FRIENDS),)),),
    ),
    power(
        "Pack Call",
        E,
        cost=2,
        text="2 Energy: Summon a Cub (100/200).",
        does=(do.Summon(CUB),),
    ),
    token("Cub", E, 100, 200, types=("Wolf",)),
)
"""Ten cards and two Powers, then the Token."""

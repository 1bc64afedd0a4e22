"""Cards of the Element Electric: quick Fighters that leave soon, and currents that damage everything in their way."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.ELECTRIC
AN_ELECTRIC = Who(Which.CHOSEN, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter(
        "Spark Mouse",
        E,
        200,
        400,
        types=("Beast",),
        keywords=(Keyword.SWIFT,),
        text="Swift. When this Fighter is played, gain 1 Energy.",
        on=(On(when=When.THIS_PLAYED, does=(do.GainEnergy(1),)),),
    ),
    fighter(
        "Storm Heron",
        E,
        300,
        700,
        types=("Bird",),
        text="When this Fighter attacks, deal 100 damage to the right-most opposing Fighter.",
        on=(On(when=When.THIS_ATTACKS, does=(do.Damage(100, who.RIGHTMOST),)),),
    ),
    fighter(
        "Coil Warden",
        E,
        200,
        800,
        types=("Engine",),
        text="When this Fighter is attacked, deal 100 damage to the attacker.",
        on=(On(when=When.THIS_ATTACKED, does=(do.Damage(100, who.SUBJECT),)),),
    ),
    fighter(
        "Chain Caster",
        E,
        200,
        700,
        types=("Mage",),
        text="Chain (4 Energy): Deal 200 damage to an opposing Fighter and 200 to each Fighter beside it.",
        attacks=(
            SpecialAttack(name="Chain", cost=4, does=(do.Damage(200, who.FOE), do.Damage(200, who.BESIDE_TARGET))),
        ),
    ),
    fighter(
        "Thunder Colossus",
        E,
        400,
        900,
        stars=4,
        rarity=U,
        types=("Giant",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " At the end of your turn, deal 100 damage to each opposing Fighter."
        ),
        on=(
            On(when=When.THIS_PLAYED, does=(do.Drain(9),)),
            On(when=When.TURN_ENDS, does=(do.Damage(100, who.FOES),)),
        ),
    ),
    fighter(
        "Ball Lightning",
        E,
        500,
        300,
        stars=2,
        rarity=R,
        types=("Spirit",),
        keywords=(Keyword.SWIFT,),
        text="Swift. After this Fighter attacks, return it to your deck.",
        on=(On(when=When.AFTER_THIS_ATTACKS, does=(do.Return(who.THIS),)),),
    ),
    spell(
        "Jolt",
        E,
        2,
        text="Deal 100 damage to an opposing Fighter. The opponent has 1 less Energy in their next turn.",
        does=(do.Damage(100, who.FOE), do.Drain(1)),
    ),
    spell(
        "Lightning Strike",
        E,
        4,
        stars=2,
        rarity=R,
        text="Deal 400 damage to the opposing Fighter with the most Attack.",
        does=(do.Damage(400, who.STRONGEST),),
    ),
    spell(
        "Blackout",
        E,
        5,
        stars=3,
        rarity=U,
        text="Destroy all opposing Hazards. The opponent has 4 less Energy in their next turn.",
        does=(do.BreakHazards(), do.Drain(4)),
    ),
    hazard(
        "Live Wire",
        E,
        2,
        stars=2,
        rarity=R,
        text="Hazard. After an opposing Fighter attacks, deal 300 damage to it.",
        on=(On(when=When.AFTER_OPPOSING_ATTACKS, does=(do.Damage(300, who.SUBJECT),)),),
    ),
    power(
        "Static",
        E,
        primary=True,
        text="Whenever your opponent plays a Fighter, it gets -100 Attack.",
        on=(On(when=When.OPPOSING_PLAYED, does=(do.Strengthen(who.SUBJECT, attack=-100),)),),
    ),
    power(
        "Overload",
        E,
        cost=2,
        text="2 Energy: A friendly Electric Fighter gains Swift and gets +100 Attack this turn.",
        does=(do.Give(Keyword.SWIFT, AN_ELECTRIC, True), do.Strengthen(AN_ELECTRIC, attack=100, until_end=True)),
    ),
)
"""Ten cards and two Powers."""

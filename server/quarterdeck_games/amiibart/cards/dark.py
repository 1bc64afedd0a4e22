"""Cards of the Element Dark: they drain living Fighters, profit from dead ones, and weaken the survivors."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.DARK
ANOTHER_FOE = Who(Which.CHOSEN, nth=1)
A_DARK = Who(Which.CHOSEN, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter("Grave Bat", E, 200, 400, types=("Beast",), keywords=(Keyword.LIFESTEAL,), text="Lifesteal."),
    fighter(
        "Hollow Monk",
        E,
        200,
        600,
        types=("Undead",),
        text="When this dies, deal 200 damage to the opposing Fighter with the least Health.",
        on=(On(when=When.THIS_DIES, does=(do.Damage(200, who.WEAKEST),)),),
    ),
    fighter(
        "Dread Piper",
        E,
        200,
        700,
        types=("Shade",),
        text="When an opposing Fighter attacks, the attacker gets -100 Attack this turn.",
        on=(On(when=When.OPPOSING_ATTACKS, does=(do.Strengthen(who.SUBJECT, attack=-100, until_end=True),)),),
    ),
    fighter(
        "Carrion King",
        E,
        300,
        600,
        stars=2,
        rarity=R,
        types=("Undead",),
        text="Whenever another friendly Fighter dies, this one gets +100 Attack.",
        on=(On(when=When.FRIENDLY_DIES, does=(do.Strengthen(who.THIS, attack=100),)),),
    ),
    fighter(
        "Night Countess",
        E,
        300,
        800,
        stars=3,
        rarity=U,
        types=("Undead",),
        keywords=(Keyword.LIFESTEAL,),
        text=(
            "Lifesteal. When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " Soul Sip (4 Energy): Deal 300 damage to an opposing Fighter."
        ),
        attacks=(SpecialAttack(name="Soul Sip", cost=4, does=(do.Damage(300, who.FOE),)),),
        on=(On(when=When.THIS_PLAYED, does=(do.Drain(9),)),),
    ),
    fighter(
        "Whispering Skull",
        E,
        100,
        500,
        types=("Undead",),
        text="Dread (2 Energy): When this Attack is used, an opposing Fighter gets -200 Attack.",
        attacks=(SpecialAttack(name="Dread", cost=2, used=(do.Strengthen(who.FOE, attack=-200),)),),
    ),
    spell(
        "Dual Blast",
        E,
        4,
        stars=2,
        rarity=R,
        text="Deal 300 damage to an opposing Fighter and 200 to another.",
        does=(do.Damage(300, who.FOE), do.Damage(200, ANOTHER_FOE)),
    ),
    spell(
        "Dark Bargain",
        E,
        1,
        text="Deal 200 damage to a friendly Fighter. Gain 2 Energy.",
        does=(do.Damage(200, who.FRIEND), do.GainEnergy(2)),
    ),
    spell(
        "Open Grave",
        E,
        5,
        stars=3,
        rarity=U,
        keywords=(Keyword.VOID,),
        text="Void. Put your last 2 discarded Fighters back into your deck.",
        does=(do.Recover(2),),
    ),
    stage(
        "Catacombs",
        E,
        3,
        stars=2,
        rarity=R,
        text="Whenever a friendly Fighter dies, deal 100 damage to each opposing Fighter.",
        on=(On(when=When.FRIENDLY_DIES, does=(do.Damage(100, who.FOES),)),),
    ),
    power(
        "Dusk",
        E,
        primary=True,
        text="At the end of your turn, deal 100 damage to the opposing Fighter with the least Health.",
        on=(On(when=When.TURN_ENDS, does=(do.Damage(100, who.WEAKEST),)),),
    ),
    power(
        "Grave Tithe",
        E,
        cost=1,
        text="1 Energy: Deal 100 damage to a friendly Dark Fighter; deal 200 damage to an opposing Fighter.",
        does=(do.Damage(100, A_DARK), do.Damage(200, who.FOE)),
    ),
)
"""Ten cards and two Powers, then the Tokens."""

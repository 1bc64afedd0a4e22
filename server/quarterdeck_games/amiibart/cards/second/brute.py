"""Cards of the Element Brute: few and heavy strikes, of which some damage the attacker. Damaged Fighters become
stronger."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.BRUTE
BRUTES = Who(Which.ALL, Side.FRIENDLY, element=E)
A_BRUTE = Who(Which.CHOSEN, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter(
        "Mud Ogre",
        E,
        400,
        700,
        types=("Ogre",),
        text="After this Fighter attacks, deal 100 damage to it.",
        on=(On(when=When.AFTER_THIS_ATTACKS, does=(do.Damage(100, who.THIS),)),),
    ),
    fighter(
        "Club Swinger",
        E,
        300,
        700,
        types=("Ogre",),
        text=(
            "Wild Swing (2 Energy): Deal damage equal to this Fighter's Attack to an opposing Fighter."
            " After it, deal 200 damage to this Fighter."
        ),
        attacks=(
            SpecialAttack(name="Wild Swing", cost=2, does=(do.Strike(who.FOE),), after=(do.Damage(200, who.THIS),)),
        ),
    ),
    fighter(
        "Scar Troll",
        E,
        200,
        800,
        types=("Troll",),
        text="After this Fighter is attacked, it gets +100 Attack.",
        on=(On(when=When.AFTER_THIS_ATTACKED, does=(do.Strengthen(who.THIS, attack=100),)),),
    ),
    fighter(
        "Boulder Giant",
        E,
        300,
        900,
        stars=2,
        rarity=R,
        types=("Giant",),
        text="When this Fighter is played, deal 200 damage to the Fighter across.",
        on=(On(when=When.THIS_PLAYED, does=(do.Damage(200, who.ACROSS),)),),
    ),
    fighter(
        "Mountain Breaker",
        E,
        500,
        1000,
        stars=4,
        rarity=U,
        types=("Giant",),
        text=(
            "Landslide (7 Energy): Deal 300 damage to each opposing Fighter. After it, deal 300 damage to this Fighter."
        ),
        attacks=(
            SpecialAttack(
                name="Landslide", cost=7, does=(do.Damage(300, who.FOES),), after=(do.Damage(300, who.THIS),)
            ),
        ),
    ),
    fighter(
        "Gate Crasher",
        E,
        400,
        700,
        types=("Ogre",),
        text="When this Fighter is played, destroy the opposing Stage.",
        on=(On(when=When.THIS_PLAYED, does=(do.BreakStage(),)),),
    ),
    spell(
        "Roar",
        E,
        2,
        text="Each opposing Fighter gets -100 Attack this turn.",
        does=(do.Strengthen(who.FOES, attack=-100, until_end=True),),
    ),
    spell(
        "Crush Underfoot",
        E,
        5,
        stars=2,
        rarity=R,
        text="Destroy the opposing Fighter with the least Health.",
        does=(do.Destroy(who.WEAKEST),),
    ),
    spell(
        "Red Fury",
        E,
        2,
        stars=2,
        rarity=R,
        text="A friendly Fighter gets +300 Attack this turn. Deal 100 damage to it.",
        does=(do.Strengthen(who.FRIEND, attack=300, until_end=True), do.Damage(100, who.FRIEND)),
    ),
    stage(
        "Bone Yard",
        E,
        4,
        stars=3,
        rarity=U,
        text="At the end of your turn, each friendly Brute Fighter gets +100 Attack.",
        on=(On(when=When.TURN_ENDS, does=(do.Strengthen(BRUTES, attack=100),)),),
    ),
    power(
        "Heavy Hand",
        E,
        primary=True,
        text="At the end of your turn, deal 100 damage to the opposing Fighter with the most Attack.",
        on=(On(when=When.TURN_ENDS, does=(do.Damage(100, who.STRONGEST),)),),
    ),
    power(
        "Blood Price",
        E,
        text="0 Energy: Deal 100 damage to a friendly Brute Fighter; it gets +100 Attack.",
        does=(do.Damage(100, A_BRUTE), do.Strengthen(A_BRUTE, attack=100)),
    ),
)
"""Ten cards and two Powers."""

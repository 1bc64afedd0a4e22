"""Cards of the Element Weapon: a Forge effect is chosen for each card when it is played."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.WEAPON
WEAPONS = Who(Which.ALL, Side.FRIENDLY, element=E)
A_WEAPON = Who(Which.CHOSEN, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter(
        "Anvil Twin",
        E,
        300,
        600,
        types=("Smith",),
        text="Forge: This Fighter gets +100 Attack; or it gets +200 Health.",
        forge=(
            Forge(text="+100 Attack", does=(do.Strengthen(who.THIS, attack=100),)),
            Forge(text="+200 Health", does=(do.Strengthen(who.THIS, health=200),)),
        ),
    ),
    fighter(
        "Spear Line",
        E,
        300,
        700,
        types=("Soldier",),
        text="Thrust (2 Energy): Deal 200 damage to an opposing Fighter.",
        attacks=(SpecialAttack(name="Thrust", cost=2, does=(do.Damage(200, who.FOE),)),),
    ),
    fighter(
        "Living Blade",
        E,
        300,
        800,
        types=("Spirit",),
        text="When another friendly Fighter attacks, this one gets +100 Attack this turn.",
        on=(On(when=When.FRIENDLY_ATTACKS, does=(do.Strengthen(who.THIS, attack=100, until_end=True),)),),
    ),
    fighter(
        "Master Smith",
        E,
        300,
        800,
        stars=2,
        rarity=R,
        types=("Smith",),
        text=(
            "Forge: The Fighter in the next slot to the left gets +200 Attack;"
            " or the Fighter in the next slot to the right gets +200 Attack."
        ),
        forge=(
            Forge(text="The Fighter to the left: +200 Attack", does=(do.Strengthen(who.LEFT, attack=200),)),
            Forge(text="The Fighter to the right: +200 Attack", does=(do.Strengthen(who.RIGHT, attack=200),)),
        ),
    ),
    fighter(
        "Sword Saint",
        E,
        500,
        1000,
        stars=3,
        rarity=U,
        types=("Soldier",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " Cut (4 Energy): Deal damage equal to this Fighter's Attack to an opposing Fighter."
        ),
        attacks=(SpecialAttack(name="Cut", cost=4, does=(do.Strike(who.FOE),)),),
        on=(On(when=When.THIS_PLAYED, does=(do.Drain(9),)),),
    ),
    fighter(
        "Arms Dealer",
        E,
        300,
        800,
        types=("Smith",),
        text="Whenever you play another Weapon Fighter, it gets +100 Attack.",
        on=(On(when=When.FRIENDLY_PLAYED, element=E, does=(do.Strengthen(who.SUBJECT, attack=100),)),),
    ),
    spell(
        "Whetstone", E, 1, text="A friendly Fighter gets +100 Attack.", does=(do.Strengthen(who.FRIEND, attack=100),)
    ),
    spell(
        "Made to Measure",
        E,
        3,
        stars=2,
        rarity=R,
        text=(
            "Forge: A friendly Fighter gets +200 Attack; or a friendly Fighter gains Block and gets +200 Health;"
            " or deal 200 damage to an opposing Fighter."
        ),
        forge=(
            Forge(text="+200 Attack", does=(do.Strengthen(who.FRIEND, attack=200),)),
            Forge(
                text="Block and +200 Health",
                does=(do.Give(Keyword.BLOCK, who.FRIEND), do.Strengthen(who.FRIEND, health=200)),
            ),
            Forge(text="200 damage", does=(do.Damage(200, who.FOE),)),
        ),
    ),
    spell(
        "Forgotten Edge",
        E,
        4,
        stars=3,
        rarity=U,
        text="Forge: A friendly Fighter gains Lifesteal; or a friendly Fighter gains Swift and gets +100 Attack.",
        forge=(
            Forge(text="Lifesteal", does=(do.Give(Keyword.LIFESTEAL, who.FRIEND),)),
            Forge(
                text="Swift and +100 Attack",
                does=(do.Give(Keyword.SWIFT, who.FRIEND), do.Strengthen(who.FRIEND, attack=100)),
            ),
        ),
    ),
    stage(
        "Great Forge",
        E,
        2,
        stars=2,
        rarity=R,
        text="Friendly Weapon Fighters get +100 Attack.",
        auras=(Aura(WEAPONS, attack=100),),
    ),
    power(
        "Muster",
        E,
        primary=True,
        text="At the end of your turn, give a friendly Fighter +100 Attack.",
        on=(On(when=When.TURN_ENDS, does=(do.Strengthen(who.FRIEND, attack=100),)),),
    ),
    power(
        "Edge of Plenty",
        E,
        cost=1,
        text="1 Energy: Give a friendly Weapon Fighter +100 Attack.",
        does=(do.Strengthen(A_WEAPON, attack=100),),
    ),
)
"""Ten cards and two Powers, then the Tokens."""

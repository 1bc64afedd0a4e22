"""Cards of the Element Warrior: a line of Fighters that is placed with care, and grows with each recruit."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.WARRIOR
WARRIORS = Who(Which.ALL, Side.FRIENDLY, element=E)
OTHER_WARRIORS = Who(Which.ALL, Side.FRIENDLY, element=E, other=True)
THE_ATTACKED = Who(Which.TARGET, Side.FRIENDLY)

CARDS: tuple[Card, ...] = (
    fighter(
        "Shield Bearer",
        E,
        200,
        600,
        types=("Soldier",),
        keywords=(Keyword.BLOCK,),
        text="Block. When this dies, heal each friendly Fighter by 100.",
        on=(On(when=When.THIS_DIES, does=(do.Heal(100, who.FRIENDS),)),),
    ),
    fighter(
        "Line Sergeant",
        E,
        300,
        600,
        types=("Soldier",),
        text="When this Fighter is played, friendly Fighters beside it get +100 Health.",
        on=(On(when=When.THIS_PLAYED, does=(do.Strengthen(who.NEIGHBOURS, health=100),)),),
    ),
    fighter(
        "War Drummer",
        E,
        200,
        500,
        types=("Bard",),
        text="When another friendly Fighter attacks, it gets +100 Attack this turn.",
        on=(On(when=When.FRIENDLY_ATTACKS, does=(do.Strengthen(who.SUBJECT, attack=100, until_end=True),)),),
    ),
    fighter(
        "Oath Keeper",
        E,
        300,
        600,
        types=("Knight",),
        text="Whenever another friendly Fighter dies, deal 200 damage to the opposing Fighter with the most Attack.",
        on=(On(when=When.FRIENDLY_DIES, does=(do.Damage(200, who.STRONGEST),)),),
    ),
    fighter(
        "Drill Captain",
        E,
        300,
        800,
        stars=2,
        rarity=R,
        types=("Soldier",),
        text="Whenever you play another Warrior Fighter, it gets +100 Attack and +100 Health.",
        on=(On(when=When.FRIENDLY_PLAYED, element=E, does=(do.Strengthen(who.SUBJECT, attack=100, health=100),)),),
    ),
    fighter(
        "High Marshal",
        E,
        400,
        900,
        stars=4,
        rarity=U,
        types=("Knight",),
        text="Other friendly Warrior Fighters get +100 Attack.",
        auras=(Aura(OTHER_WARRIORS, attack=100),),
    ),
    spell(
        "Charge!",
        E,
        2,
        text="A friendly Fighter gains Swift and gets +100 Attack this turn.",
        does=(do.Give(Keyword.SWIFT, who.FRIEND, True), do.Strengthen(who.FRIEND, attack=100, until_end=True)),
    ),
    spell(
        "Shield Wall",
        E,
        3,
        stars=2,
        rarity=R,
        text="Each friendly Warrior Fighter gets +200 Health.",
        does=(do.Strengthen(WARRIORS, health=200),),
    ),
    hazard(
        "Braced Pikes",
        E,
        3,
        stars=2,
        rarity=R,
        text="Hazard. When a friendly Fighter is attacked, deal 300 damage to the attacker.",
        on=(On(when=When.FRIENDLY_ATTACKED, does=(do.Damage(300, who.SUBJECT),)),),
    ),
    stage(
        "Parade Ground",
        E,
        3,
        stars=3,
        rarity=U,
        text="Whenever you play a Fighter, it gets +100 Attack and +100 Health.",
        on=(On(when=When.FRIENDLY_PLAYED, does=(do.Strengthen(who.SUBJECT, attack=100, health=100),)),),
    ),
    power(
        "War Cry",
        E,
        primary=True,
        cost=2,
        text="2 Energy: Each friendly Fighter gets +100 Attack this turn.",
        does=(do.Strengthen(who.FRIENDS, attack=100, until_end=True),),
    ),
    power(
        "Hold Formation",
        E,
        text="When a friendly Fighter is attacked, it gets +100 Health.",
        on=(On(when=When.FRIENDLY_ATTACKED, does=(do.Strengthen(THE_ATTACKED, health=100),)),),
    ),
)
"""Ten cards and two Powers."""

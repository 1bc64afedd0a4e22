"""Cards of the Element Assassin: little Health, Swift strikes and Instakill; every strike has a price."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.ASSASSIN

AN_ASSASSIN = Who(Which.CHOSEN, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter("Alley Cat", E, 300, 300, types=("Beast",), keywords=(Keyword.SWIFT,), text="Swift."),
    fighter(
        "Needle Dancer",
        E,
        200,
        400,
        types=("Rogue",),
        keywords=(Keyword.SWIFT,),
        text="Swift. When this Fighter attacks, it gets +100 Attack this turn.",
        on=(On(when=When.THIS_ATTACKS, does=(do.Strengthen(who.THIS, attack=100, until_end=True),)),),
    ),
    fighter(
        "Knife Juggler",
        E,
        400,
        800,
        types=("Rogue",),
        text="Fan of Knives (2 Energy): Deal 100 damage to each opposing Fighter.",
        attacks=(SpecialAttack(name="Fan of Knives", cost=2, does=(do.Damage(100, who.FOES),)),),
    ),
    fighter(
        "Silent Widow",
        E,
        100,
        300,
        stars=3,
        rarity=R,
        types=("Rogue",),
        keywords=(Keyword.INSTAKILL,),
        text="Instakill.",
    ),
    fighter(
        "Blood Leech",
        E,
        300,
        400,
        stars=2,
        rarity=R,
        types=("Beast",),
        keywords=(Keyword.SWIFT, Keyword.LIFESTEAL),
        text="Swift. Lifesteal.",
    ),
    fighter(
        "Last Breath",
        E,
        400,
        300,
        stars=4,
        rarity=U,
        types=("Shade",),
        keywords=(Keyword.SWIFT, Keyword.INSTAKILL, Keyword.VOID),
        text="Swift. Instakill. Void. After this Fighter attacks, destroy it.",
        on=(On(when=When.AFTER_THIS_ATTACKS, does=(do.Destroy(who.THIS),)),),
    ),
    spell(
        "Poisoned Blade",
        E,
        6,
        stars=3,
        rarity=U,
        text="A friendly Fighter gains Instakill for its next basic attack this turn.",
        does=(do.Give(Keyword.INSTAKILL, who.FRIEND, until_end=True, basic=True),),
    ),
    spell(
        "Vanish",
        E,
        4,
        text=(
            "Forge: Return a friendly Fighter to your deck;"
            " or return the opposing Fighter with the least Health to its owner's deck."
        ),
        forge=(
            Forge(text="Return a friendly Fighter", does=(do.Return(who.FRIEND),)),
            Forge(text="Return the opposing Fighter with the least Health", does=(do.Return(who.WEAKEST),)),
        ),
    ),
    spell(
        "Backstab",
        E,
        2,
        text="Deal 300 damage to the opposing Fighter with the least Health.",
        does=(do.Damage(300, who.WEAKEST),),
    ),
    hazard(
        "Ambush",
        E,
        3,
        stars=2,
        rarity=R,
        text="Hazard. After the opponent plays a Fighter, deal 300 damage to it.",
        on=(On(when=When.AFTER_OPPOSING_PLAYED, does=(do.Damage(300, who.SUBJECT),)),),
    ),
    power(
        "First Blood",
        E,
        primary=True,
        text="Whenever your opponent plays a Fighter, deal 100 damage to it.",
        on=(On(when=When.OPPOSING_PLAYED, does=(do.Damage(100, who.SUBJECT),)),),
    ),
    power(
        "Bargain of Knives",
        E,
        text="0 Energy: Deal 100 damage to a friendly Assassin Fighter; it gets +200 Attack this turn.",
        does=(do.Damage(100, AN_ASSASSIN), do.Strengthen(AN_ASSASSIN, attack=200, until_end=True)),
    ),
)
"""Ten cards and two Powers."""

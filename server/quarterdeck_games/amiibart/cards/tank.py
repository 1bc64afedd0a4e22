"""Cards of the Element Tank: Fighters with Block that take little damage, outlast others and hit back."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.TANK

TANKS = Who(Which.ALL, Side.FRIENDLY, element=E)
A_TANK = Who(Which.CHOSEN, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter("Iron Snail", E, 200, 700, types=("Beast",), keywords=(Keyword.BLOCK,), text="Block."),
    fighter(
        "Gate Warden",
        E,
        200,
        800,
        stars=2,
        types=("Knight",),
        keywords=(Keyword.BLOCK,),
        text="Block. After this Fighter is attacked, heal it by 100.",
        on=(On(when=When.AFTER_THIS_ATTACKED, does=(do.Heal(100, who.THIS),)),),
    ),
    fighter(
        "Siege Roller",
        E,
        300,
        700,
        types=("Engine",),
        text="Crush (3 Energy): Deal 300 damage to an opposing Fighter and 100 to each Fighter beside it.",
        attacks=(
            SpecialAttack(name="Crush", cost=3, does=(do.Damage(300, who.FOE), do.Damage(100, who.BESIDE_TARGET))),
        ),
    ),
    fighter(
        "Thorn Bastion",
        E,
        100,
        900,
        stars=2,
        rarity=R,
        types=("Beast",),
        keywords=(Keyword.BLOCK,),
        text="Block. When this Fighter is attacked, deal 200 damage to the attacker.",
        on=(On(when=When.THIS_ATTACKED, does=(do.Damage(200, who.SUBJECT),)),),
    ),
    fighter(
        "Shield Captain",
        E,
        300,
        700,
        stars=2,
        rarity=R,
        types=("Knight",),
        text="Friendly Fighters beside this one take 100 less damage from attacks.",
        auras=(Aura(who.NEIGHBOURS, armour=100),),
    ),
    fighter(
        "Old Mountain",
        E,
        300,
        1200,
        stars=4,
        rarity=U,
        types=("Giant",),
        keywords=(Keyword.BLOCK,),
        text=(
            "Block. When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " At the end of your turn, deal the Fighter across as much damage as this one is short of its"
            " printed Health."
        ),
        on=(
            On(when=When.THIS_PLAYED, does=(do.Drain(9),)),
            On(when=When.TURN_ENDS, does=(do.Bespoke("returned_pain"),)),
        ),
    ),
    spell(
        "Brace",
        E,
        2,
        text="A friendly Fighter gets +300 Health and gains Block.",
        does=(do.Strengthen(who.FRIEND, health=300), do.Give(Keyword.BLOCK, who.FRIEND)),
    ),
    spell("Field Repairs", E, 2, text="Heal each friendly Tank Fighter by 200.", does=(do.Heal(200, TANKS),)),
    hazard(
        "Spiked Moat",
        E,
        2,
        stars=2,
        rarity=R,
        text="Hazard. When an opposing Fighter attacks, deal 200 damage to the attacker.",
        on=(On(when=When.OPPOSING_ATTACKS, does=(do.Damage(200, who.SUBJECT),)),),
    ),
    stage(
        "The Long Wall",
        E,
        2,
        stars=3,
        rarity=U,
        text="Friendly Tank Fighters take 100 less damage from attacks.",
        auras=(Aura(TANKS, armour=100),),
    ),
    power(
        "Steady Hands",
        E,
        primary=True,
        text="At the end of your turn, heal a friendly Fighter by 100.",
        on=(On(when=When.TURN_ENDS, does=(do.Heal(100, who.FRIEND),)),),
    ),
    power(
        "Hold the Line",
        E,
        cost=2,
        text="2 Energy: Give a friendly Tank Fighter +200 Health.",
        does=(do.Strengthen(A_TANK, health=200),),
    ),
)
"""Ten cards and two Powers."""

"""Cards of the Element ELW (Earth, Life, Water): roots and tides. They bind strengthened Fighters, and grow
Saplings."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.ELW
OTHER_PLANTS = Who(Which.ALL, Side.FRIENDLY, folk="Plant", other=True)

CARDS: tuple[Card, ...] = (
    fighter(
        "Moss Golem",
        E,
        200,
        800,
        types=("Golem",),
        text="Overgrow (2 Energy): When this Attack is used, bind an opposing Fighter.",
        attacks=(SpecialAttack(name="Overgrow", cost=2, used=(do.Bind(who.FOE),)),),
    ),
    fighter(
        "Seed Mother",
        E,
        300,
        800,
        types=("Plant",),
        text="When this Fighter is played, summon a Sapling (100/300).",
        on=(On(when=When.THIS_PLAYED, does=(do.Summon(CardId("sapling")),)),),
    ),
    fighter(
        "River Otter",
        E,
        300,
        400,
        types=("Beast",),
        text="After this Fighter attacks, heal it by 100.",
        on=(On(when=When.AFTER_THIS_ATTACKS, does=(do.Heal(100, who.THIS),)),),
    ),
    fighter(
        "Tide Caller",
        E,
        300,
        800,
        stars=2,
        rarity=R,
        types=("Mage",),
        text="Undertow (4 Energy): Return an opposing Fighter to its owner's deck.",
        attacks=(SpecialAttack(name="Undertow", cost=4, does=(do.Return(who.FOE),)),),
    ),
    fighter(
        "Elder Oak",
        E,
        300,
        1000,
        stars=3,
        rarity=U,
        types=("Plant",),
        keywords=(Keyword.BLOCK,),
        text=(
            "Block. When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " Other friendly Plants get +100 Attack."
        ),
        auras=(Aura(OTHER_PLANTS, attack=100),),
        on=(On(when=When.THIS_PLAYED, does=(do.Drain(9),)),),
    ),
    fighter(
        "Bramble Boar",
        E,
        400,
        700,
        types=("Plant", "Beast"),
        text="After this Fighter is attacked, summon a Sapling (100/300).",
        on=(On(when=When.AFTER_THIS_ATTACKED, does=(do.Summon(CardId("sapling")),)),),
    ),
    spell(
        "Entangle",
        E,
        2,
        text="Bind any Fighter. It gets -100 Attack this turn.",
        does=(do.Bind(who.ANYONE), do.Strengthen(who.ANYONE, attack=-100, until_end=True)),
    ),
    spell(
        "Spring Rain",
        E,
        3,
        stars=2,
        rarity=R,
        text="Heal each friendly Fighter by 200.",
        does=(do.Heal(200, who.FRIENDS),),
    ),
    spell(
        "Deluge",
        E,
        5,
        stars=4,
        rarity=U,
        text="Bind each opposing Fighter, and deal 200 damage to each.",
        does=(do.Bind(who.FOES), do.Damage(200, who.FOES)),
    ),
    hazard(
        "Quicksand",
        E,
        2,
        stars=2,
        rarity=R,
        text="Hazard. After the opponent plays a Fighter, it gets -200 Attack.",
        on=(On(when=When.AFTER_OPPOSING_PLAYED, does=(do.Strengthen(who.SUBJECT, attack=-200),)),),
    ),
    power(
        "Rainfall",
        E,
        primary=True,
        text="At the start of your turn, heal each friendly Fighter by 100.",
        on=(On(when=When.TURN_BEGINS, does=(do.Heal(100, who.FRIENDS),)),),
    ),
    power("Green Thumb", E, cost=2, text="2 Energy: Summon a Sapling (100/300).", does=(do.Summon(CardId("sapling")),)),
    token("Sapling", E, 100, 300, types=("Plant",)),
)
"""Ten cards and two Powers, then the Tokens."""

"""Cards of the Element Magic: they react to every Spell, reset strengthened Fighters, and change Energy."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.MAGIC
MAGES = Who(Which.ALL, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter(
        "Page of Runes",
        E,
        200,
        600,
        types=("Mage",),
        text="Whenever you play a Spell, this Fighter gets +100 Attack.",
        on=(On(when=When.FRIENDLY_SPELL, does=(do.Strengthen(who.THIS, attack=100),)),),
    ),
    fighter(
        "Mirror Djinn",
        E,
        200,
        600,
        types=("Spirit",),
        text="When this Fighter is attacked, the attacker gets -100 Attack.",
        on=(On(when=When.THIS_ATTACKED, does=(do.Strengthen(who.SUBJECT, attack=-100),)),),
    ),
    fighter(
        "Star Reader",
        E,
        200,
        800,
        types=("Mage",),
        text="Omen (1 Energy): When this Attack is used, your opponent has 1 less Energy in their next turn.",
        attacks=(SpecialAttack(name="Omen", cost=1, used=(do.Drain(1),)),),
    ),
    fighter(
        "Unmaker",
        E,
        300,
        800,
        stars=2,
        rarity=R,
        types=("Mage",),
        text="When this Fighter is played, bind each opposing Fighter.",
        on=(On(when=When.THIS_PLAYED, does=(do.Bind(who.FOES),)),),
    ),
    fighter(
        "Arch Wizard",
        E,
        400,
        900,
        stars=3,
        rarity=U,
        types=("Mage",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " Comet (5 Energy): Deal 400 damage to an opposing Fighter. After it, heal this Fighter by 200."
        ),
        attacks=(
            SpecialAttack(name="Comet", cost=5, does=(do.Damage(400, who.FOE),), after=(do.Heal(200, who.THIS),)),
        ),
        on=(On(when=When.THIS_PLAYED, does=(do.Drain(9),)),),
    ),
    fighter(
        "Paper Dragon",
        E,
        400,
        600,
        stars=2,
        rarity=R,
        types=("Dragon", "Spirit"),
        text="After your opponent plays a Spell, deal 100 damage to this Fighter.",
        on=(On(when=When.AFTER_OPPOSING_SPELL, does=(do.Damage(100, who.THIS),)),),
    ),
    spell(
        "Arcane Bolt",
        E,
        3,
        text="Deal 100 damage to an opposing Fighter for each friendly Magic Fighter.",
        does=(do.DamagePer(100, who.FOE, MAGES),),
    ),
    spell(
        "Unravel",
        E,
        2,
        text="Bind an opposing Fighter and deal 100 damage to it.",
        does=(do.Bind(who.FOE), do.Damage(100, who.FOE)),
    ),
    spell(
        "Time Slip",
        E,
        4,
        stars=3,
        rarity=U,
        keywords=(Keyword.VOID,),
        text="Void. Your opponent has 4 less Energy in their next turn.",
        does=(do.Drain(4),),
    ),
    hazard(
        "Null Field",
        E,
        2,
        stars=2,
        rarity=R,
        text="Hazard. When the opponent uses a Power, bind each of their Fighters, and deal 100 damage to each.",
        on=(On(when=When.OPPOSING_POWER, does=(do.Bind(who.FOES), do.Damage(100, who.FOES))),),
    ),
    power(
        "Ley Line",
        E,
        primary=True,
        text="Whenever you play a Spell, heal a friendly Fighter by 100.",
        on=(On(when=When.FRIENDLY_SPELL, does=(do.Heal(100, who.FRIEND),)),),
    ),
    power(
        "Echo",
        E,
        text="Whenever you play a Spell, deal 100 damage to the left-most opposing Fighter.",
        on=(On(when=When.FRIENDLY_SPELL, does=(do.Damage(100, who.LEFTMOST),)),),
    ),
)
"""Ten cards and two Powers, then the Tokens."""

"""Cards of the Element Tech: prototypes that are updated into better ones, and drones beside them."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.TECH
TECHS = Who(Which.ALL, Side.FRIENDLY, element=E)
A_TECH = Who(Which.CHOSEN, Side.FRIENDLY, element=E)

CARDS: tuple[Card, ...] = (
    fighter(
        "Prototype",
        E,
        100,
        400,
        types=("Robot",),
        text="Boot (2 Energy): After it, update this Fighter into a Mark Two (300/700).",
        attacks=(SpecialAttack(name="Boot", cost=2, after=(do.Update(who.THIS, CardId("mark-two")),)),),
    ),
    fighter(
        "Drone Nest",
        E,
        200,
        600,
        types=("Robot",),
        text="When this Fighter is played, summon a Drone (200/200, Swift).",
        on=(On(when=When.THIS_PLAYED, does=(do.Summon(CardId("drone")),)),),
    ),
    fighter(
        "Volt Hopper",
        E,
        300,
        500,
        types=("Robot",),
        text="Arc (3 Energy): Deal 200 damage to an opposing Fighter and 100 to each Fighter beside it.",
        attacks=(SpecialAttack(name="Arc", cost=3, does=(do.Damage(200, who.FOE), do.Damage(100, who.BESIDE_TARGET))),),
    ),
    fighter(
        "Repair Arm",
        E,
        100,
        500,
        types=("Robot",),
        text="At the end of your turn, heal friendly Fighters beside this one by 100.",
        on=(On(when=When.TURN_ENDS, does=(do.Heal(100, who.NEIGHBOURS),)),),
    ),
    fighter(
        "Overclocker",
        E,
        300,
        500,
        stars=2,
        rarity=R,
        types=("Hacker",),
        text="Whenever you play another Tech Fighter, gain 1 Energy.",
        on=(On(when=When.FRIENDLY_PLAYED, element=E, does=(do.GainEnergy(1),)),),
    ),
    fighter(
        "Titan Frame",
        E,
        400,
        900,
        stars=4,
        rarity=U,
        types=("Robot",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " After another friendly Fighter is attacked, deal 100 damage to the attacker."
        ),
        on=(
            On(when=When.THIS_PLAYED, does=(do.Drain(9),)),
            On(when=When.AFTER_FRIENDLY_ATTACKED, does=(do.Damage(100, who.SUBJECT),)),
        ),
    ),
    spell(
        "Gear Up!",
        E,
        4,
        stars=2,
        rarity=R,
        text="Each friendly Tech Fighter gets +100 Attack and +100 Health.",
        does=(do.Strengthen(TECHS, attack=100, health=100),),
    ),
    spell(
        "New Release",
        E,
        4,
        text="Update a friendly Tech Fighter into a Mark Two (300/700).",
        does=(do.Update(A_TECH, CardId("mark-two")),),
    ),
    spell(
        "Final Build",
        E,
        6,
        stars=3,
        rarity=U,
        text="Update a friendly Tech Fighter into a Mark Three (500/1000, Block).",
        does=(do.Update(A_TECH, CardId("mark-three")),),
    ),
    hazard(
        "Firewall",
        E,
        2,
        stars=2,
        rarity=R,
        text="Hazard. When a friendly Fighter is attacked, the attacker gets -200 Attack this turn.",
        on=(On(when=When.FRIENDLY_ATTACKED, does=(do.Strengthen(who.SUBJECT, attack=-200, until_end=True),)),),
    ),
    power(
        "Battery",
        E,
        primary=True,
        text="At the start of your turn, give a friendly Fighter +100 Attack this turn.",
        on=(On(when=When.TURN_BEGINS, does=(do.Strengthen(who.FRIEND, attack=100, until_end=True),)),),
    ),
    power(
        "Assembly Line",
        E,
        cost=3,
        text="3 Energy: Summon a Drone (200/200, Swift).",
        does=(do.Summon(CardId("drone")),),
    ),
    token("Drone", E, 200, 200, types=("Robot",), keywords=(Keyword.SWIFT,), text="Swift."),
    token("Mark Two", E, 300, 700, types=("Robot",)),
    token("Mark Three", E, 500, 1000, types=("Robot",), keywords=(Keyword.BLOCK,), text="Block."),
)
"""Ten cards and two Powers, then the Tokens."""

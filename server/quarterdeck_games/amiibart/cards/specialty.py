"""Cards of the Element Specialty: Spells, Hazards and Powers that every deck may contain (S0:19)."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.SPECIALTY

CARDS: tuple[Card, ...] = (
    spell("Bandage", E, 1, text="Heal a friendly Fighter by 200.", does=(do.Heal(200, who.FRIEND),)),
    spell("Thrown Stone", E, 1, text="Deal 100 damage to an opposing Fighter.", does=(do.Damage(100, who.FOE),)),
    spell(
        "Rally",
        E,
        2,
        text="Each friendly Fighter gets +100 Attack this turn.",
        does=(do.Strengthen(who.FRIENDS, attack=100, until_end=True),),
    ),
    spell(
        "Second Wind",
        E,
        2,
        stars=2,
        text="Put your last discarded Fighter back into your deck.",
        does=(do.Recover(1),),
    ),
    spell(
        "Call Home",
        E,
        5,
        stars=2,
        rarity=R,
        text="Return an opposing Fighter to its owner's deck.",
        does=(do.Return(who.FOE),),
    ),
    spell(
        "Plain Truth",
        E,
        2,
        text="Bind any Fighter.",
        does=(do.Bind(who.ANYONE),),
    ),
    spell(
        "Clean Sweep",
        E,
        4,
        stars=3,
        rarity=U,
        text="Destroy all opposing Hazards and the opposing Stage.",
        does=(do.BreakHazards(), do.BreakStage()),
    ),
    spell(
        "Double Shift",
        E,
        1,
        stars=4,
        rarity=U,
        keywords=(Keyword.VOID,),
        text="Void. Gain 3 Energy.",
        does=(do.GainEnergy(3),),
    ),
    hazard(
        "Trip Wire",
        E,
        2,
        stars=2,
        rarity=R,
        text="Hazard. When the opponent plays a Spell, deal 200 damage to their left-most Fighter.",
        on=(On(when=When.OPPOSING_SPELL, does=(do.Damage(200, who.LEFTMOST),)),),
    ),
    hazard(
        "Toll Gate",
        E,
        2,
        stars=2,
        rarity=R,
        text="Hazard. After the opponent plays a Spell, they have 2 less Energy in their next turn.",
        on=(On(when=When.AFTER_OPPOSING_SPELL, does=(do.Drain(2),)),),
    ),
    power(
        "Old Drill",
        E,
        primary=True,
        cost=1,
        text="1 Energy: Give a friendly Fighter +100 Attack this turn.",
        does=(do.Strengthen(who.FRIEND, attack=100, until_end=True),),
    ),
    power(
        "Pebble",
        E,
        primary=True,
        cost=2,
        text="2 Energy: Deal 100 damage to an opposing Fighter.",
        does=(do.Damage(100, who.FOE),),
    ),
    power(
        "Fair Exchange",
        E,
        text="0 Energy: Deal 200 damage to a friendly Fighter and 200 to an opposing Fighter.",
        does=(do.Damage(200, who.FRIEND), do.Damage(200, who.FOE)),
    ),
    power(
        "Widow's Pension",
        E,
        text="Whenever a friendly Fighter dies, heal a friendly Fighter by 100.",
        on=(On(when=When.FRIENDLY_DIES, does=(do.Heal(100, who.FRIEND),)),),
    ),
    power(
        "Counterspell",
        E,
        text="Whenever your opponent plays a Spell, deal 100 damage to their right-most Fighter.",
        on=(On(when=When.OPPOSING_SPELL, does=(do.Damage(100, who.RIGHTMOST),)),),
    ),
)
"""Ten cards and five Powers."""

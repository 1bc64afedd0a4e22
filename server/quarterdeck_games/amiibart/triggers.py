"""The timing of the rule sheet as a table, to be compared with S0:130…141 line by line.

Within one row the order is that of AM-37: Hazards first, the oldest before others. Then the texts of the active player,
then the other's. For each player: Powers, then the Stage, then Fighters from left to right.
"""

from enum import StrEnum

import msgspec


class When(StrEnum):
    """Triggers of a card's text, relative to the card's owner."""

    THIS_ATTACKS = "this_attacks"
    FRIENDLY_ATTACKS = "friendly_attacks"
    OPPOSING_ATTACKS = "opposing_attacks"
    THIS_ATTACKED = "this_attacked"
    FRIENDLY_ATTACKED = "friendly_attacked"
    AFTER_THIS_ATTACKED = "after_this_attacked"
    AFTER_FRIENDLY_ATTACKED = "after_friendly_attacked"
    AFTER_THIS_ATTACKS = "after_this_attacks"
    AFTER_FRIENDLY_ATTACKS = "after_friendly_attacks"
    AFTER_OPPOSING_ATTACKS = "after_opposing_attacks"
    THIS_DIES = "this_dies"
    FRIENDLY_DIES = "friendly_dies"
    OPPOSING_DIES = "opposing_dies"
    THIS_PLAYED = "this_played"
    FRIENDLY_PLAYED = "friendly_played"
    OPPOSING_PLAYED = "opposing_played"
    AFTER_OPPOSING_PLAYED = "after_opposing_played"
    FRIENDLY_SPELL = "friendly_spell"
    OPPOSING_SPELL = "opposing_spell"
    AFTER_OPPOSING_SPELL = "after_opposing_spell"
    OPPOSING_POWER = "opposing_power"
    AFTER_OPPOSING_POWER = "after_opposing_power"
    TURN_BEGINS = "turn_begins"
    TURN_ENDS = "turn_ends"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One numbered step of an attack in the table of timing."""

    step: int
    rule: str
    """The line of the rule sheet."""

    attacker: tuple[When, ...] = ()
    """The triggers of the attacking player's cards here; the first of two is the attacking Fighter's own."""

    defender: tuple[When, ...] = ()
    """The triggers of the other player's cards; the first of two is an attacked Fighter's own."""

    attacked: tuple[When, ...] = ()
    """The triggers that an attacked Fighter has only here, and all others of its side at an earlier step (AM-36)."""


ATTACK = (
    Row(step=1, rule="S0:134", attacker=(When.THIS_ATTACKS, When.FRIENDLY_ATTACKS)),
    Row(step=2, rule="S0:135", defender=(When.OPPOSING_ATTACKS,)),
    Row(step=3, rule="S0:136"),  # the attack's own text: SpecialAttack.used
    Row(
        step=4,
        rule="S0:137",
        defender=(When.THIS_ATTACKED, When.FRIENDLY_ATTACKED),
        attacked=(When.OPPOSING_ATTACKS,),
    ),
    Row(step=5, rule="S0:138"),  # the damage: SpecialAttack.does, or both Fighters' Attack
    Row(step=6, rule="S0:139", defender=(When.AFTER_THIS_ATTACKED, When.AFTER_FRIENDLY_ATTACKED)),
    Row(
        step=7,  # and SpecialAttack.after
        rule="S0:140",
        attacker=(When.AFTER_THIS_ATTACKS, When.AFTER_FRIENDLY_ATTACKS),
        defender=(When.AFTER_OPPOSING_ATTACKS,),
    ),
    Row(step=8, rule="S0:141"),  # "When this dies" of all that died on the way
)
"""The steps of an attack, and the cards that react at each (S0:130…141). The sheet has "when an opposing Fighter
attacks" twice: Fighters that are not attacked react at step 2, attacked ones at step 4, and none twice (AM-36).
"""

FIRST_STEP, DAMAGE_STEP, LAST_STEP = 1, 5, 8

OWN = frozenset({When.THIS_ATTACKS, When.THIS_ATTACKED, When.AFTER_THIS_ATTACKED, When.AFTER_THIS_ATTACKS})
"""The triggers that only the Fighter itself has."""

MOST_TRIGGERS = 500
"""Maximum number of triggers in a row (AM-61)."""

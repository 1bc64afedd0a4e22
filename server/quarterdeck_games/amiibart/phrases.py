"""How Amiibart TCG is said in words."""

from collections.abc import Mapping

from quarterdeck_games.game import Phrases

_ACTIONS = {
    "play_fighter": "Play {card}[, forged with effect {forge}, counted from 0,] into slot {slot}",
    "play_spell": "Play {card}[, forged with effect {forge}, counted from 0,][ on {targets}]",
    "play_hazard": "Set {card}",
    "play_stage": "Play the Stage {card}",
    "attack": "Attack {target} with {piece}",
    "use_attack": "Use special attack {attack}, counted from 0, of {piece}[ on {targets}]",
    "use_power": "Use {power}[ on {targets}]",
    "end_turn": "End your turn",
    "choose": "{piece}",
}

_EVENTS = {
    "coin_flipped": "The coin says that {starting_seat} goes first.",
    "turn_began": "Turn {turn}: {seat} has {energy} Energy.",
    "powers_revealed": "{seat} reveals {powers}.",
    "card_played": "{seat} plays {card} for {cost}.",
    "fighter_entered": "{card} enters slot {slot} of {seat}.",
    "wasted": "There is no room for {card}: it goes back.",
    "spell_done": "{card} is discarded.",
    "hazard_set": "{card} lies ready for {seat}.",
    "stage_set": "{seat} is on {card} now.",
    "hazard_tripped": "{card} is tripped.",
    "hazard_lost": "{card} is destroyed.",
    "stage_lost": "{card} is destroyed.",
    "attacked": "{card} attacks[ {target_cards}].",
    "fizzled": "The attack of {card} comes to nothing.",
    "attack_ended": "The attack is over.",
    "power_used": "{seat} uses {power}.",
    "triggered": "{card} comes into effect.",
    "damaged": "{card} takes {amount} damage from {by}.",
    "healed": "{card} is healed by {amount}.",
    "strengthened": "{card} changes by {attack} Attack and {health} Health.",
    "keyword_gained": "{card} gains {keyword}.",
    "doomed": "{card} is destroyed.",
    "died": "{card} dies. Death Tokens of {seat}: {tokens}.",
    "returned": "{card} goes back to the deck of {seat}.",
    "updated": "{card} is updated.",
    "bound": "{card} is bound.",
    "recovered": "{seat} takes {card} back into the deck.",
    "energy_changed": "{seat} gains {amount} Energy.",
    "drained": "{seat} will have {amount} less Energy.",
    "loop_cut": "This would go on for ever: it stops here.",
    "asked": "{seat} must choose for {about}.",
    "answered": "{seat} has chosen.",
    "house_chose": "It makes no difference whom {seat} chooses for {about}: the house takes {card}.",
    "turn_ended": "{seat} ends the turn.",
    "lapsed": "{seat} lets the clock run out.",
    "left": "{seat} concedes.",
    "sudden_death": "Both have lost at once: the next difference in Death Tokens decides.",
    "match_ended": "The match is over.",
}

_RULES = """\
# Amiibart TCG

Thirty cards, two Powers, nothing hidden: your whole deck is your hand. When a Fighter of yours dies you gain a **Death
Token**; with **five** you lose.

**Turn One**: put your Powers and three Fighters into play, free. **Then**, each turn, you have **10 Energy**; what is left
of it is lost. In any order: play up to two Fighters (1 Energy each) into empty slots, Spells, Hazards and Stages, use each
Active Power once, and attack once with each Fighter that did not come into play this turn.

**A basic attack** is free: both Fighters deal their Attack to each other. What the attacker is dealt back is no attack:
“takes less damage from attacks” does not hold against it. **A special attack** costs Energy, does what it says, and is
not answered. If the attacker or all that it is aimed at is gone before the damage, the attack comes to nothing.

**Spells and Powers** that would change nothing where you aim them cannot be played. Nobody is healed past the Health on
the card. **Hazards** wait for what your opponent does and resolve before it, unless they say “after”; you have at most
one of each in play. **A Stage** stays until you play another.

**Order**: where several texts wait for the same, Hazards come first, the oldest before the others; then those of the
player who attacks, or whose turn it is; each side's Powers, its Stage, then its Fighters from left to right. In an attack:
“when … attacks”, “when this Attack is used”, “when … is attacked”, the damage, “after … is attacked”, “after … attacks” and
“after it”, “when this dies”.

**You also lose** if a turn of yours begins without Fighters and ends without any, unless you have played one in it; if
you have neither cards nor Fighters; or after three turns in a row without an attack, a card or an Active Power. If both
lose at once it is a draw, or, if the table says so, sudden death: then whoever has more Death Tokens loses. After 100
turns, or as many as the table says, it is a draw.

“A Sapling (100/300)” is a Token Fighter with 100 Attack and 300 Health, which comes into your left-most empty slot; its
death gives no Death Token. Where several are equally weak or strong, the left-most is meant.

**Lifesteal**: heals by the damage it deals. **Block**: must be attacked first, by whatever attack chooses a Fighter; Spells
and Powers pass it. **Instakill**: its attacks kill. **Swift**: may attack at once. **Void**: once discarded, gone for good.
**Forge**: choose one effect as you play it. **Bind**: back to what is printed, and nothing else; damage stays. **Update**:
discard it and summon another in its slot; that is no death.

**Time**: at the usual table, 90 seconds for a turn, and 10 more for each choice that a card asks of you. When they are
over, the house chooses the left-most Fighter where a choice is due, and if it is your turn, that ends. Where it makes
no difference whom you choose, you are not asked, and the house says so.
"""

_THINGS = {"piece": "{card} ({seat}, slot {slot})"}


def phrases_with(names: Mapping[str, str]) -> Phrases:
    """Return the game's phrases, with what cards are called."""
    return Phrases(actions=_ACTIONS, events=_EVENTS, things={**names, **_THINGS}, rules=_RULES)


PHRASES = phrases_with({})

"""Phrases that describe Amiibart TCG's actions and events to players."""

from collections.abc import Mapping

from quarterdeck_protocol.games.amiibart import Keyword

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
    "strengthened": "{card}:{attack| +# Attack| +# Attack|}{health| +# Health| +# Health|}.",
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
    "house_chose": "It makes no difference whom {seat} chooses for {about}: it is {card}.",
    "turn_ended": "{seat} ends the turn.",
    "lapsed": "{seat} lets the clock run out.",
    "left": "{seat} concedes.",
    "sudden_death": "Both have lost at once: the next difference in Death Tokens decides.",
    "match_ended": "The match is over.",
}

"""The sentences about the rules for readers without the rule book, with references to *How to play*."""

_THINGS = {"piece": "{card} ({seat}, slot {slot})", **{word.value: word.value for word in Keyword}}


def phrases_with(names: Mapping[str, str]) -> Phrases:
    """Return the game's phrases, with the names of cards."""
    return Phrases(actions=_ACTIONS, events=_EVENTS, things={**names, **_THINGS})


PHRASES = phrases_with({})

"""Phrases that describe the actions and events of MYACARDS to players."""

from collections.abc import Mapping

from quarterdeck_games.game import Phrases

_ACTIONS = {
    "keep_hand": "Keep the opening hand",
    "mulligan": "Show the hand and draw another",
    "place": "Place {card} at {zones}",
    "sacrifice": "Sacrifice {piece}",
    "play": "Play {card}",
    "begin_attacks": "Begin to attack",
    "attack": "Let {piece} attack {targets}",
    "end_turn": "End the turn",
    "end_turn_watching": "End the turn, and be asked about attacks again",
    "let_pass": "Let pass {until}",
    "call_bonus": "Call the {bonus} bonus",
    "discard": "Discard {card}",
    "choose_piece": "Choose {piece}",
    "choose_zone": "Choose zone {zone}",
    "choose_card": "Choose {card}",
}

_EVENTS = {
    "shuffled": "Both decks are shuffled; the coin falls for {starting_seat}.",
    "hand_dealt": "{seat} draws {count|one card|# cards}.",
    "hand_kept": "{seat} has an opening hand.",
    "mulliganed": "{seat} shows {cards} and shuffles them back.",
    "turn_began": "Turn {turn}: {seat}.",
    "drew": "{seat} draws a card.",
    "placement_began": "{seat} begins to place {card} at {zone}, for {sacrifices|one sacrifice|# sacrifices}.",
    "sacrifice_chosen": "{seat} will give up {card}.",
    "placed": "{seat} places {card} at {zone}.",
    "played": "{seat} plays {card}.",
    "attacks_began": "{seat} begins to attack.",
    "attack_declared": "{card} attacks {target_card}, at speed {speed}.",
    "window_opened": "{seat} may react {point} the attack.",
    "passed": "{seat} lets it pass.",
    "watched": "{seat} withdraws the standing order.",
    "attack_resolved": "The attack[ of {attack}][ against {defense}]: {outcome}.",
    "attack_over": "The attack of {seat} is over.",
    "removed": "{card} leaves play: {why}.",
    "returned": "{card} goes back to the hand of {seat}.",
    "moved": "{card} moves to {zone}.",
    "chipped": "{card} takes chips:{attack| +# ATK| +# ATK|}{defense| +# DFS| +# DFS|}{speed| +# SPD| +# SPD|}.",
    "attack_granted": "{card} may attack once more.",
    "stilled": "{card} may not attack until turn {last_turn} is over.",
    "shielded": "No attack removes {card} until turn {last_turn} is over.",
    "waived": "The next card of {seat} needs {sacrifices|one sacrifice|# sacrifices} fewer.",
    "bonus_gained": "{seat}: {cards|# enjoys|# enjoy} the {bonus} bonus.",
    "bonus_lost": "{seat}: {cards|# loses|# lose} the {bonus} bonus.",
    "discarded": "{seat} discards {card}.",
    "milled": "{card} goes from the deck of {seat} to Oblivion.",
    "recovered": "{seat} takes {card} back from Oblivion.",
    "hand_seen": "{seat} looks at the other hand.",
    "asked": "{seat} must answer {about}.",
    "answered": "{seat} has answered.",
    "hand_full": "{seat} has {count|one card|# cards} too many.",
    "turn_ended": "{seat} ends turn {turn}.",
    "lapsed": "{seat} lets the clock run out.",
    "left": "{seat} leaves the match for good.",
    "match_ended": "The match is over.",
}

_THINGS = {
    "piece": "{card} ({zone})",
    "now": "for now",
    "attack": "the attack",
    "turn": "the attacks of this turn",
    "call": "all attacks from now on",
    "tyrant": "Tyrant's",
    "sister_taxa": "sister taxa",
    "below_zero": "a statistic below zero",
    "no_entity": "its player has no entity left",
    "done": "it is done",
    "card": "another card",
    "removed": "the target is removed",
    "withstood": "the target withstands it",
    "voided": "it comes to nothing",
    "pack": "pack",
    "phylogenetic": "phylogenetic",
    "sacrifice": "sacrifice",
    "before": "before",
    "after": "after",
}

COLUMNS = "abcdefgh"

_ZONES = {
    f"{half}.{row}.{column}": f"{letter}{row} of half {half + 1}"
    for half in range(2)
    for row in range(1, 5)
    for column, letter in enumerate(COLUMNS)
}
"""The name of every zone: letters for columns, numbers for rows, the first seat's half first."""


def phrases_with(names: Mapping[str, str]) -> Phrases:
    """Return the game's phrases, with the names of cards."""
    return Phrases(actions=_ACTIONS, events=_EVENTS, things={**names, **_ZONES, **_THINGS})


PHRASES = phrases_with({})

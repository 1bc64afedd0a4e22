"""Phrases that describe Amfibido's actions and events to players."""

from quarterdeck_protocol.games.amfibido import Kind, Zone

from quarterdeck_games.amfibido.cards.copies import FACES
from quarterdeck_games.game import Phrases

_ACTIONS = {
    "keep_hand": "Keep this hand",
    "mulligan": "Show it and draw another",
    "choose_sensei": "Learn from {sensei}",
    "draft": "Keep {card}",
    "redraw_draft": "Have three other cards dealt",
    "draw_instead": "Discard both and draw from level {level}",
    "play_fighter": "Field {card} in dojo {dojo}",
    "play_equipment": "Put {card} into dojo {dojo}{replaces_card|, for #|, for #|}",
    "play_combo": "Play {card} on the fighter in dojo {dojo}",
    "play_action": "Play {card}",
    "activate": "Use {card} in dojo {dojo}",
    "activate_sensei": "Use your sensei's ability",
    "pass": "Pass for this round",
    "choose_card": "{card}",
    "choose_piece": "{card} in dojo {dojo}",
    "choose_level": "The deck of level {level}",
    "choose_kind": "{kind}",
    "move": "Move {card} from dojo {from_dojo} to dojo {dojo}{swaps_card|, for #|, for #|}",
    "play_shown": "Play {card} in dojo {dojo}{replaces_card|, for #|, for #|}",
    "discard_shown": "Discard {card}",
    "resolve_first": "{card} first",
    "decline": "No more",
}

_EVENTS = {
    "shuffled": "The decks are shuffled. {starting_seat} starts.",
    "hand_dealt": "{seat} draws {count|# card|# cards}.",
    "hand_kept": "{seat} keeps the hand.",
    "mulliganed": "{seat} has no fighter, shows {cards} and draws again.",
    "sensei_dealt": "{seat} looks at some sensei.",
    "sensei_chosen": "{seat} has chosen a sensei.",
    "sensei_shown": "The sensei are {senseis}.",
    "round_began": "Round {round}. {starting_seat} starts.",
    "draft_dealt": "{seat} is dealt a level {level} card.",
    "draft_returned": "{seat} has the draft cards dealt anew.",
    "drafted": "{seat} has decided.",
    "draft_passed": "Both keep one card and pass the others.",
    "draft_ended": "The draft is over.",
    "turn_began": "{seat} to act.",
    "fielded": "{seat} puts {card} into dojo {dojo}.",
    "attached": "{seat} plays {card} on {to_card}.",
    "copied": "{card} works on {to_card} too.",
    "boomerang_gained": "{card} gains boomerang from {by}.",
    "action_played": "{seat} plays {card}.",
    "action_done": "{card} is done.",
    "activated": "{seat} uses {card}.",
    "discarded": "{seat} discards {card|#|#|a card, face down}.",
    "discards_counted": "{by} counts the fighters that {seat} has discarded: {cards|#|#|none}.",
    "drew": "{seat} draws from level {level}.",
    "reshuffled": "{count|# discard of level|# discards of level} {level} {count|goes|go} back into its deck.",
    "revealed": "{seat} turns up {cards}.",
    "looked_at": "{seat} looks at {count|# card|# cards} of level {level}.",
    "took": "{seat} takes one of them.",
    "bottomed": "{count|# card goes|# cards go} under the level {level} deck.",
    "switched": "{seat} moves {card} to dojo {dojo}{swaps_card|, and # back|, and # back|}.",
    "transformed": "{card} becomes {becomes}.",
    "gained": "{card} gains {amount} from {by}.",
    "knockout_gained": "{card} gains knockout from {by}.",
    "types_gained": "{card} learns to be a frog, a crocodile, a salamander and a snake.",
    "dojo_closed": "No fighter may enter dojo {dojo} of {seat} this round.",
    "retired": "{card} retires.",
    "returned": "{card} of {seat} goes to the {to}.",
    "recovered": "{seat} takes {cards} back.",
    "passed": "{seat} passes.",
    "fought": "Round {round}: {fights}.",
    "scored": "{seat} has won {points|# round|# rounds} now.",
    "knocked_out": "{card} is knocked out by {by}.",
    "triggered": "{card} comes into effect.",
    "combos_cleared": "The combo moves of {seat} are put away.",
    "round_ended": "Round {round} is over.",
    "asked": "{seat} must answer {about|#|#|what comes first}.",
    "answered": "{seat} has answered.",
    "lapsed": "{seat} lets the clock run out.",
    "left": "{seat} leaves the match for good.",
    "match_ended": "The match is over.",
}

_NAMES: dict[str, str] = {card: face.name for card, face in FACES.items()}

_THINGS = {
    "fights": "dojo {dojo}: {sides}",
    "sides": "{card} {total}",
    "parts": "{card} {amount}",
    **{word.value: word.value.replace("_", " ") for word in (*Zone, *Kind)},
    **_NAMES,
}

PHRASES = Phrases(actions=_ACTIONS, events=_EVENTS, things=_THINGS)

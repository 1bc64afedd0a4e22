"""Phrases that describe Density Deck's actions and events to players."""

from quarterdeck_protocol.games.density_deck import Colour

from quarterdeck_games.game import Phrases

_ACTIONS = {
    "fight": "Call a fight",
    "draw": "Draw from the pile",
    "take": "Take the top of {from_seat}'s discards",
    "discard": "Discard {card}",
    "pass": "Keep the hand and pass",
    "surrender": "Surrender this deal",
}

_EVENTS = {
    "dealt": "Deal {deal}: {dealer_seat} shuffles, and three cards go to everyone.",
    "flipped": "The centre turns up {card}.",
    "round_began": (
        "Round {round}. Surrendering costs {surrender_cost|# life|# lives}{damage|, a lost fight #|, a lost fight #|}."
    ),
    "turn_began": "{seat} to play.",
    "drew": "{seat} draws from the pile.",
    "took": "{seat} takes {card} from {from_seat}'s discards.",
    "reshuffled": "The pile is empty: {pile_count|# buried discard makes|# buried discards make} a new one.",
    "discarded": "{seat} discards {card}.",
    "passed": "{seat} is content, and passes.",
    "surrendered": "{seat} surrenders, at a price of {cost|# life|# lives}.",
    "lapsed": "{seat} lets the clock run out.",
    "came_back": "{seat} is back.",
    "left": "{seat} leaves the match for good.",
    "fight_called": "{seat} calls a fight!",
    "fight_forced": "This has gone on for long enough: everyone still in it fights.",
    "hands_shown": "Cards on the table: {showings}.",
    "damaged": "{seat} loses {damage|# life|# lives} and has {lives|# left|# left|none left}.",
    "deal_ended": "Deal {deal} goes to {winners}.",
    "eliminated": "{seat} is out of lives and finishes in place {place}.",
    "match_ended": "The match is over. Last one standing: {winners}.",
}

_THINGS = {
    "card": "{colour} {power}",
    "discard": "{colour} {power}",
    "discard_top": "{colour} {power}",
    "drawn": "{colour} {power}",
    "taken": "{card} from {from_seat}",
    "hand": "{colour} {power}",
    "centre": "{colour} {power}",
    "multiplied": "{colour} {power}",
    "added": "{colour} {power}",
    "cards": "{colour} {power}",
    "subtracted": "{colour} −{amount}",
    "score": "{total}",
    "showings": "{seat} with {hand} for {score}",
    "winners": "{seat}",
    "prospects": "{score} without {discard}",
    **{colour.value: colour.value for colour in Colour},
}

PHRASES = Phrases(actions=_ACTIONS, events=_EVENTS, things=_THINGS)

"""MYACARDS in words."""

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
    "chipped": "{card} takes chips: ATK {attack}, DFS {defense}, SPD {speed}.",
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

_RULES = """\
# MYACARDS

Two players, each with a half of the field: eight columns that both share, four rows each. **Remove all entities of your
opponent and keep one of your own.** This counts once both have ended their first turns. Whoever cannot draw loses.

**Rows.** Row 1: three events, three effects, two dominions. Row 2: support cards. Rows 3 and 4: active cards; the two
rows 4 touch.

**A turn**: draw a card; place entities and play other cards; attack; discard down to eight. Nothing is placed once you
have begun to attack.

- Row 4 of a column is open from your second turn, above cards of yours in rows 2 and 3.
- With rows 2, 3 and 4 of a column filled you may **invade** your opponent's empty row 4, and behind it row 3.
- A **Junior** needs its Senior of yours in play. Some cards need **sacrifices** of their own kind; not on first turns.
- **Attack** one enemy entity in the same column. ATK above DFS removes an active card; a support card falls to any
  attack. Your cards attack in order of SPD, the fastest first. Whoever begins does not attack on the first turn.
- Before and after each attack the attacked player may play events, effects and dominions, or let it pass. Who lets more
  than this pass gives a **standing order**: the house then lets attacks pass for them, after a moment each time. Nobody
  else is told of it. It ends with the attack or the turn, or as they end a turn of their own and ask for that.
- A statistic **below zero** removes a card at once.

**Bonuses** on all statistics. *Tyrant's* +1: all 24 entity zones on your half are yours. *Pack* +3: three of the same
card side by side. *Sister taxa* +2: neighbors of one genus, same classification. *Phylogenetic* +1: three different
neighbors with the same set 5, the order. A card has one of the last three at a time;
one that has another counts for its neighbors' bonus and receives nothing of it.
Where the table says that bonuses must be declared, one counts once its player has called it,
in the turn in which it comes about.

**Time**: at the usual table, 90 seconds for a turn and 8 to react; what a reaction asks of either player has 30 of its
own. When a turn's time is over, all its phases are: the house answers what is open and ends it; cards that are too many
are discarded by lot. It keeps the opening hand of whoever is away, and lets attacks pass for them.

**Zones** are named half.row.column.
"""

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
}


def phrases_with(names: Mapping[str, str]) -> Phrases:
    """Return the game's phrases, with what cards are called."""
    return Phrases(actions=_ACTIONS, events=_EVENTS, things={**names, **_THINGS}, rules=_RULES)


PHRASES = phrases_with({})

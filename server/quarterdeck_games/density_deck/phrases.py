"""How Density Deck is said in words."""

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
        "Round {round}. Backing out costs {surrender_cost|# life|# lives}{damage|, a lost fight #|, a lost fight #|}."
    ),
    "turn_began": "{seat} to play.",
    "drew": "{seat} draws from the pile.",
    "took": "{seat} takes {card} from {from_seat}'s discards.",
    "reshuffled": "The pile is empty: {pile_count|# buried discard makes|# buried discards make} a new one.",
    "discarded": "{seat} discards {card}.",
    "passed": "{seat} is content, and passes.",
    "surrendered": "{seat} backs out, at a price of {cost|# life|# lives}.",
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
}

_RULES = """\
# Density Deck

Two to four players, ten lives each. Be the last one who has any.

**The deck.** Fifty cards. Twenty are *commons*: the powers 1 to 10, twice. The other thirty are ten *colours* of three
cards each:

| colour | powers | | colour | powers |
| --- | --- | --- | --- | --- |
| yellow | 3 4 5 | | silver | 4 4 4 |
| turquoise | 3 3 10 | | gold | 4 4 10 |
| red | 3 5 10 | | aquamarine | 5 5 5 |
| blue | 3 5 10 | | white | 6 6 6 |
| purple | 3 5 10 | | black | 6 6 6 |

**A deal.** Everyone gets three cards; three more lie face down in the centre. Play starts at the dealer's left and goes
clockwise. Each time all have had a turn a new round begins, and before rounds 2, 3 and 4 a centre card is turned up.

**Your turn.** Do one of these:

- **Fight**, from round 2 on: the deal ends here and now, and everyone still in it shows their hand.
- **Draw** the pile's top card, or **take** the top of somebody else's discards. Then **discard** one of your four
  cards.
- **Pass**: keep what you have.
- **Surrender**: leave this deal. Even after drawing it is not too late.

**Your score.** Of each colour in your hand, multiply all the cards that count: those in your hand, those face up in
the centre, and the tops of the *others'* discard piles. The colour with the largest product is your base colour.

> score = product of the base colour + commons in your hand − product of every other colour in your hand

Your own discard top does nothing for you, and commons count nowhere but in the hand. A hand of nothing but commons is
worth their sum. A score may well be below zero.

**What it costs.** The best score loses nothing, nor does anyone who ties with it. Every other fighter loses 2 lives in
round 2, 3 in round 3, 4 from round 4 on. A surrender costs one life less, but at least one, by the round in which you
make it; the lives go when the deal ends. If all others surrender, you lose nothing and show nothing.

**Nobody fights?** Then there is a fight anyway at the end of a round in which nobody drew or took (from round 2), of
the round in which the pile ran out, and of round 12. If the pile is empty, discards below the tops make a new one.

**The next deal** is shuffled from all fifty cards, and the next player deals. Without lives you are out; of those who
fall together, whoever had more lives, then the better score, finishes ahead.

**What stays hidden.** Hands that were not shown and centre cards that lie face down stay hidden during the match, when
a deal is over too: a hand is shown in a fight only, by those who fight. When the match has ended, its transcript tells
all: every hand, the centre and the order of the pile, in every deal, to everybody who reads it.

**Away?** Beyond your time for a turn you have 30 seconds once in a match. Then the house passes for you, or discards
what you drew. After two such turns in a row within one deal it surrenders each turn of yours until you are back. Who
leaves for good has no lives once the deal is over.

A table may set other lives and a few finer points; the match shows what it has set.
"""

PHRASES = Phrases(actions=_ACTIONS, events=_EVENTS, things=_THINGS, rules=_RULES)

"""Consequences of absence in Density Deck: the server plays for a player, or the player has left for good
(DD-38…40)."""

from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat

from quarterdeck_games.density_deck.deals import DeckScribe, end_deal, go_on
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_games.density_deck.evolve import ABSENT_AFTER, evolve
from quarterdeck_games.density_deck.state import State, discardable, still_in, surrender_cost
from quarterdeck_games.density_deck.turns import PASS, SURRENDER, act
from quarterdeck_games.dice import Dice


def timed_out(state: State, seat: Seat, dice: Dice) -> tuple[dd.Event, ...]:
    """Play the turn of a seat that ran out of time: pass, or discard the drawn card (DD-38).

    After two such turns in a row within one deal the seat is absent, and surrenders each turn until its player acts
    (DD-39).
    """
    scribe = DeckScribe(evolve, state)
    absent = state.lapses[seat] >= ABSENT_AFTER
    scribe.record(dd.Lapsed(seat=seat, turns=state.lapses[seat] + 1))
    if absent:
        act(scribe, seat, SURRENDER, dice)
    elif state.drawn is None:
        act(scribe, seat, PASS, dice)
    else:
        act(scribe, seat, dd.Discard(card=_least(state, seat, state.drawn)), dice)
    return scribe.decision()


def returned(state: State, seat: Seat) -> tuple[dd.Event, ...]:
    """Return the events when a player is back after the server has played for the seat (DD-39)."""
    return (dd.CameBack(seat=seat),) if state.lapses[seat] else ()


def resigned(state: State, seat: Seat, dice: Dice) -> tuple[dd.Event, ...]:
    """Return the events when a player leaves for good, in any seat's turn (DD-40): the hand is surrendered now, its
    lives are lost later."""
    scribe = DeckScribe(evolve, state)
    scribe.record(dd.Left(seat=seat))
    if state.status[seat] is dd.Status.PLAYING:
        scribe.record(dd.Surrendered(seat=seat, cost=surrender_cost(state.round)))
        if seat == state.turn:
            go_on(scribe, seat, dice)
        elif len(still_in(scribe.state)) == 1:
            end_deal(scribe, dd.Ending.UNCONTESTED, dice)
    return scribe.decision()


def _least(state: State, seat: Seat, drawn: dd.Card) -> dd.Card:
    """Return the card that the server discards for a seat: the drawn one. If that is not allowed (DD-9), the one of
    least power; of several, the first in the deck list, so that the order of the hand is not revealed."""
    may_go = discardable(state, seat)
    return drawn if drawn in may_go else min(may_go, key=lambda card: (card.power, DECK.index(card)))

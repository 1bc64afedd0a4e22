"""Consequences of absence: the house plays for a seat, or the seat has left for good (DD-38…40)."""

from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat

from quarterdeck_games.density_deck.deals import DeckScribe, end_deal, go_on
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_games.density_deck.evolve import ABSENT_AFTER, evolve
from quarterdeck_games.density_deck.state import State, discardable, still_in, surrender_cost
from quarterdeck_games.density_deck.turns import PASS, SURRENDER, act
from quarterdeck_games.dice import Dice


def timed_out(state: State, seat: Seat, dice: Dice) -> tuple[dd.Event, ...]:
    """Play the turn of a seat that ran out of time: pass, or discard the card it drew (DD-38).

    After two turns in a row within one deal the seat is absent, and surrenders each turn until it acts itself (DD-39).
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
    """Wait again for a seat that the house has played for: it is back (DD-39)."""
    return (dd.CameBack(seat=seat),) if state.lapses[seat] else ()


def resigned(state: State, seat: Seat, dice: Dice) -> tuple[dd.Event, ...]:
    """Let a seat leave for good, whosever turn it is (DD-40): its hand is surrendered now, its lives go later."""
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
    """The card that the house discards: the one drawn; if that may not go (DD-9), the one of least power.

    Of several, the first of the deck list: how a hand is held is its owner's own business.
    """
    may_go = discardable(state, seat)
    return drawn if drawn in may_go else min(may_go, key=lambda card: (card.power, DECK.index(card)))

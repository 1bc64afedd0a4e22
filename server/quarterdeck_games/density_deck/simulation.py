"""Support of Density Deck for searching bots: possible states for a seat, and their value for all players."""

from collections.abc import Sequence

from msgspec.structs import replace
from quarterdeck_protocol.games.density_deck import Action, Card, Cards, Discard, Options, Take
from quarterdeck_protocol.names import Seat

from quarterdeck_games.density_deck.deck import COMMON
from quarterdeck_games.density_deck.evaluation import DRAW_BRINGS, ENOUGH, HOPELESS
from quarterdeck_games.density_deck.scores import counted_elsewhere, total
from quarterdeck_games.density_deck.state import (
    FIRST_FIGHT,
    LEFT,
    PLAYING,
    SURRENDERED,
    State,
    face_up,
    surrender_cost,
)
from quarterdeck_games.density_deck.turns import DRAW, FIGHT, PASS, SURRENDER
from quarterdeck_games.simulator import Chance, Simulator

NERVE = 1.5
"""The exponent of a player's lives: a player with twice as many lives wins more than twice as often."""

ACTIONS_OF_A_DEAL = 60

LATE = 4

FOLLY = 0.02
"""The probability that a simulated player below the tree does anything else, except resign."""

GUESSES = 8
"""Most times that a hand is dealt again, until its seat would have discarded these cards and fought with no more."""


def resample(state: State, seat: Seat, chance: Chance) -> State:
    """Return a possible state in which all hidden cards are dealt again: the draw pile, the face-down centre, the other
    hands, the discards below the top ones, and surrendered hands (DD-36). The other players are assumed to have kept
    better cards than they discarded, and not to have had enough to call a fight. Otherwise hands in late rounds would
    be far too strong."""
    shown = face_up(state.round)
    is_hidden = state.drawn is not None and state.turn != seat and state.taken_from is None
    rest = [*state.pile, *state.centre[shown:], *state.muck]
    for other, hand in enumerate(state.hands):
        if other != seat:
            rest += hand
    for discards in state.discards:
        rest += discards[:-1]
    if is_hidden and state.drawn is not None:
        rest.append(state.drawn)
    rest.sort(key=_order)
    chance.shuffle(rest)

    def dealt(cards: Cards) -> Cards:
        return tuple([rest.pop() for _ in cards])

    centre = (*state.centre[:shown], *dealt(state.centre[shown:]))
    enough = ENOUGH[max(1, sum([status is PLAYING for status in state.status]) - 1)]
    hands, piles = list(state.hands), list(state.discards)
    for other, hand in enumerate(state.hands):
        below = len(piles[other]) - 1
        if other == seat or not hand or below < 0:
            continue
        elsewhere = counted_elsewhere(state, Seat(other), centre[:shown])
        had = len(hand) + below
        could_fight = below > 0  # who has drawn but one card has only seen a round in which nobody may
        kept, left = _sorted_out(rest[-had:], len(hand), elsewhere, state.options)
        for _ in range(GUESSES):
            is_lately_left = _worst((*kept, piles[other][-1]), elsewhere, state.options) == len(kept)
            if is_lately_left and not (could_fight and total(kept, elsewhere, state.options) >= enough):
                break
            rest[:] = (*rest[-had:], *rest[:-had])
            kept, left = _sorted_out(rest[-had:], len(hand), elsewhere, state.options)
        del rest[-had:]
        hands[other], piles[other] = kept, (*left, piles[other][-1])
    for other, hand in enumerate(state.hands):  # what nothing is known of
        if other != seat and not state.discards[other]:
            hands[other] = dealt(hand)
        elif other == seat or not hand:
            piles[other] = (*dealt(piles[other][:-1]), *piles[other][-1:])
    return replace(
        state,
        pile=dealt(state.pile),
        centre=centre,
        muck=dealt(state.muck),
        hands=tuple(hands),
        discards=tuple(piles),
        drawn=rest.pop() if is_hidden else state.drawn,
    )


def _sorted_out(cards: Sequence[Card], size: int, elsewhere: Cards, options: Options) -> tuple[Cards, Cards]:
    """Return the hand and the discards of a player who has received these cards one after the other and kept the
    best."""
    hand: Cards = tuple(cards[:size])
    left: list[Card] = []
    for card in cards[size:]:
        more = (*hand, card)
        at = _worst(more, elsewhere, options)
        left.append(more[at])
        hand = (*more[:at], *more[at + 1 :])
    return hand, tuple(left)


def _worst(cards: Cards, elsewhere: Cards, options: Options) -> int:
    """Return the index of the card whose discard is best; the last one of several."""
    rests = [(total((*cards[:at], *cards[at + 1 :]), elsewhere, options), at) for at in range(len(cards))]
    return max(rests)[1]


def values(state: State) -> Sequence[float]:
    """Return each seat's share of all remaining lives, minus the costs of surrenders."""
    lives = [
        max(0, left - pending) ** NERVE if status in (PLAYING, SURRENDERED) and status is not LEFT else 0.0
        for left, pending, status in zip(state.lives, state.pending, state.status, strict=True)
    ]
    whole = sum(lives) or 1.0
    return [each / whole for each in lives]


def is_quiet(begun: State, state: State) -> bool:
    """True if a search may stop here: the deal is over."""
    return state.deal != begun.deal


def plays(state: State, seat: Seat, offered: Sequence[Action], chance: Chance) -> Action:
    """Return the action of a simulated player who considers only the own score."""
    if chance.random() < FOLLY:
        return offered[int(chance.random() * (len(offered) - 1))]  # the last is to surrender
    elsewhere = counted_elsewhere(state, seat, state.centre[: face_up(state.round)])
    hand = state.hands[seat]
    if state.drawn is not None:
        four = (*hand, state.drawn)
        action = Discard(card=four[_worst(four, elsewhere, state.options)])
        return action if action in offered else offered[0]
    now = total(hand, elsewhere, state.options)
    opponents = sum([status is PLAYING for status in state.status]) - 1
    if state.round >= FIRST_FIGHT and now >= ENOUGH[opponents]:
        return FIGHT
    if state.round >= LATE and now < HOPELESS and state.lives[seat] > surrender_cost(state.round):
        return SURRENDER
    return _taken(state, elsewhere, hand, offered, now) or (DRAW if DRAW in offered else PASS)


def ideas(state: State, seat: Seat, offered: Sequence[Action]) -> Sequence[float]:
    """Return the same promise for all choices, because there are only a few."""
    return [0.0] * len(offered)


def _taken(state: State, elsewhere: Cards, hand: Cards, offered: Sequence[Action], now: int) -> Take | None:
    """Return the best card to take if it is better than an unknown card to draw; otherwise `None`. Cards in colours
    that the hand does not have are not considered."""
    most, best = now + DRAW_BRINGS, None
    for choice in offered:
        if isinstance(choice, Take):
            top = state.discards[choice.from_seat][-1]
            if top.colour is COMMON or any(card.colour is top.colour for card in hand):
                four, others = (*hand, top), _without(elsewhere, top)
                with_it = max([total((*four[:at], *four[at + 1 :]), others, state.options) for at in range(len(hand))])
                if with_it > most:
                    most, best = with_it, choice
    return best


def _without(cards: Cards, card: Card) -> Cards:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def _order(card: Card) -> tuple[str, int]:
    return card.colour.value, card.power


SIMULATOR = Simulator(resample, values, plays, is_quiet, ACTIONS_OF_A_DEAL, ideas=ideas)

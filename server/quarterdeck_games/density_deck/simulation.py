"""Density Deck played ahead: what a seat may hold for the real state, and how good that is for everybody."""

from collections.abc import Sequence

from msgspec.structs import replace
from quarterdeck_protocol.games.density_deck import Action, Card, Cards, Discard
from quarterdeck_protocol.names import Seat

from quarterdeck_games.density_deck.evaluation import ENOUGH, HOPELESS
from quarterdeck_games.density_deck.scores import counted_elsewhere, total
from quarterdeck_games.density_deck.state import FIRST_FIGHT, LEFT, PLAYING, SURRENDERED, State, face_up
from quarterdeck_games.density_deck.turns import DRAW, FIGHT, PASS, SURRENDER
from quarterdeck_games.simulator import Chance, Simulator

NERVE = 1.5
"""Lives are worth more together: who has twice as many wins more than twice as often."""

ACTIONS_OF_A_DEAL = 60

LATE = 4

FOLLY = 0.1
"""How often somebody does anything else below the tree."""


def resample(state: State, seat: Seat, chance: Chance) -> State:
    """Return the state with the pile, the centre that lies face down, the others' hands, what lies below the tops of
    the discard piles and the muck dealt anew (DD-36)."""
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

    return replace(
        state,
        pile=dealt(state.pile),
        centre=(*state.centre[:shown], *dealt(state.centre[shown:])),
        muck=dealt(state.muck),
        hands=tuple([hand if other == seat else dealt(hand) for other, hand in enumerate(state.hands)]),
        discards=tuple([(*dealt(discards[:-1]), *discards[-1:]) for discards in state.discards]),
        drawn=rest.pop() if is_hidden else state.drawn,
    )


def values(state: State) -> Sequence[float]:
    """Return each seat's share of the lives that are left, less what surrenders will cost."""
    lives = [
        max(0, left - pending) ** NERVE if status in (PLAYING, SURRENDERED) and status is not LEFT else 0.0
        for left, pending, status in zip(state.lives, state.pending, state.status, strict=True)
    ]
    whole = sum(lives) or 1.0
    return [each / whole for each in lives]


def is_quiet(begun: State, state: State) -> bool:
    """Whether the deal is over."""
    return state.deal != begun.deal


def plays(state: State, seat: Seat, offered: Sequence[Action], chance: Chance) -> Action:
    """Return what somebody takes who counts their score and nothing else."""
    if chance.random() < FOLLY:
        return offered[int(chance.random() * len(offered))]
    elsewhere = counted_elsewhere(state, seat, state.centre[: face_up(state.round)])
    hand = state.hands[seat]
    if state.drawn is not None:
        four = (*hand, state.drawn)
        best = max(range(len(four)), key=lambda at: total((*four[:at], *four[at + 1 :]), elsewhere, state.options))
        action = Discard(card=four[best])
        return action if action in offered else offered[0]
    now = total(hand, elsewhere, state.options)
    opponents = sum([status is PLAYING for status in state.status]) - 1
    if state.round >= FIRST_FIGHT and now >= ENOUGH[opponents]:
        return FIGHT
    if state.round >= LATE and now < HOPELESS:
        return SURRENDER
    return DRAW if DRAW in offered else PASS


def _order(card: Card) -> tuple[str, int]:
    return card.colour.value, card.power


SIMULATOR = Simulator(resample, values, plays, is_quiet, ACTIONS_OF_A_DEAL)

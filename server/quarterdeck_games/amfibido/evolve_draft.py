"""The effects of events before the first action of an Amfibido match: setup, sensei and draft."""

from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af

from quarterdeck_games.amfibido.state import (
    DRAFT,
    Side,
    State,
    card_of,
    decks_with,
)
from quarterdeck_games.piles import without
from quarterdeck_games.two_seats import sides_with, with_side


def shuffled(state: State, event: af.Shuffled) -> State:
    return replace(
        state, starter=event.starting_seat, decks=event.decks, senseis=event.senseis, stage=af.Stage.MULLIGAN
    )


def hand_dealt(state: State, event: af.HandDealt) -> State:
    state = replace(state, decks=decks_with(state, 1, state.decks[0][event.count :]))
    return with_side(state, event.seat, hand=event.cards, decided=False)


def hand_kept(state: State, event: af.HandKept) -> State:
    return with_side(state, event.seat, decided=True)


def mulliganed(state: State, event: af.Mulliganed) -> State:
    state = replace(state, decks=decks_with(state, 1, state.decks[0] + event.cards))
    return with_side(state, event.seat, hand=())


def sensei_dealt(state: State, event: af.SenseiDealt) -> State:
    assert event.senseis is not None  # noqa: S101 - a kept event is whole
    state = replace(state, senseis=state.senseis[len(event.senseis) :], stage=af.Stage.SENSEI)
    return with_side(state, event.seat, offer=event.senseis, pick=None, decided=False)


def sensei_chosen(state: State, event: af.SenseiChosen) -> State:
    return with_side(state, event.seat, pick=event.sensei, decided=True)


def sensei_shown(state: State, event: af.SenseiShown) -> State:
    assert event.bottom is not None  # noqa: S101 - a kept event is whole
    sides = [
        replace(side, sensei=sensei, offer=(), pick=None, decided=False)
        for side, sensei in zip(state.sides, event.senseis, strict=True)
    ]
    return replace(state, sides=(sides[0], sides[1]), senseis=state.senseis + event.bottom)


def draft_dealt(state: State, event: af.DraftDealt) -> State:
    side = state.sides[event.seat]
    return replace(
        state,
        decks=decks_with(state, event.level, state.decks[event.level - 1][1:]),
        stage=DRAFT,
        sides=sides_with(state, event.seat, offer=(*side.offer, event.card), pick=None, instead=None, decided=False),
    )


def draft_returned(state: State, event: af.DraftReturned) -> State:
    decks = list(state.decks)
    for card in event.cards or ():
        decks[card_of(card).level - 1] += (card,)
    state = replace(state, decks=tuple(decks))
    return with_side(state, event.seat, offer=(), redrawn=state.sides[event.seat].redrawn + 1)


def drafted(state: State, event: af.Drafted) -> State:
    return with_side(state, event.seat, pick=event.card, instead=event.instead, decided=True)


def _kept_and_left(side: Side) -> tuple[af.Cards, af.Cards]:
    if side.pick is None:
        return side.hand, side.offer
    return (*side.hand, side.pick), without(side.offer, side.pick)


def draft_passed(state: State, event: af.DraftPassed) -> State:
    sides = [
        replace(side, hand=_kept_and_left(side)[0], offer=received, pick=None, decided=False)
        for side, received in zip(state.sides, event.received, strict=True)
    ]
    return replace(state, sides=(sides[0], sides[1]), stage=af.Stage.SECOND_DRAFT)


def draft_ended(state: State, event: af.DraftEnded) -> State:
    sides = []
    discard = state.discard
    for side in state.sides:
        hand, left = _kept_and_left(side)
        discard += left
        sides.append(replace(side, hand=hand, offer=(), pick=None, instead=None, decided=False))
    return replace(state, sides=(sides[0], sides[1]), discard=discard, stage=af.Stage.PREPARING)

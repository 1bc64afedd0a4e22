"""Effects of events on a match before the first action: setup, sensei and draft."""

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    Cards,
    DraftDealt,
    Drafted,
    DraftEnded,
    DraftPassed,
    DraftReturned,
    HandDealt,
    HandKept,
    Mulliganed,
    SenseiChosen,
    SenseiDealt,
    SenseiShown,
    Shuffled,
    Stage,
)

from quarterdeck_games.amfibido.state import (
    DRAFT,
    Side,
    State,
    card_of,
    decks_with,
)
from quarterdeck_games.piles import without
from quarterdeck_games.two_seats import sides_with, with_side


def shuffled(state: State, event: Shuffled) -> State:
    return replace(state, starter=event.starting_seat, decks=event.decks, senseis=event.senseis, stage=Stage.MULLIGAN)


def hand_dealt(state: State, event: HandDealt) -> State:
    state = replace(state, decks=decks_with(state, 1, state.decks[0][event.count :]))
    return with_side(state, event.seat, hand=event.cards, decided=False)


def hand_kept(state: State, event: HandKept) -> State:
    return with_side(state, event.seat, decided=True)


def mulliganed(state: State, event: Mulliganed) -> State:
    state = replace(state, decks=decks_with(state, 1, state.decks[0] + event.cards))
    return with_side(state, event.seat, hand=())


def sensei_dealt(state: State, event: SenseiDealt) -> State:
    assert event.senseis is not None  # noqa: S101 - a kept event is whole
    state = replace(state, senseis=state.senseis[len(event.senseis) :], stage=Stage.SENSEI)
    return with_side(state, event.seat, offer=event.senseis, pick=None, decided=False)


def sensei_chosen(state: State, event: SenseiChosen) -> State:
    return with_side(state, event.seat, pick=event.sensei, decided=True)


def sensei_shown(state: State, event: SenseiShown) -> State:
    assert event.bottom is not None  # noqa: S101 - a kept event is whole
    sides = [
        replace(side, sensei=sensei, offer=(), pick=None, decided=False)
        for side, sensei in zip(state.sides, event.senseis, strict=True)
    ]
    return replace(state, sides=(sides[0], sides[1]), senseis=state.senseis + event.bottom)


def draft_dealt(state: State, event: DraftDealt) -> State:
    side = state.sides[event.seat]
    return replace(
        state,
        decks=decks_with(state, event.level, state.decks[event.level - 1][1:]),
        stage=DRAFT,
        sides=sides_with(state, event.seat, offer=(*side.offer, event.card), pick=None, instead=None, decided=False),
    )


def draft_returned(state: State, event: DraftReturned) -> State:
    decks = list(state.decks)
    for card in event.cards or ():
        decks[card_of(card).level - 1] += (card,)
    state = replace(state, decks=tuple(decks))
    return with_side(state, event.seat, offer=(), redrawn=state.sides[event.seat].redrawn + 1)


def drafted(state: State, event: Drafted) -> State:
    return with_side(state, event.seat, pick=event.card, instead=event.instead, decided=True)


def _kept_and_left(side: Side) -> tuple[Cards, Cards]:
    if side.pick is None:
        return side.hand, side.offer
    return (*side.hand, side.pick), without(side.offer, side.pick)


def draft_passed(state: State, event: DraftPassed) -> State:
    sides = [
        replace(side, hand=_kept_and_left(side)[0], offer=received, pick=None, decided=False)
        for side, received in zip(state.sides, event.received, strict=True)
    ]
    return replace(state, sides=(sides[0], sides[1]), stage=Stage.SECOND_DRAFT)


def draft_ended(state: State, event: DraftEnded) -> State:
    sides = []
    discard = state.discard
    for side in state.sides:
        hand, left = _kept_and_left(side)
        discard += left
        sides.append(replace(side, hand=hand, offer=(), pick=None, instead=None, decided=False))
    return replace(state, sides=(sides[0], sides[1]), discard=discard, stage=Stage.PREPARING)

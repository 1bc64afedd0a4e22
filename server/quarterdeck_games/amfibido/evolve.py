"""The one place where a state changes: the effect of each event on it. A test checks that the table has every event.

Events of setup and draft are in `evolve_draft`, those of the cards in play in `evolve_play`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    ActionDone,
    ActionPlayed,
    Activated,
    Answered,
    Attached,
    BoomerangGained,
    Bottomed,
    CombosCleared,
    Cooling,
    Copied,
    Discarded,
    DiscardsCounted,
    DojoClosed,
    DraftDealt,
    Drafted,
    DraftEnded,
    DraftPassed,
    DraftReturned,
    Drew,
    Event,
    Fielded,
    Fought,
    Gained,
    HandDealt,
    HandKept,
    KnockedOut,
    KnockoutGained,
    Lapsed,
    Left,
    LookedAt,
    MatchEnded,
    Mulliganed,
    Passed,
    Recovered,
    Reshuffled,
    Retired,
    Returned,
    Revealed,
    RoundBegan,
    RoundEnded,
    Scored,
    SenseiChosen,
    SenseiDealt,
    SenseiShown,
    Shuffled,
    Stage,
    Switched,
    Took,
    Transformed,
    Triggered,
    TurnBegan,
    TypesGained,
    Zone,
)

from quarterdeck_games.amfibido import evolve_draft, evolve_play
from quarterdeck_games.amfibido.effects import AskedInFull
from quarterdeck_games.amfibido.state import ACTIONS, FIGHT, HAND, Dojo, State, decks_with, is_fighter
from quarterdeck_games.piles import without, without_all
from quarterdeck_games.two_seats import sides_with, with_side


def evolve(state: State, event: Event) -> State:
    """Return the state after this complete event: a viewer's redacted event is never folded."""
    return AFTER[type(event)](state, event)


def _round_began(state: State, event: RoundBegan) -> State:
    return replace(state, round=event.round, starter=event.starting_seat, stage=Stage.PREPARING, turn=None, actions=0)


def _turn_began(state: State, event: TurnBegan) -> State:
    return replace(state, turn=event.seat, stage=ACTIONS, actions=state.actions + 1)


def _action_played(state: State, event: ActionPlayed) -> State:
    hand = without(state.sides[event.seat].hand, event.card)
    return with_side(replace(state, resolving=(*state.resolving, event.card)), event.seat, hand=hand)


def _action_done(state: State, event: ActionDone) -> State:
    return replace(state, resolving=without(state.resolving, event.card), discard=(*state.discard, event.card))


def _discarded(state: State, event: Discarded) -> State:
    assert event.card is not None  # noqa: S101 - a kept event is whole
    discard = (*state.discard, event.card)
    if event.source is not HAND:
        return evolve_play.taken(replace(state, discard=discard), event.seat, event.card, event.source)
    side = state.sides[event.seat]
    sides = sides_with(
        state,
        event.seat,
        hand=without(side.hand, event.card),
        fighters_discarded=side.fighters_discarded + is_fighter(event.card),
        face_down=side.face_down if event.shown else (*side.face_down, event.card),
    )
    return replace(state, discard=discard, sides=sides)


def _discards_counted(state: State, event: DiscardsCounted) -> State:
    return with_side(state, event.seat, face_down=())


def _drew(state: State, event: Drew) -> State:
    return replace(
        state,
        decks=decks_with(state, event.level, state.decks[event.level - 1][1:]),
        sides=sides_with(state, event.seat, hand=(*state.sides[event.seat].hand, event.card)),
    )


def _reshuffled(state: State, event: Reshuffled) -> State:
    cards = event.cards or ()
    deck = state.decks[event.level - 1]
    return replace(state, decks=decks_with(state, event.level, deck + cards), discard=without_all(state.discard, cards))


def _revealed(state: State, event: Revealed) -> State:
    deck = state.decks[event.level - 1][len(event.cards) :]
    return replace(state, decks=decks_with(state, event.level, deck), revealed=state.revealed + event.cards)


def _looked_at(state: State, event: LookedAt) -> State:
    deck = state.decks[event.level - 1][event.count :]
    return replace(state, decks=decks_with(state, event.level, deck), looked_at=event.cards)


def _took(state: State, event: Took) -> State:
    assert event.card is not None  # noqa: S101 - a kept event is whole
    state = replace(state, looked_at=without(state.looked_at, event.card))
    return with_side(state, event.seat, hand=(*state.sides[event.seat].hand, event.card))


def _bottomed(state: State, event: Bottomed) -> State:
    cards = event.cards or ()
    state = replace(state, decks=decks_with(state, event.level, state.decks[event.level - 1] + cards))
    if event.source is Zone.LOOKED_AT:
        return replace(state, looked_at=without_all(state.looked_at, cards))
    return replace(state, revealed=without_all(state.revealed, cards))


def _recovered(state: State, event: Recovered) -> State:
    side = state.sides[event.seat]
    left = list(side.cooldown)
    for card in event.cards:
        left.remove(next(cooling for cooling in left if cooling.card == card))
    return with_side(state, event.seat, hand=side.hand + event.cards, cooldown=tuple(left))


def _passed(state: State, event: Passed) -> State:
    return with_side(state, event.seat, passed=True)


def _scored(state: State, event: Scored) -> State:
    return with_side(state, event.seat, points=event.points)


def _combos_cleared(state: State, event: CombosCleared) -> State:
    side = state.sides[event.seat]
    dojos = [
        dojo if dojo.fighter is None else replace(dojo, fighter=replace(dojo.fighter, combos=())) for dojo in side.dojos
    ]
    cooling = tuple([Cooling(card=card, back_after=state.round + 1) for card in event.cooling])
    state = replace(state, discard=state.discard + event.discarded)
    return with_side(state, event.seat, dojos=tuple(dojos), cooldown=side.cooldown + cooling)


def _round_ended(state: State, event: RoundEnded) -> State:
    sides = [
        replace(
            side,
            dojos=tuple([_rested(dojo) for dojo in side.dojos]),
            sensei_used=False,
            passed=False,
            combos_played=0,
            fighters_discarded=0,
            face_down=(),
        )
        for side in state.sides
    ]
    return replace(state, sides=(sides[0], sides[1]), turn=None)


def _rested(dojo: Dojo) -> Dojo:
    """All that was gained for a round goes with it (AF fact 9)."""
    fighter = dojo.fighter
    if fighter is not None:
        fighter = replace(fighter, gains=(), knockout=False, also=False, used=False, outcome=None, knocked_out=False)
    equipment = tuple([replace(thing, gains=(), used=False) for thing in dojo.equipment])
    return Dojo(fighter=fighter, equipment=equipment)


def _fought(state: State, event: Fought) -> State:
    return evolve_play.fought(replace(state, last=event, stage=FIGHT, turn=None), event)


def _asked(state: State, event: AskedInFull) -> State:
    return replace(state, asked=event)


def _answered(state: State, event: Answered) -> State:
    return replace(state, asked=None)


def _without_effect(state: State, event: Triggered | Lapsed | Left) -> State:
    return state  # what follows is the change


def _match_ended(state: State, event: MatchEnded) -> State:
    return replace(state, places=event.places, ended=event.reason, stage=Stage.OVER, turn=None, asked=None)


AFTER: Mapping[type[Any], Callable[[State, Any], State]] = {
    Shuffled: evolve_draft.shuffled,
    HandDealt: evolve_draft.hand_dealt,
    HandKept: evolve_draft.hand_kept,
    Mulliganed: evolve_draft.mulliganed,
    SenseiDealt: evolve_draft.sensei_dealt,
    SenseiChosen: evolve_draft.sensei_chosen,
    SenseiShown: evolve_draft.sensei_shown,
    RoundBegan: _round_began,
    DraftDealt: evolve_draft.draft_dealt,
    DraftReturned: evolve_draft.draft_returned,
    Drafted: evolve_draft.drafted,
    DraftPassed: evolve_draft.draft_passed,
    DraftEnded: evolve_draft.draft_ended,
    TurnBegan: _turn_began,
    Fielded: evolve_play.fielded,
    Attached: evolve_play.attached,
    Copied: evolve_play.copied,
    BoomerangGained: evolve_play.boomerang_gained,
    ActionPlayed: _action_played,
    ActionDone: _action_done,
    Activated: evolve_play.activated,
    Discarded: _discarded,
    DiscardsCounted: _discards_counted,
    Drew: _drew,
    Reshuffled: _reshuffled,
    Revealed: _revealed,
    LookedAt: _looked_at,
    Took: _took,
    Bottomed: _bottomed,
    Switched: evolve_play.switched,
    Transformed: evolve_play.transformed,
    Gained: evolve_play.gained,
    KnockoutGained: evolve_play.knockout_gained,
    TypesGained: evolve_play.types_gained,
    DojoClosed: evolve_play.dojo_closed,
    Retired: evolve_play.retired,
    Returned: evolve_play.returned,
    Recovered: _recovered,
    Passed: _passed,
    Fought: _fought,
    Scored: _scored,
    KnockedOut: evolve_play.knocked_out,
    Triggered: _without_effect,
    CombosCleared: _combos_cleared,
    RoundEnded: _round_ended,
    AskedInFull: _asked,
    Answered: _answered,
    Lapsed: _without_effect,
    Left: _without_effect,
    MatchEnded: _match_ended,
}
"""What each event makes of a state."""

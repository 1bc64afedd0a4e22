"""The state changes of Amfibido: the effect of each event. No other module changes a state, and a test checks that
every event is handled.

Events of setup and draft are in `evolve_draft`, those of the cards in play in `evolve_play`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af

from quarterdeck_games.amfibido import evolve_draft, evolve_play
from quarterdeck_games.amfibido.effects import AskedInFull
from quarterdeck_games.amfibido.state import ACTIONS, FIGHT, HAND, Dojo, State, decks_with, is_fighter
from quarterdeck_games.piles import without, without_all
from quarterdeck_games.two_seats import sides_with, with_side


def evolve(state: State, event: af.Event) -> State:
    """Return the state after this event. The event must be complete, not a viewer's redacted form."""
    return AFTER[type(event)](state, event)


def _round_began(state: State, event: af.RoundBegan) -> State:
    return replace(
        state, round=event.round, starter=event.starting_seat, stage=af.Stage.PREPARING, turn=None, actions=0
    )


def _turn_began(state: State, event: af.TurnBegan) -> State:
    return replace(state, turn=event.seat, stage=ACTIONS, actions=state.actions + 1)


def _action_played(state: State, event: af.ActionPlayed) -> State:
    hand = without(state.sides[event.seat].hand, event.card)
    return with_side(replace(state, resolving=(*state.resolving, event.card)), event.seat, hand=hand)


def _action_done(state: State, event: af.ActionDone) -> State:
    return replace(state, resolving=without(state.resolving, event.card), discard=(*state.discard, event.card))


def _discarded(state: State, event: af.Discarded) -> State:
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


def _discards_counted(state: State, event: af.DiscardsCounted) -> State:
    return with_side(state, event.seat, face_down=())


def _drew(state: State, event: af.Drew) -> State:
    return replace(
        state,
        decks=decks_with(state, event.level, state.decks[event.level - 1][1:]),
        sides=sides_with(state, event.seat, hand=(*state.sides[event.seat].hand, event.card)),
    )


def _reshuffled(state: State, event: af.Reshuffled) -> State:
    cards = event.cards or ()
    deck = state.decks[event.level - 1]
    return replace(state, decks=decks_with(state, event.level, deck + cards), discard=without_all(state.discard, cards))


def _revealed(state: State, event: af.Revealed) -> State:
    deck = state.decks[event.level - 1][len(event.cards) :]
    return replace(state, decks=decks_with(state, event.level, deck), revealed=state.revealed + event.cards)


def _looked_at(state: State, event: af.LookedAt) -> State:
    deck = state.decks[event.level - 1][event.count :]
    return replace(state, decks=decks_with(state, event.level, deck), looked_at=event.cards)


def _took(state: State, event: af.Took) -> State:
    assert event.card is not None  # noqa: S101 - a kept event is whole
    state = replace(state, looked_at=without(state.looked_at, event.card))
    return with_side(state, event.seat, hand=(*state.sides[event.seat].hand, event.card))


def _bottomed(state: State, event: af.Bottomed) -> State:
    cards = event.cards or ()
    state = replace(state, decks=decks_with(state, event.level, state.decks[event.level - 1] + cards))
    if event.source is af.Zone.LOOKED_AT:
        return replace(state, looked_at=without_all(state.looked_at, cards))
    return replace(state, revealed=without_all(state.revealed, cards))


def _recovered(state: State, event: af.Recovered) -> State:
    side = state.sides[event.seat]
    left = list(side.cooldown)
    for card in event.cards:
        left.remove(next(cooling for cooling in left if cooling.card == card))
    return with_side(state, event.seat, hand=side.hand + event.cards, cooldown=tuple(left))


def _passed(state: State, event: af.Passed) -> State:
    return with_side(state, event.seat, passed=True)


def _scored(state: State, event: af.Scored) -> State:
    return with_side(state, event.seat, points=event.points)


def _combos_cleared(state: State, event: af.CombosCleared) -> State:
    side = state.sides[event.seat]
    dojos = [
        dojo if dojo.fighter is None else replace(dojo, fighter=replace(dojo.fighter, combos=())) for dojo in side.dojos
    ]
    cooling = tuple([af.Cooling(card=card, back_after=state.round + 1) for card in event.cooling])
    state = replace(state, discard=state.discard + event.discarded)
    return with_side(state, event.seat, dojos=tuple(dojos), cooldown=side.cooldown + cooling)


def _round_ended(state: State, event: af.RoundEnded) -> State:
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
    """Return a dojo at the end of a round, without everything that was gained for the round (AF fact 9)."""
    fighter = dojo.fighter
    if fighter is not None:
        fighter = replace(fighter, gains=(), knockout=False, also=False, used=False, outcome=None, knocked_out=False)
    equipment = tuple([replace(thing, gains=(), used=False) for thing in dojo.equipment])
    return Dojo(fighter=fighter, equipment=equipment)


def _fought(state: State, event: af.Fought) -> State:
    return evolve_play.fought(replace(state, last=event, stage=FIGHT, turn=None), event)


def _asked(state: State, event: AskedInFull) -> State:
    return replace(state, asked=event)


def _answered(state: State, event: af.Answered) -> State:
    return replace(state, asked=None)


def _without_effect(state: State, event: af.Triggered | af.Lapsed | af.Left) -> State:
    return state  # what follows is the change


def _match_ended(state: State, event: af.MatchEnded) -> State:
    return replace(state, places=event.places, ended=event.reason, stage=af.Stage.OVER, turn=None, asked=None)


AFTER: Mapping[type[Any], Callable[[State, Any], State]] = {
    af.Shuffled: evolve_draft.shuffled,
    af.HandDealt: evolve_draft.hand_dealt,
    af.HandKept: evolve_draft.hand_kept,
    af.Mulliganed: evolve_draft.mulliganed,
    af.SenseiDealt: evolve_draft.sensei_dealt,
    af.SenseiChosen: evolve_draft.sensei_chosen,
    af.SenseiShown: evolve_draft.sensei_shown,
    af.RoundBegan: _round_began,
    af.DraftDealt: evolve_draft.draft_dealt,
    af.DraftReturned: evolve_draft.draft_returned,
    af.Drafted: evolve_draft.drafted,
    af.DraftPassed: evolve_draft.draft_passed,
    af.DraftEnded: evolve_draft.draft_ended,
    af.TurnBegan: _turn_began,
    af.Fielded: evolve_play.fielded,
    af.Attached: evolve_play.attached,
    af.Copied: evolve_play.copied,
    af.BoomerangGained: evolve_play.boomerang_gained,
    af.ActionPlayed: _action_played,
    af.ActionDone: _action_done,
    af.Activated: evolve_play.activated,
    af.Discarded: _discarded,
    af.DiscardsCounted: _discards_counted,
    af.Drew: _drew,
    af.Reshuffled: _reshuffled,
    af.Revealed: _revealed,
    af.LookedAt: _looked_at,
    af.Took: _took,
    af.Bottomed: _bottomed,
    af.Switched: evolve_play.switched,
    af.Transformed: evolve_play.transformed,
    af.Gained: evolve_play.gained,
    af.KnockoutGained: evolve_play.knockout_gained,
    af.TypesGained: evolve_play.types_gained,
    af.DojoClosed: evolve_play.dojo_closed,
    af.Retired: evolve_play.retired,
    af.Returned: evolve_play.returned,
    af.Recovered: _recovered,
    af.Passed: _passed,
    af.Fought: _fought,
    af.Scored: _scored,
    af.KnockedOut: evolve_play.knocked_out,
    af.Triggered: _without_effect,
    af.CombosCleared: _combos_cleared,
    af.RoundEnded: _round_ended,
    AskedInFull: _asked,
    af.Answered: _answered,
    af.Lapsed: _without_effect,
    af.Left: _without_effect,
    af.MatchEnded: _match_ended,
}
"""The function that applies each event to a state."""

"""Automatic flow of Amfibido: rounds, drafts, turns, fights and the end of a round."""

from collections.abc import Callable, Mapping

from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido import fights
from quarterdeck_games.amfibido.cards.card import When
from quarterdeck_games.amfibido.cards.copies import draft_levels
from quarterdeck_games.amfibido.choices import has_nothing_to_do
from quarterdeck_games.amfibido.continuous_effects import InsteadOfCooldown, RetiresKnockedOut
from quarterdeck_games.amfibido.effects import Fate, Step, Task
from quarterdeck_games.amfibido.operations import draw, refill, retire, return_to
from quarterdeck_games.amfibido.queries import neutralized, one_of, sensei_words, words_of
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import DRAFT, LOST, ROUNDS_TO_WIN, card_of, dojo_at, fighters, may_rest
from quarterdeck_games.piles import without
from quarterdeck_games.two_seats import SEATS, other

MOST_ACTIONS = 200
"""Number of actions in a round after which both players pass (AF-51)."""


def go(resolution: Resolution, step: Step) -> None:
    """Take an automatic step of the game."""
    STEPS[step](resolution)


def begin_round(resolution: Resolution, number: int, starter: Seat) -> None:
    """Begin a round: first the sensei, the starting player's before the other's (AF-46), then the draft."""
    resolution.record(af.RoundBegan(round=number, starting_seat=starter))
    _sensei(resolution, When.BEFORE_DRAFT)
    resolution.go(Step.DEAL_DRAFT)


def _sensei(resolution: Resolution, when: When) -> None:
    """Let both sensei act: the starting player's first (AF-46)."""
    state = resolution.state
    for seat in (state.starter, other(state.starter)):
        sensei = state.sides[seat].sensei
        if sensei is None:
            continue
        for on in card_of(sensei).triggers(when):
            if not on.rounds or state.round in on.rounds:
                resolution.last(Task(does=on.does, seat=seat, card=sensei))


def _deal_draft(resolution: Resolution) -> None:
    """Deal three cards to each player for the draft, alternately, from the round's levels. If a deck is empty, its card
    is left out (S3:125, AF-18)."""
    deal_draft_to(resolution, (resolution.state.starter, other(resolution.state.starter)))
    after_pick(resolution)


def deal_draft_to(resolution: Resolution, seats: tuple[Seat, ...]) -> None:
    """Deal one card of each level for the draft to each of these seats, alternately."""
    for level in draft_levels(resolution.state.round):
        for seat in seats:
            if refill(resolution, level):
                resolution.record(af.DraftDealt(seat=seat, level=level, card=resolution.state.decks[level - 1][0]))


def after_pick(resolution: Resolution) -> None:
    """Continue the draft when both players have chosen (AF-4). A seat without cards has nothing to choose."""
    state = resolution.state
    first, second = state.sides
    if (first.offer and not first.decided) or (second.offer and not second.decided):
        return
    if state.stage is DRAFT:
        left = [side.offer if side.pick is None else without(side.offer, side.pick) for side in state.sides]
        resolution.record(af.DraftPassed(received=(left[1], left[0])))
        after_pick(resolution)
        return
    levels = [side.instead for side in state.sides]
    if state.stage is af.Stage.SECOND_DRAFT:
        counts = tuple([len(side.offer) - (side.pick is not None) for side in state.sides])
        resolution.record(af.DraftEnded(discarded=counts))
    for seat in (state.starter, other(state.starter)):
        level = levels[seat]
        if level is not None:
            draw(resolution, seat, level)
    _sensei(resolution, When.AFTER_DRAFT)
    resolution.go(Step.START_ACTIONS)


def _start_actions(resolution: Resolution) -> None:
    _take_turn(resolution, resolution.state.starter)


def _take_turn(resolution: Resolution, seat: Seat) -> None:
    """Begin the turn of a seat. A seat that everybody can see to have no action passes automatically (AF-9)."""
    resolution.record(af.TurnBegan(seat=seat))
    if has_nothing_to_do(resolution.state, seat):
        resolution.record(af.Passed(seat=seat, forced=True))
        _end_turn(resolution)


def _end_turn(resolution: Resolution) -> None:
    """End the turn. Turns alternate, and a seat that has passed is skipped. When both have passed, the fights begin
    (S3:139, AF-8)."""
    turn = resolution.state.turn
    assert turn is not None  # noqa: S101 - a turn ends that was somebody's
    if resolution.state.actions >= MOST_ACTIONS:
        for seat in (turn, other(turn)):
            if not resolution.state.sides[seat].passed:
                resolution.record(af.Passed(seat=seat, forced=True))
    sides = resolution.state.sides
    following = turn if sides[other(turn)].passed else other(turn)
    if not sides[following].passed:
        _take_turn(resolution, following)
        return
    _sensei(resolution, When.BEFORE_FIGHTS)
    resolution.go(Step.FIGHT)


def _fight(resolution: Resolution) -> None:
    """Carry out the fights, then the scoring. A seat that wins its fourth round wins the match at once (S3:254,
    AF-22)."""
    silent = neutralized(resolution.state)  # and for all that a fight sets off: nothing leaves play before that
    result = fights.fought(resolution.state, silent)
    resolution.record(result)
    fights.score(resolution, result, silent)
    winner = result.winner_seat
    if winner is not None and resolution.state.sides[winner].points >= ROUNDS_TO_WIN:
        end_match(resolution, af.Reason.FOUR_ROUNDS)
        return
    fights.knock_out(resolution, result, silent)
    fights.after_fights(resolution, result, silent)
    resolution.go(Step.END_ROUND)


def _end_round(resolution: Resolution) -> None:
    """Carry out steps 1 and 2 of the end of a round: resting cards come back first, then combo moves are put away
    (S3:230…236)."""
    for seat in SEATS:
        state = resolution.state
        back = tuple([one.card for one in state.sides[seat].cooldown if one.back_after <= state.round])
        if back:
            resolution.record(af.Recovered(seat=seat, cards=back))
    for seat in SEATS:
        _clear_combos(resolution, seat)
    for seat in SEATS:
        _ask_fates(resolution, seat)
    resolution.go(Step.RETURN_FIGHTERS)


def _clear_combos(resolution: Resolution, seat: Seat) -> None:
    discarded: list[af.CardId] = []
    cooling: list[af.CardId] = []
    for _, fighter in fighters(resolution.state, seat):
        for combo in fighter.combos:
            if not combo.copy:
                (cooling if may_rest(resolution.state, seat, combo.piece) else discarded).append(combo.card)
    if discarded or cooling:
        resolution.record(af.CombosCleared(seat=seat, discarded=tuple(discarded), cooling=tuple(cooling)))


def _ask_fates(resolution: Resolution, seat: Seat) -> None:
    """Ask the player if both a fighter's equipment and the opponent's sensei decide where the fighter goes (AF-38)."""
    state = resolution.state
    if one_of(sensei_words(state, other(seat)), RetiresKnockedOut) is None:
        return
    silent = neutralized(state)
    for number, fighter in fighters(state, seat):
        for thing in dojo_at(state, seat, number).equipment:
            if fighter.knocked_out and one_of(words_of(thing, silent), InsteadOfCooldown) is not None:
                resolution.last(Task(does=(Fate(fighter.piece),), seat=seat, card=thing.card))


def _return_fighters(resolution: Resolution) -> None:
    """Carry out step 3 of the end of a round: knocked-out fighters go to the cooldown zone, unless a card says
    otherwise. Other losing fighters go back to the hand (S3:240…244)."""
    before = resolution.state
    silent = neutralized(before)
    for seat in SEATS:
        retires = one_of(sensei_words(before, other(seat)), RetiresKnockedOut) is not None
        for number, fighter in fighters(before, seat):
            things = dojo_at(before, seat, number).equipment
            saved = any(one_of(words_of(thing, silent), InsteadOfCooldown) is not None for thing in things)
            if fighter.knocked_out and retires and not saved:
                retire(resolution, seat, fighter.piece)
            elif fighter.knocked_out:
                return_to(resolution, seat, fighter, af.Zone.HAND if saved else af.Zone.COOLDOWN)
            elif fighter.outcome is LOST:
                return_to(resolution, seat, fighter, af.Zone.HAND)
    resolution.go(Step.NEXT_ROUND)


def _next_round(resolution: Resolution) -> None:
    """Carry out step 4 of the end of a round: its winner starts the next one. After a draw, the seat that did not start
    this round does (S3:252, AF-45)."""
    state = resolution.state
    assert state.last is not None  # noqa: S101 - a round ends after its fights
    winner = state.last.winner_seat
    resolution.record(af.RoundEnded(round=state.round))
    if state.round >= state.options.max_rounds:
        end_match(resolution, af.Reason.ROUND_CAP)
    else:
        begin_round(resolution, state.round + 1, other(state.starter) if winner is None else winner)


def end_match(resolution: Resolution, reason: af.Reason, left: Seat | None = None) -> None:
    """End the match. A player has won four rounds, has won more rounds after the last one, or is the only one left
    (S3:97, AF-47, AF-50)."""
    points = [-1 if seat == left else resolution.state.sides[seat].points for seat in SEATS]
    places = tuple([1 + sum(1 for better in points if better > mine) for mine in points])
    resolution.record(af.MatchEnded(places=places, reason=reason))


STEPS: Mapping[Step, Callable[[Resolution], None]] = {
    Step.END_TURN: _end_turn,
    Step.DEAL_DRAFT: _deal_draft,
    Step.START_ACTIONS: _start_actions,
    Step.FIGHT: _fight,
    Step.END_ROUND: _end_round,
    Step.RETURN_FIGHTERS: _return_fighters,
    Step.NEXT_ROUND: _next_round,
}
"""The function that continues the game at each step: a table, for there is a step in nearly every action."""

"""Execution of effects: one loop, and one function for each word.

`carry_out` executes a word, or asks; `take_up` executes its answer. The need for a question depends only on public
facts, because the question itself would reveal others: a seat with cards in hand is asked even if none fits.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    ActionDone,
    Answer,
    BoomerangGained,
    ChooseCard,
    ChooseKind,
    ChooseLevel,
    ChoosePiece,
    Decline,
    DiscardShown,
    DojoClosed,
    Move,
    PlayShown,
    ResolveFirst,
    Took,
    Zone,
)

from quarterdeck_games.amfibido import bespoke, flow, trigger_order
from quarterdeck_games.amfibido.effect_steps import (
    active_level,
    ask_discard,
    ask_more,
    ask_to_play,
    ask_what_transforms,
    ask_where,
    ask_whether,
    become_next,
    gain,
    gained,
    look,
    play_or_discard,
    rearrange,
    remember,
    reveal_until,
    then,
)
from quarterdeck_games.amfibido.effects import (
    ActionOver,
    Become,
    BecomeOneOf,
    Bespoke,
    Boomerang,
    CloseDojo,
    Discard,
    DiscardMore,
    Draw,
    DrawActive,
    Effect,
    Fate,
    Gain,
    GainPerDiscarded,
    Go,
    LookAt,
    MayDiscard,
    Order,
    PlayOrDiscard,
    Rearrange,
    Retire,
    ReturnFighter,
    RevealUntil,
    Switch,
    Task,
    Transform,
)
from quarterdeck_games.amfibido.operations import become, bottom, discard, draw, retire, return_to, switch, transform
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import card_of, find
from quarterdeck_games.amfibido.targets import fighter_here, pieces_for, this_piece


def run(resolution: Resolution) -> None:
    """Carry out the agenda until nothing is left or a player is asked."""
    while resolution.agenda and resolution.state.asked is None and resolution.state.ended is None:
        task = resolution.agenda.pop(0)
        if len(task.does) > 1:
            resolution.first(replace(task, does=task.does[1:]))
        carry_out(resolution, task, task.does[0])


def carry_out(resolution: Resolution, task: Task, effect: Effect) -> None:
    """Carry out a word, or ask its player."""
    CARRIED_OUT[type(effect)](resolution, task, effect)


def _go(resolution: Resolution, task: Task, effect: Go) -> None:
    flow.go(resolution, effect.step)


def _draw(resolution: Resolution, task: Task, effect: Draw) -> None:
    draw(resolution, task.seat, effect.level)


def _draw_active(resolution: Resolution, task: Task, effect: DrawActive) -> None:
    level = active_level(resolution, task, effect)
    if level is not None:
        draw(resolution, task.seat, level)


def _gain_per_discarded(resolution: Resolution, task: Task, effect: GainPerDiscarded) -> None:
    gained(resolution, task, this_piece(resolution.state, task), effect.amount * len(task.discarded))


def _retire(resolution: Resolution, task: Task, effect: Retire) -> None:
    for piece in pieces_for(resolution.state, task, effect.what):
        retire(resolution, task.seat, piece)


def _return_fighter(resolution: Resolution, task: Task, effect: ReturnFighter) -> None:
    fighter = fighter_here(resolution.state, task)
    if fighter is not None and not fighter.knocked_out:
        return_to(resolution, task.seat, fighter, Zone.HAND)


def _grant_boomerang(resolution: Resolution, task: Task, effect: Boomerang) -> None:
    if task.combo is not None:
        resolution.record(BoomerangGained(seat=task.seat, card=task.card, piece=task.combo, by=task.card))


def _close_dojo(resolution: Resolution, task: Task, effect: CloseDojo) -> None:
    found = find(resolution.state, task.seat, task.piece)
    if found is not None:
        resolution.record(DojoClosed(seat=task.seat, dojo=found[0]))


def _begin_bespoke(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    bespoke.BEGIN[effect.name](resolution, task, effect)


def _become(resolution: Resolution, task: Task, effect: Become) -> None:
    become(resolution, task, effect.piece, effect.level)


def _rearrange(resolution: Resolution, task: Task, effect: Rearrange) -> None:
    rearrange(resolution, task, effect.pieces)


def _action_over(resolution: Resolution, task: Task, effect: ActionOver) -> None:
    resolution.record(ActionDone(seat=task.seat, card=task.card))


def take_up(resolution: Resolution, task: Task, effect: Effect, answer: Answer) -> None:
    """Carry out the answer to a word. It was among the options, so it fits the word."""
    seat = task.seat
    match effect, answer:
        case Bespoke(), _:
            bespoke.ANSWER[effect.name](resolution, task, answer)
        case DrawActive(), ChooseLevel():
            draw(resolution, seat, answer.level)
        case LookAt(), ChooseLevel():
            look(resolution, task, replace(effect, level=answer.level))
        case LookAt(), ChooseCard():
            resolution.record(Took(seat=seat, card=answer.card))
            bottom(resolution, card_of(answer.card).level, resolution.state.looked_at, Zone.LOOKED_AT)
        case RevealUntil(), ChooseKind():
            reveal_until(resolution, task, replace(effect, kind=answer.kind))
        case MayDiscard(), Decline():
            then(resolution, task, effect.otherwise)
        case MayDiscard(), ChooseCard():
            then(resolution, task, effect.then)
            discard(resolution, seat, answer.card, shown=effect.fighter)
        case ((Discard() | DiscardMore()), ChooseCard()):
            if isinstance(effect, DiscardMore):
                resolution.first(replace(task, does=(effect,)))
            remember(resolution, task, answer)
            discard(
                resolution, seat, answer.card, shown=isinstance(effect, DiscardMore) or effect.fighter or effect.named
            )
        case Gain(), ChoosePiece():
            gained(resolution, task, answer.piece, effect.amount)
        case Switch(), Move():
            switch(resolution, seat, answer.piece, answer.dojo, answer.swaps)
        case Rearrange(), Move():
            left = tuple([piece for piece in effect.pieces if piece != answer.piece])
            resolution.first(replace(task, does=(Rearrange(left),)))
            switch(resolution, seat, answer.piece, answer.dojo, answer.swaps)
        case Transform(), ChoosePiece():
            become_next(resolution, task, answer.piece)
        case BecomeOneOf(), ChooseCard():
            others = list(effect.cards)
            others.remove(answer.card)
            transform(resolution, seat, effect.piece, effect.level, answer.card, (*effect.rest, *others))
        case PlayOrDiscard(), (PlayShown() | DiscardShown()):
            play_or_discard(resolution, task, effect, answer)
        case Order(), ResolveFirst():
            trigger_order.put_first(resolution, task, effect, answer)
        case Fate(), ChooseCard():
            trigger_order.decide_fate(resolution, task, effect, answer)
        case _:
            assert isinstance(answer, Decline), (effect, answer)  # noqa: S101 - everything else is not on offer


CARRIED_OUT: Mapping[type[Any], Callable[[Resolution, Task, Any], None]] = {
    Go: _go,
    Draw: _draw,
    DrawActive: _draw_active,
    Discard: ask_discard,
    DiscardMore: ask_more,
    MayDiscard: ask_whether,
    Gain: gain,
    GainPerDiscarded: _gain_per_discarded,
    Switch: ask_where,
    Transform: ask_what_transforms,
    Retire: _retire,
    ReturnFighter: _return_fighter,
    LookAt: look,
    RevealUntil: reveal_until,
    Boomerang: _grant_boomerang,
    CloseDojo: _close_dojo,
    Bespoke: _begin_bespoke,
    Become: _become,
    Rearrange: _rearrange,
    PlayOrDiscard: ask_to_play,
    Order: trigger_order.order,
    Fate: trigger_order.ask_fate,
    ActionOver: _action_over,
}
"""What each word does; those that are not here only wait for an answer. It is a table, and a test checks that it has
every word: `match` asks one class after the other, and with structs each of these questions costs as much as calling a
function."""

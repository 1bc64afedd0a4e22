"""Carrying out of card effects in Amfibido: one loop, and one function for each effect.

`carry_out` carries out an effect or asks a player; `take_up` carries out the answer. It depends only on public facts if
a question is asked, because the question itself would reveal hidden ones. So a seat with cards in hand is asked even if
no card fits.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af

from quarterdeck_games.amfibido import bespoke, flow, trigger_order
from quarterdeck_games.amfibido import effects as do
from quarterdeck_games.amfibido.effect_steps import (
    active_level,
    ask_discard,
    ask_more,
    ask_to_discard,
    ask_to_play,
    ask_what_transforms,
    ask_where,
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
from quarterdeck_games.amfibido.operations import become, bottom, discard, draw, retire, return_to, switch, transform
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import card_of, find
from quarterdeck_games.amfibido.targets import fighter_here, pieces_for, this_piece


def run(resolution: Resolution) -> None:
    """Do the tasks on the agenda until none is left or a player must be asked."""
    while resolution.agenda and resolution.state.asked is None and resolution.state.ended is None:
        task = resolution.agenda.pop(0)
        if len(task.does) > 1:
            resolution.first(replace(task, does=task.does[1:]))
        carry_out(resolution, task, task.does[0])


def carry_out(resolution: Resolution, task: do.Task, effect: do.Effect) -> None:
    """Carry out an effect, or ask its player."""
    CARRIED_OUT[type(effect)](resolution, task, effect)


def _go(resolution: Resolution, task: do.Task, effect: do.Go) -> None:
    flow.go(resolution, effect.step)


def _draw(resolution: Resolution, task: do.Task, effect: do.Draw) -> None:
    draw(resolution, task.seat, effect.level)


def _draw_active(resolution: Resolution, task: do.Task, effect: do.DrawActive) -> None:
    level = active_level(resolution, task, effect)
    if level is not None:
        draw(resolution, task.seat, level)


def _gain_per_discarded(resolution: Resolution, task: do.Task, effect: do.GainPerDiscarded) -> None:
    gained(resolution, task, this_piece(resolution.state, task), effect.amount * len(task.discarded))


def _retire(resolution: Resolution, task: do.Task, effect: do.Retire) -> None:
    for piece in pieces_for(resolution.state, task, effect.what):
        retire(resolution, task.seat, piece)


def _return_fighter(resolution: Resolution, task: do.Task, effect: do.ReturnFighter) -> None:
    fighter = fighter_here(resolution.state, task)
    if fighter is not None and not fighter.knocked_out:
        return_to(resolution, task.seat, fighter, af.Zone.HAND)


def _grant_boomerang(resolution: Resolution, task: do.Task, effect: do.Boomerang) -> None:
    if task.combo is not None:
        resolution.record(af.BoomerangGained(seat=task.seat, card=task.card, piece=task.combo, by=task.card))


def _close_dojo(resolution: Resolution, task: do.Task, effect: do.CloseDojo) -> None:
    found = find(resolution.state, task.seat, task.piece)
    if found is not None:
        resolution.record(af.DojoClosed(seat=task.seat, dojo=found[0]))


def _begin_bespoke(resolution: Resolution, task: do.Task, effect: do.Bespoke) -> None:
    bespoke.BEGIN[effect.name](resolution, task, effect)


def _become(resolution: Resolution, task: do.Task, effect: do.Become) -> None:
    become(resolution, task, effect.piece, effect.level)


def _rearrange(resolution: Resolution, task: do.Task, effect: do.Rearrange) -> None:
    rearrange(resolution, task, effect.pieces)


def _action_over(resolution: Resolution, task: do.Task, effect: do.ActionOver) -> None:
    resolution.record(af.ActionDone(seat=task.seat, card=task.card))


def take_up(resolution: Resolution, task: do.Task, effect: do.Effect, answer: af.Answer) -> None:
    """Carry out the answer to an effect. It was among the offered answers, so it fits the effect."""
    seat = task.seat
    match effect, answer:
        case do.Bespoke(), _:
            bespoke.ANSWER[effect.name](resolution, task, answer)
        case do.DrawActive(), af.ChooseLevel():
            draw(resolution, seat, answer.level)
        case do.LookAt(), af.ChooseLevel():
            look(resolution, task, replace(effect, level=answer.level))
        case do.LookAt(), af.ChooseCard():
            resolution.record(af.Took(seat=seat, card=answer.card))
            bottom(resolution, card_of(answer.card).level, resolution.state.looked_at, af.Zone.LOOKED_AT)
        case do.RevealUntil(), af.ChooseKind():
            reveal_until(resolution, task, replace(effect, kind=answer.kind))
        case do.MayDiscard(), af.Decline():
            then(resolution, task, effect.otherwise)
        case do.MayDiscard(), af.ChooseCard():
            then(resolution, task, effect.then)
            discard(resolution, seat, answer.card, shown=effect.fighter)
        case ((do.Discard() | do.DiscardMore()), af.ChooseCard()):
            if isinstance(effect, do.DiscardMore):
                resolution.first(replace(task, does=(effect,)))
            remember(resolution, task, answer)
            discard(
                resolution,
                seat,
                answer.card,
                shown=isinstance(effect, do.DiscardMore) or effect.fighter or effect.named,
            )
        case do.Gain(), af.ChoosePiece():
            gained(resolution, task, answer.piece, effect.amount)
        case do.Switch(), af.Move():
            switch(resolution, seat, answer.piece, answer.dojo, answer.swaps)
        case do.Rearrange(), af.Move():
            left = tuple([piece for piece in effect.pieces if piece != answer.piece])
            resolution.first(replace(task, does=(do.Rearrange(left),)))
            switch(resolution, seat, answer.piece, answer.dojo, answer.swaps)
        case do.Transform(), af.ChoosePiece():
            become_next(resolution, task, answer.piece)
        case do.BecomeOneOf(), af.ChooseCard():
            others = list(effect.cards)
            others.remove(answer.card)
            transform(resolution, seat, effect.piece, effect.level, answer.card, (*effect.rest, *others))
        case do.PlayOrDiscard(), (af.PlayShown() | af.DiscardShown()):
            play_or_discard(resolution, task, effect, answer)
        case do.Order(), af.ResolveFirst():
            trigger_order.put_first(resolution, task, effect, answer)
        case do.Fate(), af.ChooseCard():
            trigger_order.decide_fate(resolution, task, effect, answer)
        case _:
            assert isinstance(answer, af.Decline), (effect, answer)  # noqa: S101 - everything else is not on offer


CARRIED_OUT: Mapping[type[Any], Callable[[Resolution, do.Task, Any], None]] = {
    do.Go: _go,
    do.Draw: _draw,
    do.DrawActive: _draw_active,
    do.Discard: ask_discard,
    do.DiscardMore: ask_more,
    do.MayDiscard: ask_to_discard,
    do.Gain: gain,
    do.GainPerDiscarded: _gain_per_discarded,
    do.Switch: ask_where,
    do.Transform: ask_what_transforms,
    do.Retire: _retire,
    do.ReturnFighter: _return_fighter,
    do.LookAt: look,
    do.RevealUntil: reveal_until,
    do.Boomerang: _grant_boomerang,
    do.CloseDojo: _close_dojo,
    do.Bespoke: _begin_bespoke,
    do.Become: _become,
    do.Rearrange: _rearrange,
    do.PlayOrDiscard: ask_to_play,
    do.Order: trigger_order.order,
    do.Fate: trigger_order.ask_fate,
    do.ActionOver: _action_over,
}
"""The function for each word; words that are not here only wait for an answer. It is a table, and a test checks that it
has every word: `match` asks one class after the other, and with structs each of these questions costs as much as
calling a function."""

"""Carrying effects out: one loop, and one case for each word.

`carry_out` does what a word says, or asks; `take_up` does what its answer says. Whether a player is asked depends only
on what everybody sees, or the question itself would tell something: with cards in hand one is asked even if none fits.
"""

from typing import assert_never

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


def run(desk: Resolution) -> None:
    """Carry out what is on the agenda until nothing is left or a player is asked."""
    while desk.agenda and desk.state.asked is None and desk.state.ended is None:
        task = desk.agenda.pop(0)
        if len(task.does) > 1:
            desk.first(replace(task, does=task.does[1:]))
        carry_out(desk, task, task.does[0])


def carry_out(desk: Resolution, task: Task, effect: Effect) -> None:
    """Do what a word says, or ask."""
    seat = task.seat
    match effect:
        case Draw():
            draw(desk, seat, effect.level)
        case DrawActive():
            level = active_level(desk, task, effect)
            if level is not None:
                draw(desk, seat, level)
        case Discard():
            ask_discard(desk, task, effect)
        case DiscardMore():
            ask_more(desk, task, effect)
        case MayDiscard():
            ask_whether(desk, task, effect)
        case Gain():
            gain(desk, task, effect)
        case GainPerDiscarded():
            gained(desk, task, this_piece(desk.state, task), effect.amount * len(task.discarded))
        case Switch():
            ask_where(desk, task, effect)
        case Transform():
            ask_what_transforms(desk, task, effect)
        case Retire():
            for piece in pieces_for(desk.state, task, effect.what):
                retire(desk, seat, piece)
        case ReturnFighter():
            fighter = fighter_here(desk.state, task)
            if fighter is not None and not fighter.knocked_out:
                return_to(desk, seat, fighter, Zone.HAND)
        case LookAt():
            look(desk, task, effect)
        case RevealUntil():
            reveal_until(desk, task, effect)
        case Boomerang():
            if task.combo is not None:
                desk.record(BoomerangGained(seat=seat, card=task.card, piece=task.combo, by=task.card))
        case CloseDojo():
            found = find(desk.state, seat, task.piece)
            if found is not None:
                desk.record(DojoClosed(seat=seat, dojo=found[0]))
        case Bespoke():
            bespoke.BEGIN[effect.name](desk, task, effect)
        case Become():
            become(desk, task, effect.piece, effect.level)
        case Rearrange():
            rearrange(desk, task, effect.pieces)
        case PlayOrDiscard():
            ask_to_play(desk, task, effect)
        case Order():
            trigger_order.order(desk, task, effect)
        case Go():
            flow.go(desk, effect.step)
        case Fate():
            trigger_order.ask_fate(desk, task, effect)
        case ActionOver():
            desk.record(ActionDone(seat=seat, card=task.card))
        case BecomeOneOf():
            raise AssertionError("this word only waits for an answer")
        case _:
            assert_never(effect)


def take_up(desk: Resolution, task: Task, effect: Effect, answer: Answer) -> None:
    """Do what the answer to a word says. It was among the options, so it fits the word."""
    seat = task.seat
    match effect, answer:
        case Bespoke(), _:
            bespoke.ANSWER[effect.name](desk, task, answer)
        case DrawActive(), ChooseLevel():
            draw(desk, seat, answer.level)
        case LookAt(), ChooseLevel():
            look(desk, task, replace(effect, level=answer.level))
        case LookAt(), ChooseCard():
            desk.record(Took(seat=seat, card=answer.card))
            bottom(desk, card_of(answer.card).level, desk.state.looked_at, Zone.LOOKED_AT)
        case RevealUntil(), ChooseKind():
            reveal_until(desk, task, replace(effect, kind=answer.kind))
        case MayDiscard(), Decline():
            then(desk, task, effect.otherwise)
        case MayDiscard(), ChooseCard():
            then(desk, task, effect.then)
            discard(desk, seat, answer.card, shown=effect.fighter)
        case ((Discard() | DiscardMore()), ChooseCard()):
            if isinstance(effect, DiscardMore):
                desk.first(replace(task, does=(effect,)))
            remember(desk, task, answer)
            discard(desk, seat, answer.card, shown=isinstance(effect, DiscardMore) or effect.fighter or effect.named)
        case Gain(), ChoosePiece():
            gained(desk, task, answer.piece, effect.amount)
        case Switch(), Move():
            switch(desk, seat, answer.piece, answer.dojo, answer.swaps)
        case Rearrange(), Move():
            left = tuple([piece for piece in effect.pieces if piece != answer.piece])
            desk.first(replace(task, does=(Rearrange(left),)))
            switch(desk, seat, answer.piece, answer.dojo, answer.swaps)
        case Transform(), ChoosePiece():
            become_next(desk, task, answer.piece)
        case BecomeOneOf(), ChooseCard():
            others = list(effect.cards)
            others.remove(answer.card)
            transform(desk, seat, effect.piece, effect.level, answer.card, (*effect.rest, *others))
        case PlayOrDiscard(), (PlayShown() | DiscardShown()):
            play_or_discard(desk, task, effect, answer)
        case Order(), ResolveFirst():
            trigger_order.put_first(desk, task, effect, answer)
        case Fate(), ChooseCard():
            trigger_order.decide_fate(desk, task, effect, answer)
        case _:
            assert isinstance(answer, Decline), (effect, answer)  # noqa: S101 - everything else is not on offer

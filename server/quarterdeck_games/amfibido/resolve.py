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


def run(resolution: Resolution) -> None:
    """Carry out what is on the agenda until nothing is left or a player is asked."""
    for task in resolution.due():
        if len(task.does) > 1:
            resolution.first(replace(task, does=task.does[1:]))
        carry_out(resolution, task, task.does[0])


def carry_out(resolution: Resolution, task: Task, effect: Effect) -> None:
    """Carry out a word, or ask its player."""
    seat = task.seat
    match effect:
        case Go():  # first, for it is most of what is carried out
            flow.go(resolution, effect.step)
        case Draw():
            draw(resolution, seat, effect.level)
        case DrawActive():
            level = active_level(resolution, task, effect)
            if level is not None:
                draw(resolution, seat, level)
        case Discard():
            ask_discard(resolution, task, effect)
        case DiscardMore():
            ask_more(resolution, task, effect)
        case MayDiscard():
            ask_whether(resolution, task, effect)
        case Gain():
            gain(resolution, task, effect)
        case GainPerDiscarded():
            gained(resolution, task, this_piece(resolution.state, task), effect.amount * len(task.discarded))
        case Switch():
            ask_where(resolution, task, effect)
        case Transform():
            ask_what_transforms(resolution, task, effect)
        case Retire():
            for piece in pieces_for(resolution.state, task, effect.what):
                retire(resolution, seat, piece)
        case ReturnFighter():
            fighter = fighter_here(resolution.state, task)
            if fighter is not None and not fighter.knocked_out:
                return_to(resolution, seat, fighter, Zone.HAND)
        case LookAt():
            look(resolution, task, effect)
        case RevealUntil():
            reveal_until(resolution, task, effect)
        case Boomerang():
            if task.combo is not None:
                resolution.record(BoomerangGained(seat=seat, card=task.card, piece=task.combo, by=task.card))
        case CloseDojo():
            found = find(resolution.state, seat, task.piece)
            if found is not None:
                resolution.record(DojoClosed(seat=seat, dojo=found[0]))
        case Bespoke():
            bespoke.BEGIN[effect.name](resolution, task, effect)
        case Become():
            become(resolution, task, effect.piece, effect.level)
        case Rearrange():
            rearrange(resolution, task, effect.pieces)
        case PlayOrDiscard():
            ask_to_play(resolution, task, effect)
        case Order():
            trigger_order.order(resolution, task, effect)
        case Fate():
            trigger_order.ask_fate(resolution, task, effect)
        case ActionOver():
            resolution.record(ActionDone(seat=seat, card=task.card))
        case BecomeOneOf():
            raise AssertionError("this word only waits for an answer")
        case _:
            assert_never(effect)


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

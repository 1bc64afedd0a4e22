"""The order of effects that are triggered at the same time in Amfibido (S3:316, AF-20, AF-38).

Their player is asked only if the order can matter: if two of them may change the same card or use the same deck.
Otherwise they are carried out from left to right, a fighter before its equipment.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import ChooseCard, PieceId, Prompt, ResolveFirst, Triggered, Zone
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido import effects as do
from quarterdeck_games.amfibido.cards.copies import active_levels
from quarterdeck_games.amfibido.operations import retire, return_to
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import Fighter, State, find
from quarterdeck_games.amfibido.targets import level_of, next_level, pieces_for, transformable
from quarterdeck_games.piles import distinct
from quarterdeck_games.two_seats import other


def order(resolution: Resolution, task: do.Task, effect: do.Order) -> None:
    """Carry out the next waiting text, or ask the player which is next."""
    waiting = effect.waiting
    if not waiting:
        return
    scarce = _scarce(resolution.state, waiting)
    reaches = [_reach(resolution.state, one, scarce) for one in waiting]
    for at, one in enumerate(waiting):
        if len(_meeting(reaches, at)) == 1:
            _carry_out(resolution, task, waiting, one)
            return
    options = distinct([ResolveFirst(piece=_name(waiting[at]), card=waiting[at].card) for at in _meeting(reaches, 0)])
    if len(options) == 1:  # two texts of one card: as they are written
        _carry_out(resolution, task, waiting, waiting[0])
        return
    resolution.ask(replace(task, card=waiting[0].card), effect, Prompt.WHICH_FIRST, options)


def put_first(resolution: Resolution, task: do.Task, effect: do.Order, answer: ResolveFirst) -> None:
    chosen = next(one for one in effect.waiting if _name(one) == answer.piece)
    _carry_out(resolution, task, effect.waiting, chosen)


def _carry_out(resolution: Resolution, task: do.Task, waiting: tuple[do.Task, ...], chosen: do.Task) -> None:
    rest = tuple([one for one in waiting if one is not chosen])
    if rest:
        resolution.first(replace(task, does=(do.Order(rest),)))
    if chosen.combo is None:
        resolution.record(Triggered(seat=chosen.seat, card=chosen.card))
    resolution.first(chosen)


def _name(task: do.Task) -> PieceId:
    name = task.piece if task.combo is None else task.combo
    return name if name is not None else PieceId(task.card)


class Reach(msgspec.Struct, frozen=True, gc=False):
    """Cards and decks that a text may affect."""

    cards: set[PieceId]
    """The cards in play that it may move, retire or transform, or that a player may choose for it."""

    decks: set[int]
    """The levels of the decks that it turns up cards of, or chooses among."""

    tops: set[int]
    """The levels of the decks from which it only draws: two draws have the same result in any order, unless cards run
    out.
    """

    refills: set[int]
    """The levels of the decks to which its discarded cards would return (AF-18): empty decks, and those that run out
    among the waiting texts.
    """


def _scarce(state: State, waiting: Sequence[do.Task]) -> frozenset[int]:
    """Return the levels of the decks that have fewer cards left than texts that want one. The order decides which text
    draws, so these texts do use the same deck (AF-54)."""
    draws = Counter(level for task in waiting for effect in task.does for level in _draws_from(state, effect))
    return frozenset(level for level, wanted in draws.items() if 0 < len(state.decks[level - 1]) < wanted)


def _draws_from(state: State, effect: do.Effect) -> tuple[int, ...]:
    """Return the level of the deck from which an effect draws the top card; an empty result if it does not draw, or if
    the level is chosen later."""
    if isinstance(effect, do.Draw):
        return (effect.level,)
    levels = active_levels(state.round) if isinstance(effect, do.DrawActive) else ()
    return levels if len(levels) == 1 else ()


def _reach(state: State, task: do.Task, scarce: frozenset[int]) -> Reach:
    reach = Reach(set(), set(), set(), set())
    for effect in task.does:
        match effect:
            case do.Retire():
                pieces = pieces_for(state, task, effect.what)
                reach.cards.update(pieces)
                reach.refills.update(_levels_short(state, task.seat, pieces, scarce))
            case do.Switch():
                reach.cards.update(pieces_for(state, task, effect.what))
            case do.Transform():
                pieces = transformable(state, task, effect)
                reach.cards.update(pieces)
                reach.decks.update(next_level(state, task.seat, piece) for piece in pieces)
                reach.refills.update(_levels_short(state, task.seat, pieces, scarce))
            case do.ReturnFighter():
                reach.cards.update(pieces_for(state, task, do.Which.FIGHTER_HERE))
            case do.MayDiscard() | do.Bespoke():
                reach.cards.update(pieces_for(state, task, do.Which.THIS))
            case do.Draw() | do.DrawActive():
                tops = _draws_from(state, effect)
                (reach.decks if scarce.intersection(tops) else reach.tops).update(tops)
                if not tops:
                    reach.decks.update(active_levels(state.round))
            case _:
                pass  # nothing that any other text that waits beside it could change
    return reach


def _levels_short(state: State, seat: Seat, pieces: Sequence[PieceId], scarce: frozenset[int]) -> set[int]:
    levels = {level_of(state, seat, piece) for piece in pieces}
    return {level for level in levels if level and (level in scarce or not state.decks[level - 1])}


def _meet(one: Reach, two: Reach) -> bool:
    same_deck = (one.decks | one.refills) & (two.decks | two.tops) or (two.decks | two.refills) & (one.decks | one.tops)
    return bool(one.cards & two.cards or same_deck)


def _meeting(reaches: Sequence[Reach], first: int) -> list[int]:
    """Return the indices of all tasks whose order relative to the first one can matter, directly or through others."""
    found = [first]
    for at in found:  # grows while it is walked
        found += [there for there, reach in enumerate(reaches) if there not in found and _meet(reaches[at], reach)]
    return sorted(found)


def ask_fate(resolution: Resolution, task: do.Task, effect: do.Fate) -> None:
    """Ask the player of a knocked-out fighter to choose between their own equipment, which would return it, and the
    opponent's sensei, which would discard it (AF-38)."""
    sensei = resolution.state.sides[other(task.seat)].sensei
    assert sensei is not None  # noqa: S101 - without one there is nothing to choose
    options = (ChooseCard(card=task.card), ChooseCard(card=sensei))
    resolution.ask(task, effect, Prompt.CHOOSE_A_FATE, options)


def decide_fate(resolution: Resolution, task: do.Task, effect: do.Fate, answer: ChooseCard) -> None:
    found = find(resolution.state, task.seat, effect.piece)
    if found is None or not isinstance(found[1], Fighter):
        return
    if answer.card == task.card:
        return_to(resolution, task.seat, found[1], Zone.HAND)
    else:
        retire(resolution, task.seat, effect.piece)

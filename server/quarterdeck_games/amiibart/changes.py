"""Prediction that a card's text would change nothing in the current state. Such a Spell or Power cannot be played
(AM-70), and such a question is not asked (AM-71). It predicts the later result of `resolve`; a test compares both."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games.amiibart import Kind, PieceId, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart import bespoke, effects
from quarterdeck_games.amiibart.cards.card import Card, Text, choices_of, has_effect, text_of
from quarterdeck_games.amiibart.effects import Effect, Task
from quarterdeck_games.amiibart.faces import ENERGY
from quarterdeck_games.amiibart.queries import (
    WITHOUT_TARGETS,
    attack_of,
    eligible,
    face_of_update,
    found_for,
    ways_of_text,
)
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import Fighter, Found, State, card_of, empty_slots, find, has
from quarterdeck_games.amiibart.trigger_order import POWER_USED, hazards
from quarterdeck_games.two_seats import other

NO_PIECE = PieceId("")
"""The target where nothing can be chosen."""


def ways_to_change(state: State, seat: Seat, card: Card, text: Text) -> Sequence[Pieces]:
    """Return every choice of targets with which a Spell or a Power would change anything, after it is paid for."""
    if text.is_sure:
        return ways_of_text(state, seat, text.choosing)
    if text.needed_targets:
        return WITHOUT_TARGETS if ways_of_text(state, seat, text.needed_targets) else ()
    if text.to_each is not None:
        (effect,) = text.does
        targets = eligible(state, text.to_each, seat, None)
        changed = CHANGED_TARGETS[type(effect)](state, Task(does=text.does, seat=seat, card=card.id), effect, targets)
        if text.choosing:
            return [(found[2].piece,) for found in changed]
        return WITHOUT_TARGETS if changed else ()
    ways = ways_of_text(state, seat, text.choosing)
    return [targets for targets in ways if _would_do_something(state, seat, card, text, targets)]


def _would_do_something(state: State, seat: Seat, card: Card, text: Text, targets: Pieces) -> bool:
    tried = Task(does=text.does, seat=seat, card=card.id, targets=targets, chosen_for=text.choosing)
    return any(would_change(state, tried, effect, card.cost) for effect in text.does)


def has_something_to_do(state: State, seat: Seat, card: Card, does: tuple[Effect, ...], targets: Pieces) -> bool:
    """True if a Spell or a Power would change anything if it is played with these targets, after it is paid for."""
    return _would_do_something(state, seat, card, text_of(does), targets)


def makes_a_difference(state: State, task: Task) -> bool:
    """True if the next choice of the player matters. It does not if no effect of the text up to there would change
    anything, for any choice (AM-71)."""
    who, *later = task.choosing
    if card_of(state, task.card).kind is Kind.POWER and hazards(state, POWER_USED[task.seat], None, None):
        return True  # they come between the choice and what is done (S0:149)
    open_to = [[one[2].piece for one in eligible(state, each, task.seat, task.piece)] for each in task.choosing]
    together = {who, *(each for each, pieces in zip(later, open_to[1:], strict=True) if set(pieces) & set(open_to[0]))}
    last = max(number for number, effect in enumerate(task.does) if together & set(choices_of((effect,))))
    for chosen in product(*[pieces or [NO_PIECE] for pieces in open_to]):
        tried = replace(task, targets=(*task.targets, *chosen), chosen_for=(*task.chosen_for, *task.choosing))
        if any(would_change(state, tried, effect) for effect in task.does[: last + 1]):
            return True
    return False


def would_change(state: State, task: Task, effect: Effect, paid: int = 0) -> bool:
    """True if an effect would change anything if it came next. `paid` is the part of its cost that is still to be
    paid."""
    kind = type(effect)
    if kind not in CHANGED_TARGETS:
        return CHANGES_THE_REST[kind](state, task, effect, paid)
    targets = found_for(state, task, effect.who)  # type: ignore[union-attr]  # all of these have targets
    return bool(CHANGED_TARGETS[kind](state, task, effect, targets))


def _always(state: State, task: Task, effect: Any, paid: int) -> bool:
    return True


def _summons(state: State, task: Task, effect: effects.Summon, paid: int) -> bool:
    return bool(empty_slots(state, task.seat))


def _recovers(state: State, task: Task, effect: effects.Recover, paid: int) -> bool:
    return any(card_of(state, card).kind is Kind.FIGHTER for card in state.sides[task.seat].discarded)


def _gives_energy(state: State, task: Task, effect: effects.GainEnergy, paid: int) -> bool:
    return task.seat == state.turn_seat and state.sides[task.seat].energy - paid < ENERGY


def _drains(state: State, task: Task, effect: effects.Drain, paid: int) -> bool:
    return state.sides[other(task.seat)].drained < ENERGY


def _breaks_hazards(state: State, task: Task, effect: effects.BreakHazards, paid: int) -> bool:
    return bool(state.sides[other(task.seat)].hazards)


def _breaks_a_stage(state: State, task: Task, effect: effects.BreakStage, paid: int) -> bool:
    return state.sides[other(task.seat)].stage is not None


def _does_something(state: State, task: Task, effect: effects.Bespoke, paid: int) -> bool:
    tried = Resolution(state)
    bespoke.WORDS[effect.name](tried, task)
    return bool(tried.events)


def _all_if_effective(state: State, task: Task, effect: effects.ToFighter, targets: list[Found]) -> list[Found]:
    return targets if has_effect(effect) else []


def _heals(state: State, task: Task, effect: effects.Heal, targets: list[Found]) -> list[Found]:
    cards = state.catalogue.by_face
    return [found for found in targets if found[2].health < cards[found[2].card].health]


def _gives(state: State, task: Task, effect: effects.Give, targets: list[Found]) -> list[Found]:
    return [found for found in targets if not has(state, found[2], effect.keyword)]


def _destroys(state: State, task: Task, effect: effects.Destroy, targets: list[Found]) -> list[Found]:
    return [found for found in targets if not found[2].doomed]


def _binds(state: State, task: Task, effect: effects.Bind, targets: list[Found]) -> list[Found]:
    return [found for found in targets if _has_more_than_is_printed(state, found[2])]


def _updates(state: State, task: Task, effect: effects.Update, targets: list[Found]) -> list[Found]:
    return [found for found in targets if face_of_update(state, found[0], effect.into) is not None]


def _any_counted(state: State, task: Task, effect: effects.DamagePer, targets: list[Found]) -> list[Found]:
    return targets if found_for(state, task, effect.per) else []


def _strikes(state: State, task: Task, effect: effects.Strike, targets: list[Found]) -> list[Found]:
    source = find(state, task.piece)
    return targets if source is not None and attack_of(state, *source) > 0 else []


def _has_more_than_is_printed(state: State, fighter: Fighter) -> bool:
    strengthened = fighter.attack or fighter.attack_now
    gained = fighter.keywords or fighter.keywords_now or fighter.keywords_basic
    return bool(strengthened or gained) or fighter.health > card_of(state, fighter.card).health


CHANGES_THE_REST: Mapping[type[Any], Callable[[State, Task, Any, int], bool]] = {
    effects.Summon: _summons,
    effects.Recover: _recovers,
    effects.GainEnergy: _gives_energy,
    effects.Drain: _drains,
    effects.BreakHazards: _breaks_hazards,
    effects.BreakStage: _breaks_a_stage,
    effects.Bespoke: _does_something,
    effects.Step: _always,
    effects.Go: _always,
}
CHANGED_TARGETS: Mapping[type[Any], Callable[[State, Task, Any, list[Found]], list[Found]]] = {
    effects.Damage: _all_if_effective,
    effects.DamagePer: _any_counted,
    effects.Strike: _strikes,
    effects.Heal: _heals,
    effects.Strengthen: _all_if_effective,
    effects.Give: _gives,
    effects.Destroy: _destroys,
    effects.Return: _all_if_effective,
    effects.Bind: _binds,
    effects.Update: _updates,
}
"""For each instruction, the function that returns the targets that it would change, or whether it would change
anything: tables, as in `resolve`.
"""

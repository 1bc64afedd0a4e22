"""Prediction if a card's text would change anything in the current state. Otherwise a Spell or a Power cannot be played
(AM-70) and a question is not asked (AM-71). It predicts the later result of `resolve`; a test compares the two."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games.amiibart import Kind, PieceId, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart import bespoke, effects
from quarterdeck_games.amiibart.cards.card import Card, Text, changes_anybody, choices_of, text_of
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

NOBODY = PieceId("")
"""The target where nothing can be chosen."""


def ways_to_change(state: State, seat: Seat, card: Card, text: Text) -> Sequence[Pieces]:
    """Return every choice of targets with which a Spell or a Power would change anything, after it is paid for."""
    if text.is_sure:
        return ways_of_text(state, seat, text.choosing)
    if text.if_anybody:
        return WITHOUT_TARGETS if ways_of_text(state, seat, text.if_anybody) else ()
    if text.to_each is not None:
        (effect,) = text.does
        everybody = eligible(state, text.to_each, seat, None)
        changed = WHOM_IT_CHANGES[type(effect)](state, Task(does=text.does, seat=seat, card=card.id), effect, everybody)
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
    for chosen in product(*[pieces or [NOBODY] for pieces in open_to]):
        tried = replace(task, targets=(*task.targets, *chosen), chosen_for=(*task.chosen_for, *task.choosing))
        if any(would_change(state, tried, effect) for effect in task.does[: last + 1]):
            return True
    return False


def would_change(state: State, task: Task, effect: Effect, paid: int = 0) -> bool:
    """True if an effect would change anything if it came next. `paid` is the part of its cost that is still to be
    paid."""
    kind = type(effect)
    if kind not in WHOM_IT_CHANGES:
        return CHANGES_THE_REST[kind](state, task, effect, paid)
    everybody = found_for(state, task, effect.who)  # type: ignore[union-attr]  # all of these say whom
    return bool(WHOM_IT_CHANGES[kind](state, task, effect, everybody))


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


def _anybody(state: State, task: Task, effect: effects.ToFighter, everybody: list[Found]) -> list[Found]:
    return everybody if changes_anybody(effect) else []


def _heals(state: State, task: Task, effect: effects.Heal, everybody: list[Found]) -> list[Found]:
    cards = state.catalogue.by_face
    return [found for found in everybody if found[2].health < cards[found[2].card].health]


def _gives(state: State, task: Task, effect: effects.Give, everybody: list[Found]) -> list[Found]:
    return [found for found in everybody if not has(state, found[2], effect.keyword)]


def _destroys(state: State, task: Task, effect: effects.Destroy, everybody: list[Found]) -> list[Found]:
    return [found for found in everybody if not found[2].doomed]


def _binds(state: State, task: Task, effect: effects.Bind, everybody: list[Found]) -> list[Found]:
    return [found for found in everybody if _has_more_than_is_printed(state, found[2])]


def _updates(state: State, task: Task, effect: effects.Update, everybody: list[Found]) -> list[Found]:
    return [found for found in everybody if face_of_update(state, found[0], effect.into) is not None]


def _counts_anybody(state: State, task: Task, effect: effects.DamagePer, everybody: list[Found]) -> list[Found]:
    return everybody if found_for(state, task, effect.per) else []


def _strikes(state: State, task: Task, effect: effects.Strike, everybody: list[Found]) -> list[Found]:
    source = find(state, task.piece)
    return everybody if source is not None and attack_of(state, *source) > 0 else []


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
WHOM_IT_CHANGES: Mapping[type[Any], Callable[[State, Task, Any, list[Found]], list[Found]]] = {
    effects.Damage: _anybody,
    effects.DamagePer: _counts_anybody,
    effects.Strike: _strikes,
    effects.Heal: _heals,
    effects.Strengthen: _anybody,
    effects.Give: _gives,
    effects.Destroy: _destroys,
    effects.Return: _anybody,
    effects.Bind: _binds,
    effects.Update: _updates,
}
"""For each instruction, the function that returns the targets that it would change, or whether it would change
anything: tables, as in `resolve`.
"""

"""Carrying out of card effects in Amiibart TCG: one loop, and one function for each effect."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Kind

from quarterdeck_games.amiibart import attacks, bespoke, effects, flow
from quarterdeck_games.amiibart.changes import NO_PIECE, makes_a_difference
from quarterdeck_games.amiibart.effects import Effect, Task
from quarterdeck_games.amiibart.faces import ENERGY
from quarterdeck_games.amiibart.operations import damage, doom, heal, send_back, summon, sweep, update
from quarterdeck_games.amiibart.queries import attack_of, eligible, found_for
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import HAZARD, POWER, STAGE, Found, card_of, find, has
from quarterdeck_games.amiibart.trigger_order import POWER_USED, hazards
from quarterdeck_games.amiibart.triggers import MOST_TRIGGERS
from quarterdeck_games.two_seats import other


def run(resolution: Resolution) -> None:
    """Do the tasks on the agenda until none is left or a player must be asked."""
    agenda = resolution.agenda
    while agenda and resolution.state.asked is None and resolution.state.ended is None:
        task = agenda.pop(0)
        if task.starts and not _still_holds(resolution, task):
            continue
        if task.choosing:
            _choose(resolution, task)
        elif task.starts:
            _begin(resolution, replace(task, starts=False))
        elif does := task.does:
            if len(does) > 1:
                resolution.first(replace(task, does=does[1:]))
            carry_out(resolution, task, does[0])


def _still_holds(resolution: Resolution, task: Task) -> bool:
    """True if a triggered text can still begin: its card and the Fighter that it is about are in play (AM-38)."""
    side = resolution.state.sides[task.seat]
    if resolution.state.chain >= MOST_TRIGGERS:
        if not resolution.state.cut:
            resolution.record(ab.LoopCut(seat=task.seat))
        return False
    kind = card_of(resolution.state, task.card).kind
    if kind is HAZARD:
        return task.card in side.hazards and (task.subject is None or find(resolution.state, task.subject) is not None)
    if kind is STAGE:
        return side.stage == task.card
    return kind is POWER or task.lingers or find(resolution.state, task.piece) is not None


def _choose(resolution: Resolution, task: Task) -> None:
    """Ask the player for a choice that a text needs. If there is no choice, or none that matters, the player is not
    asked (AM-57, AM-71)."""
    everybody = eligible(resolution.state, task.choosing[0], task.seat, task.piece)
    found = [one for one in everybody if one[2].piece not in task.targets]
    options = tuple([one[2].piece for one in found])
    if len(options) > 1 and makes_a_difference(resolution.state, task):
        resolution.ask(task, options)
        return
    if len(options) > 1:
        first = found[0][2]
        resolution.record(ab.HouseChose(seat=task.seat, about=task.card, piece=first.piece, card=first.card))
    resolution.first(resolution.answered(task, options[0] if options else NO_PIECE))


def _begin(resolution: Resolution, task: Task) -> None:
    kind = card_of(resolution.state, task.card).kind
    if kind is HAZARD:
        resolution.record(ab.HazardTripped(seat=task.seat, card=task.card))
    else:
        resolution.record(ab.Triggered(seat=task.seat, card=task.card))
    resolution.first(task)
    if kind is POWER:  # S0:149
        resolution.first(*hazards(resolution.state, POWER_USED[task.seat], None, None))


def carry_out(resolution: Resolution, task: Task, effect: Effect) -> None:
    """Carry out an effect of a card."""
    kind = type(effect)
    if kind in GOING_ON:
        GOING_ON[kind](resolution, task, effect)
        return
    if kind in TO_FIGHTER:
        to_fighter = TO_FIGHTER[kind]
        for found in found_for(resolution.state, task, effect.who):  # type: ignore[union-attr]  # all of these say whom
            to_fighter(resolution, task, effect, found)
    else:
        TO_THE_REST[kind](resolution, task, effect)
    if not task.attack:  # the damage of an attack is swept at the end of its step (AM-40)
        sweep(resolution)


def _summon(resolution: Resolution, task: Task, effect: effects.Summon) -> None:
    for _ in range(effect.count):
        summon(resolution, task.seat, effect.card)


def _gain_energy(resolution: Resolution, task: Task, effect: effects.GainEnergy) -> None:
    gained = min(effect.amount, ENERGY - resolution.state.sides[task.seat].energy)
    if task.seat == resolution.state.turn_seat and gained > 0:
        resolution.record(ab.EnergyChanged(seat=task.seat, amount=gained))


def _drain(resolution: Resolution, task: Task, effect: effects.Drain) -> None:
    resolution.record(ab.Drained(seat=other(task.seat), amount=effect.amount))


def _break_hazards(resolution: Resolution, task: Task, effect: effects.BreakHazards) -> None:
    for hazard in resolution.state.sides[other(task.seat)].hazards:
        resolution.record(ab.HazardLost(seat=other(task.seat), card=hazard))


def _break_stage(resolution: Resolution, task: Task, effect: effects.BreakStage) -> None:
    stage = resolution.state.sides[other(task.seat)].stage
    if stage is not None:
        resolution.record(ab.StageLost(seat=other(task.seat), card=stage))


def _recover(resolution: Resolution, task: Task, effect: effects.Recover) -> None:
    discarded = resolution.state.sides[task.seat].discarded
    fighters = [card for card in reversed(discarded) if card_of(resolution.state, card).kind is Kind.FIGHTER]
    for card in fighters[: effect.count]:
        resolution.record(ab.Recovered(seat=task.seat, card=card))


def _bespoke(resolution: Resolution, task: Task, effect: effects.Bespoke) -> None:
    bespoke.WORDS[effect.name](resolution, task)


def _damage(resolution: Resolution, task: Task, effect: effects.Damage, found: Found) -> None:
    hit(resolution, task, found, effect.amount)


def _damage_per(resolution: Resolution, task: Task, effect: effects.DamagePer, found: Found) -> None:
    hit(resolution, task, found, effect.amount * len(found_for(resolution.state, task, effect.per)))


def _strike(resolution: Resolution, task: Task, effect: effects.Strike, found: Found) -> None:
    source = find(resolution.state, task.piece)
    hit(resolution, task, found, 0 if source is None else attack_of(resolution.state, *source))


def _heal(resolution: Resolution, task: Task, effect: effects.Heal, found: Found) -> None:
    heal(resolution, found, effect.amount, task.card)


def _strengthen(resolution: Resolution, task: Task, effect: effects.Strengthen, found: Found) -> None:
    seat, _, fighter = found
    resolution.record(
        ab.Strengthened(
            seat=seat,
            piece=fighter.piece,
            card=fighter.card,
            attack=effect.attack,
            health=effect.health,
            until_end=effect.until_end,
        )
    )


def _give(resolution: Resolution, task: Task, effect: effects.Give, found: Found) -> None:
    seat, _, fighter = found
    if not has(resolution.state, fighter, effect.keyword):
        resolution.record(
            ab.KeywordGained(
                seat=seat,
                piece=fighter.piece,
                card=fighter.card,
                keyword=effect.keyword,
                until_end=effect.until_end,
                basic=effect.basic,
            )
        )


def _destroy(resolution: Resolution, task: Task, effect: effects.Destroy, found: Found) -> None:
    doom(resolution, found)


def _return(resolution: Resolution, task: Task, effect: effects.Return, found: Found) -> None:
    send_back(resolution, found)


def _bind(resolution: Resolution, task: Task, effect: effects.Bind, found: Found) -> None:
    seat, _, fighter = found
    resolution.record(ab.Bound(seat=seat, piece=fighter.piece, card=fighter.card))


def _update(resolution: Resolution, task: Task, effect: effects.Update, found: Found) -> None:
    update(resolution, found, effect.into)


def hit(resolution: Resolution, task: Task, found: Found, amount: int) -> None:
    """Deal the damage of an effect. If it is an attack, armour reduces it, and it may have Instakill (S0:157)."""
    if task.attack:
        attacks.strike(resolution, found, amount, task.card, task.piece)
    else:
        damage(resolution, found, amount, task.card, task.piece)


GOING_ON: Mapping[type[Any], Callable[[Resolution, Task, Any], None]] = {
    effects.Step: attacks.step,
    effects.Go: flow.go,
}
"""The steps of the game that no card text causes. These are tables, and a test checks that they have every step:
`match` compares one class after the other, and each comparison costs as much as a function call.
"""

TO_THE_REST: Mapping[type[Any], Callable[[Resolution, Task, Any], None]] = {
    effects.Summon: _summon,
    effects.Recover: _recover,
    effects.GainEnergy: _gain_energy,
    effects.Drain: _drain,
    effects.BreakHazards: _break_hazards,
    effects.BreakStage: _break_stage,
    effects.Bespoke: _bespoke,
}
"""The functions for effects that do not apply to one Fighter after the other."""

TO_FIGHTER: Mapping[type[Any], Callable[[Resolution, Task, Any, Found], None]] = {
    effects.Damage: _damage,
    effects.DamagePer: _damage_per,
    effects.Strike: _strike,
    effects.Heal: _heal,
    effects.Strengthen: _strengthen,
    effects.Give: _give,
    effects.Destroy: _destroy,
    effects.Return: _return,
    effects.Bind: _bind,
    effects.Update: _update,
}
"""The functions for effects on a Fighter."""

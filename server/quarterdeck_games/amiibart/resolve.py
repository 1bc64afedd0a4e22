"""Carrying effects out: one loop, and one case for each word."""

from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Kind

from quarterdeck_games.amiibart import attacks, bespoke, effects, flow, trigger_order
from quarterdeck_games.amiibart.changes import NOBODY, makes_a_difference
from quarterdeck_games.amiibart.effects import Effect, Task, Who
from quarterdeck_games.amiibart.operations import damage, doom, heal, send_back, summon, sweep, update
from quarterdeck_games.amiibart.queries import Found, attack_of, eligible, found_for
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import ENERGY, card_of, find, has, other
from quarterdeck_games.amiibart.triggers import MOST_TRIGGERS, When


def run(desk: Resolution) -> None:
    """Carry out what is on the agenda until nothing is left or a player is asked."""
    while desk.agenda and desk.state.asked is None and desk.state.ended is None:
        task = desk.agenda.pop(0)
        if task.starts and not _still_holds(desk, task):
            continue
        if task.choosing:
            _choose(desk, task)
            continue
        if task.starts:
            _begin(desk, replace(task, starts=False))
            continue
        if len(task.does) > 1:
            desk.first(replace(task, does=task.does[1:]))
        if task.does:
            carry_out(desk, task, task.does[0])


def _still_holds(desk: Resolution, task: Task) -> bool:
    """Say whether what was set off can still begin: its card is in play, and what it is about (AM-38)."""
    side = desk.state.sides[task.seat]
    if desk.state.chain >= MOST_TRIGGERS:
        if not desk.state.cut:
            desk.record(ab.LoopCut(seat=task.seat))
        return False
    match card_of(desk.state, task.card).kind:
        case Kind.HAZARD:
            return task.card in side.hazards and (task.subject is None or find(desk.state, task.subject) is not None)
        case Kind.STAGE:
            return side.stage == task.card
        case Kind.POWER:
            return True
        case _:
            return task.lingers or find(desk.state, task.piece) is not None


def _choose(desk: Resolution, task: Task) -> None:
    """Let the text's owner choose; where there is no choice, or none that matters, nobody is asked (AM-57, AM-71)."""
    everybody = eligible(desk.state, task.choosing[0], task.seat, task.piece)
    found = [one for one in everybody if one[2].piece not in task.targets]
    options = tuple([one[2].piece for one in found])
    if len(options) > 1 and makes_a_difference(desk.state, task):
        desk.ask(task, options)
        return
    if len(options) > 1:
        first = found[0][2]
        desk.record(ab.HouseChose(seat=task.seat, about=task.card, piece=first.piece, card=first.card))
    desk.first(desk.answered(task, options[0] if options else NOBODY))


def _begin(desk: Resolution, task: Task) -> None:
    kind = card_of(desk.state, task.card).kind
    if kind is Kind.HAZARD:
        desk.record(ab.HazardTripped(seat=task.seat, card=task.card))
    else:
        desk.record(ab.Triggered(seat=task.seat, card=task.card))
    desk.first(task)
    if kind is Kind.POWER:  # S0:149
        desk.first(*trigger_order.hazards(desk.state, {other(task.seat): (When.OPPOSING_POWER,)}, None, None))


def carry_out(desk: Resolution, task: Task, effect: Effect) -> None:
    """Do what a word says."""
    match effect:
        case effects.Step():
            attacks.step(desk, task, effect.number)
            return
        case effects.Go():
            flow.go(desk, task, effect.to)
            return
        case effects.Summon():
            for _ in range(effect.count):
                summon(desk, task.seat, effect.card)
        case effects.Recover():
            _recover(desk, task, effect)
        case effects.GainEnergy():
            side = desk.state.sides[task.seat]
            gained = min(effect.amount, ENERGY - side.energy)
            if task.seat == desk.state.turn_seat and gained > 0:
                desk.record(ab.EnergyChanged(seat=task.seat, amount=gained))
        case effects.Drain():
            desk.record(ab.Drained(seat=other(task.seat), amount=effect.amount))
        case effects.BreakHazards():
            for hazard in desk.state.sides[other(task.seat)].hazards:
                desk.record(ab.HazardLost(seat=other(task.seat), card=hazard))
        case effects.BreakStage():
            stage = desk.state.sides[other(task.seat)].stage
            if stage is not None:
                desk.record(ab.StageLost(seat=other(task.seat), card=stage))
        case effects.Bespoke():
            bespoke.WORDS[effect.name](desk, task)
        case (
            effects.Damage()
            | effects.DamagePer()
            | effects.Strike()
            | effects.Heal()
            | effects.Strengthen()
            | effects.Give()
            | effects.Destroy()
            | effects.Return()
            | effects.Bind()
            | effects.Update()
        ):
            for found in found_for(desk.state, task, effect.who):
                to_fighter(desk, task, effect, found)
        case _:
            assert_never(effect)
    if not task.attack:  # the damage of an attack is swept at the end of its step (AM-40)
        sweep(desk)


def to_fighter(desk: Resolution, task: Task, effect: effects.ToFighter, found: Found) -> None:
    """Do what a word says to one Fighter."""
    seat, _, fighter = found
    piece, card = fighter.piece, fighter.card
    match effect:
        case effects.Damage():
            hit(desk, task, found, effect.amount)
        case effects.DamagePer():
            hit(desk, task, found, effect.amount * _count(desk, task, effect.per))
        case effects.Strike():
            source = find(desk.state, task.piece)
            hit(desk, task, found, 0 if source is None else attack_of(desk.state, *source))
        case effects.Heal():
            heal(desk, found, effect.amount, task.card)
        case effects.Strengthen():
            desk.record(
                ab.Strengthened(
                    seat=seat,
                    piece=piece,
                    card=card,
                    attack=effect.attack,
                    health=effect.health,
                    until_end=effect.until_end,
                )
            )
        case effects.Give():
            if not has(desk.state, fighter, effect.keyword):
                desk.record(
                    ab.KeywordGained(
                        seat=seat, piece=piece, card=card, keyword=effect.keyword, until_end=effect.until_end
                    )
                )
        case effects.Destroy():
            doom(desk, found)
        case effects.Return():
            send_back(desk, found)
        case effects.Bind():
            desk.record(ab.Bound(seat=seat, piece=piece, card=card))
        case effects.Update():
            update(desk, found, effect.into)
        case _:
            assert_never(effect)


def hit(desk: Resolution, task: Task, found: Found, amount: int) -> None:
    """Deal an effect's damage; an attack's is stopped by armour, and may be Instakill (S0:157)."""
    if task.attack:
        attacks.strike(desk, found, amount, task.card, task.piece)
    else:
        damage(desk, found, amount, task.card, task.piece)


def _count(desk: Resolution, task: Task, per: Who) -> int:
    return len(found_for(desk.state, task, per))


def _recover(desk: Resolution, task: Task, effect: effects.Recover) -> None:
    discarded = desk.state.sides[task.seat].discarded
    fighters = [card for card in reversed(discarded) if card_of(desk.state, card).kind is Kind.FIGHTER]
    for card in fighters[: effect.count]:
        desk.record(ab.Recovered(seat=task.seat, card=card))

"""Carrying effects out: one loop, and one case for each word."""

from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Kind

from quarterdeck_games.amiibart import attacks, bespoke, effects, flow
from quarterdeck_games.amiibart.changes import NOBODY, makes_a_difference
from quarterdeck_games.amiibart.effects import Effect, Task, Who
from quarterdeck_games.amiibart.operations import damage, doom, heal, send_back, summon, sweep, update
from quarterdeck_games.amiibart.queries import attack_of, eligible, found_for
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import ENERGY, Found, card_of, find, has
from quarterdeck_games.amiibart.trigger_order import POWER_USED, hazards
from quarterdeck_games.amiibart.triggers import MOST_TRIGGERS
from quarterdeck_games.two_seats import other


def run(resolution: Resolution) -> None:
    """Carry out what is on the agenda until nothing is left or a player is asked."""
    for task in resolution.due():
        if task.starts and not _still_holds(resolution, task):
            continue
        if task.choosing:
            _choose(resolution, task)
            continue
        if task.starts:
            _begin(resolution, replace(task, starts=False))
            continue
        if len(task.does) > 1:
            resolution.first(replace(task, does=task.does[1:]))
        if task.does:
            carry_out(resolution, task, task.does[0])


def _still_holds(resolution: Resolution, task: Task) -> bool:
    """Return whether what was set off can still begin: its card is in play, and what it is about (AM-38)."""
    side = resolution.state.sides[task.seat]
    if resolution.state.chain >= MOST_TRIGGERS:
        if not resolution.state.cut:
            resolution.record(ab.LoopCut(seat=task.seat))
        return False
    match card_of(resolution.state, task.card).kind:
        case Kind.HAZARD:
            return task.card in side.hazards and (
                task.subject is None or find(resolution.state, task.subject) is not None
            )
        case Kind.STAGE:
            return side.stage == task.card
        case Kind.POWER:
            return True
        case _:
            return task.lingers or find(resolution.state, task.piece) is not None


def _choose(resolution: Resolution, task: Task) -> None:
    """Let the text's owner choose; where there is no choice, or none that matters, nobody is asked (AM-57, AM-71)."""
    everybody = eligible(resolution.state, task.choosing[0], task.seat, task.piece)
    found = [one for one in everybody if one[2].piece not in task.targets]
    options = tuple([one[2].piece for one in found])
    if len(options) > 1 and makes_a_difference(resolution.state, task):
        resolution.ask(task, options)
        return
    if len(options) > 1:
        first = found[0][2]
        resolution.record(ab.HouseChose(seat=task.seat, about=task.card, piece=first.piece, card=first.card))
    resolution.first(resolution.answered(task, options[0] if options else NOBODY))


def _begin(resolution: Resolution, task: Task) -> None:
    kind = card_of(resolution.state, task.card).kind
    if kind is Kind.HAZARD:
        resolution.record(ab.HazardTripped(seat=task.seat, card=task.card))
    else:
        resolution.record(ab.Triggered(seat=task.seat, card=task.card))
    resolution.first(task)
    if kind is Kind.POWER:  # S0:149
        resolution.first(*hazards(resolution.state, POWER_USED[task.seat], None, None))


def carry_out(resolution: Resolution, task: Task, effect: Effect) -> None:
    """Carry out a word."""
    match effect:
        case effects.Step():
            attacks.step(resolution, task, effect.number)
            return
        case effects.Go():
            flow.go(resolution, task, effect.to)
            return
        case effects.OnFighters():
            for found in found_for(resolution.state, task, effect.who):
                to_fighter(resolution, task, effect, found)
        case effects.Summon():
            for _ in range(effect.count):
                summon(resolution, task.seat, effect.card)
        case effects.Recover():
            _recover(resolution, task, effect)
        case effects.GainEnergy():
            side = resolution.state.sides[task.seat]
            gained = min(effect.amount, ENERGY - side.energy)
            if task.seat == resolution.state.turn_seat and gained > 0:
                resolution.record(ab.EnergyChanged(seat=task.seat, amount=gained))
        case effects.Drain():
            resolution.record(ab.Drained(seat=other(task.seat), amount=effect.amount))
        case effects.BreakHazards():
            for hazard in resolution.state.sides[other(task.seat)].hazards:
                resolution.record(ab.HazardLost(seat=other(task.seat), card=hazard))
        case effects.BreakStage():
            stage = resolution.state.sides[other(task.seat)].stage
            if stage is not None:
                resolution.record(ab.StageLost(seat=other(task.seat), card=stage))
        case effects.Bespoke():
            bespoke.WORDS[effect.name](resolution, task)
        case _:
            assert_never(effect)
    if not task.attack:  # the damage of an attack is swept at the end of its step (AM-40)
        sweep(resolution)


def to_fighter(resolution: Resolution, task: Task, effect: effects.ToFighter, found: Found) -> None:
    """Carry out a word on one Fighter."""
    seat, _, fighter = found
    piece, card = fighter.piece, fighter.card
    match effect:
        case effects.Damage():
            hit(resolution, task, found, effect.amount)
        case effects.DamagePer():
            hit(resolution, task, found, effect.amount * _count(resolution, task, effect.per))
        case effects.Strike():
            source = find(resolution.state, task.piece)
            hit(resolution, task, found, 0 if source is None else attack_of(resolution.state, *source))
        case effects.Heal():
            heal(resolution, found, effect.amount, task.card)
        case effects.Strengthen():
            resolution.record(
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
            if not has(resolution.state, fighter, effect.keyword):
                resolution.record(
                    ab.KeywordGained(
                        seat=seat,
                        piece=piece,
                        card=card,
                        keyword=effect.keyword,
                        until_end=effect.until_end,
                        basic=effect.basic,
                    )
                )
        case effects.Destroy():
            doom(resolution, found)
        case effects.Return():
            send_back(resolution, found)
        case effects.Bind():
            resolution.record(ab.Bound(seat=seat, piece=piece, card=card))
        case effects.Update():
            update(resolution, found, effect.into)
        case _:
            assert_never(effect)


def hit(resolution: Resolution, task: Task, found: Found, amount: int) -> None:
    """Deal an effect's damage; an attack's is stopped by armour, and may be Instakill (S0:157)."""
    if task.attack:
        attacks.strike(resolution, found, amount, task.card, task.piece)
    else:
        damage(resolution, found, amount, task.card, task.piece)


def _count(resolution: Resolution, task: Task, per: Who) -> int:
    return len(found_for(resolution.state, task, per))


def _recover(resolution: Resolution, task: Task, effect: effects.Recover) -> None:
    discarded = resolution.state.sides[task.seat].discarded
    fighters = [card for card in reversed(discarded) if card_of(resolution.state, card).kind is Kind.FIGHTER]
    for card in fighters[: effect.count]:
        resolution.record(ab.Recovered(seat=task.seat, card=card))

"""An attack in Amiibart TCG in its eight numbered steps (S0:130…141), which `triggers.ATTACK` contains as a table."""

from quarterdeck_protocol.games.amiibart import Attacked, AttackEnded, CardId, Fizzled, PieceId, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import SpecialAttack, all_effects, choices_of
from quarterdeck_games.amiibart.effects import Damage, DamagePer, Effect, Side, Step, Strike, Task, Which
from quarterdeck_games.amiibart.operations import damage, doom, hurt, lifesteal, sweep
from quarterdeck_games.amiibart.queries import armour_of, attack_of, found_for
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import INSTAKILL, LIFESTEAL, Fight, Found, State, card_of, find, has
from quarterdeck_games.amiibart.trigger_order import at_step, has_attack_triggers
from quarterdeck_games.amiibart.triggers import ATTACK, DAMAGE_STEP, LAST_STEP

_STEPS = tuple([(Step(row.step),) for row in ATTACK])
_REACHES_ALL = (Which.ALL, Which.LEFTMOST, Which.RIGHTMOST, Which.WEAKEST, Which.STRONGEST, Which.ACROSS)


def begin(resolution: Resolution, seat: Seat, piece: PieceId, number: int | None, chosen: Pieces) -> None:
    """Declare an attack and pay for it (AM-54); then follow the eight steps."""
    found = find(resolution.state, piece)
    assert found is not None  # noqa: S101 - it has been checked
    _, slot, fighter = found
    cost, targets = 0, chosen
    if number is not None:
        attack = card_of(resolution.state, fighter.card).attacks[number]
        cost = attack.cost
        task = _task(seat, piece, fighter.card, slot, attack, attack.does, chosen)
        targets = _attacked(resolution.state, task, chosen)
    met = [found for target in targets if (found := find(resolution.state, target)) is not None]
    resolution.record(
        Attacked(
            seat=seat,
            card=fighter.card,
            piece=piece,
            targets=targets,
            target_cards=tuple([one[2].card for one in met]),
            chosen=chosen,
            attack=number,
            cost=cost,
        )
    )
    steps = _STEPS
    fight = resolution.state.fight
    is_silent = fight is not None and number is None and not has_attack_triggers(resolution.state, seat)
    if fight is not None and is_silent:
        _both_strike(resolution, fight)
        steps = _STEPS[LAST_STEP - 1 :]
    resolution.last(*[Task(does=does, seat=seat, card=fighter.card, piece=piece, slot=slot) for does in steps])
    if is_silent:
        sweep(resolution)


def _task(
    seat: Seat,
    piece: PieceId,
    card: CardId,
    slot: int,
    attack: SpecialAttack,
    does: tuple[Effect, ...],
    chosen: Pieces,
) -> Task:
    return Task(
        does=does,
        seat=seat,
        card=card,
        piece=piece,
        slot=slot,
        targets=chosen,
        chosen_for=choices_of(all_effects(attack)),
        attack=does is attack.does,
    )


def _attacked(state: State, task: Task, chosen: Pieces) -> Pieces:
    """Return the Fighters that a special attack attacks: the opposing Fighters that are its targets, and all that its
    damage is for."""
    pieces = {piece: None for piece in chosen if (found := find(state, piece)) and found[0] != task.seat}
    for effect in task.does:
        if not isinstance(effect, Damage | DamagePer | Strike) or effect.who.side is Side.FRIENDLY:
            continue
        if effect.who.which in _REACHES_ALL:
            pieces |= {one[2].piece: None for one in found_for(state, task, effect.who) if one[0] != task.seat}
    return tuple(pieces)


def step(resolution: Resolution, task: Task, effect: Step) -> None:
    """Carry out one step of an attack, and the next ones as long as no text is triggered. Most attacks pass through all
    eight steps without any trigger."""
    agenda, number = resolution.agenda, effect.number
    while True:
        said = _said_at(resolution, number)
        if said:
            resolution.first(*said)
        if not agenda or number == LAST_STEP or agenda[0].does != _STEPS[number]:
            return
        del agenda[0]
        number += 1


def _said_at(resolution: Resolution, number: int) -> list[Task]:
    """Carry out one step of an attack, and return the tasks that it triggers."""
    fight = resolution.state.fight
    if fight is None:
        return []
    if number == LAST_STEP:
        resolution.record(AttackEnded(seat=fight.seat))
        return []
    if fight.fizzled:
        return []
    if number == DAMAGE_STEP:
        if _is_lost(resolution.state, fight):  # 5 to 7 are skipped; those before are about the attack (AM-39)
            resolution.record(Fizzled(seat=fight.seat, card=fight.card))
            return []
        if fight.attack is None:
            _both_strike(resolution, fight)
    elif number == DAMAGE_STEP + 1:
        sweep(resolution)  # the dead leave together at the end of step 5 (AM-40)
    state = resolution.state
    said = [] if fight.attack is None else _own_text(state, fight, fight.attack, number)
    return at_step(state, ATTACK[number - 1], said)


def _own_text(state: State, fight: Fight, attack: int, number: int) -> list[Task]:
    """Return the tasks of the special attack's own text at a step."""
    special = card_of(state, fight.card).attacks[attack]
    match number:
        case 3 if not _is_lost(state, fight):
            does = special.used
        case 5:
            does = special.does
        case 7:
            does = special.after
        case _:
            return []
    return [_task(fight.seat, fight.piece, fight.card, fight.slot, special, does, fight.chosen)]


def _is_lost(state: State, fight: Fight) -> bool:
    """True if the attacker or all its targets have left play (AM-39)."""
    if find(state, fight.piece) is None:
        return True
    return bool(fight.chosen) and all(find(state, piece) is None for piece in fight.chosen)


def _both_strike(resolution: Resolution, fight: Fight) -> None:
    """Carry out step 5 of a basic attack: both Fighters are damaged, and only then Lifesteal heals (S0:124, S0:153).
    The damage that the target deals back is not an attack, so armour does not reduce it (AM-69)."""
    attacker, target = find(resolution.state, fight.piece), find(resolution.state, fight.targets[0])
    assert attacker is not None  # noqa: S101 - else it would have fizzled
    assert target is not None  # noqa: S101 - the same
    there = attack_of(resolution.state, *attacker) - armour_of(resolution.state, *target)
    back = attack_of(resolution.state, *target)
    hurt(resolution, target, there, fight.card)
    hurt(resolution, attacker, back, target[2].card)
    for (_, _, fighter), dealt in ((attacker, there), (target, back)):
        if has(resolution.state, fighter, LIFESTEAL):
            lifesteal(resolution, fighter.piece, dealt)
    if has(resolution.state, attacker[2], INSTAKILL):
        doom(resolution, target)


def strike(resolution: Resolution, found: Found, amount: int, card: CardId, source: PieceId | None) -> None:
    """Damage a Fighter by a special attack. Armour reduces the damage; Instakill kills at any damage (AM-43)."""
    dealer = find(resolution.state, source)
    kills = dealer is not None and has(resolution.state, dealer[2], INSTAKILL)
    damage(resolution, found, amount - armour_of(resolution.state, *found), card, source)
    if kills:
        doom(resolution, found)

"""Outlooks (previews) of a basic attack in Amiibart TCG: the damage to both Fighters, and their deaths.

They do not include texts and Hazards that the attack triggers, which may still change the result.
"""

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck_protocol.games.amiibart import Action, Attack, PieceId
from quarterdeck_protocol.messages import Outlook

from quarterdeck_games.amiibart.queries import armour_of, attack_of
from quarterdeck_games.amiibart.state import INSTAKILL, LIFESTEAL, Found, State, card_of, find, has


class _Numbers(NamedTuple):
    """Attack and damage reduction of a Fighter, computed once for all attacks."""

    attack: int
    armour: int
    health: int
    printed: int
    steals_life: bool
    kills: bool


def outlooks(state: State, choices: Sequence[Action]) -> tuple[Outlook | None, ...]:
    """Return the outlook of each basic attack. For special attacks, cards and Powers there is none, because their texts
    state the effect."""
    known: dict[PieceId, _Numbers] = {}
    found = [_of_attack(state, known, choice) if isinstance(choice, Attack) else None for choice in choices]
    return tuple(found) if any(found) else ()


def _of_attack(state: State, known: dict[PieceId, _Numbers], attack: Attack) -> Outlook | None:
    for piece in (attack.piece, attack.target):
        if piece not in known:
            found = find(state, piece)
            if found is None:
                return None
            known[piece] = _numbers(state, found)
    attacker, target = known[attack.piece], known[attack.target]
    there = max(0, attacker.attack - target.armour)  # S0:124, AM-69
    return Outlook(
        power=there,
        against=target.attack,
        removes=attacker.kills or _health_after(target, there, target.attack) <= 0,
        dies=_health_after(attacker, target.attack, there) <= 0,
    )


def _numbers(state: State, found: Found) -> _Numbers:
    fighter = found[2]
    return _Numbers(
        attack=attack_of(state, *found),
        armour=armour_of(state, *found),
        health=fighter.health,
        printed=card_of(state, fighter.card).health,
        steals_life=has(state, fighter, LIFESTEAL),
        kills=has(state, fighter, INSTAKILL),
    )


def _health_after(fighter: _Numbers, taken: int, dealt: int) -> int:
    """Return the Health of a Fighter after damage, and after healing if it has Lifesteal (AM-41, AM-48)."""
    health = fighter.health - taken
    return health + max(0, min(dealt, fighter.printed - health)) if fighter.steals_life else health

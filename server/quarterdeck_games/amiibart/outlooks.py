"""What would follow from a basic attack by what stands now: what both would be dealt, and who would die of it.

Texts and Hazards that the attack sets off are not in it: they may still change everything.
"""

from collections.abc import Sequence

from quarterdeck_protocol.games.amiibart import Action, Attack, Keyword
from quarterdeck_protocol.messages import Outlook

from quarterdeck_games.amiibart.queries import Found, armour_of, attack_of
from quarterdeck_games.amiibart.state import Fighter, State, card_of, find, has


def outlooks(state: State, choices: Sequence[Action]) -> tuple[Outlook | None, ...]:
    """Return for each basic attack what it would come to; special attacks, cards and Powers say it in their texts."""
    found = [_of_attack(state, choice) if isinstance(choice, Attack) else None for choice in choices]
    return tuple(found) if any(found) else ()


def _of_attack(state: State, attack: Attack) -> Outlook | None:
    attacker, target = find(state, attack.piece), find(state, attack.target)
    if attacker is None or target is None:
        return None
    there = max(0, attack_of(state, *attacker) - armour_of(state, *target))  # S0:124, AM-69
    back = attack_of(state, *target)
    return Outlook(
        power=there,
        against=back,
        removes=has(state, attacker[2], Keyword.INSTAKILL) or _health_after(state, target, there, back) <= 0,
        dies=_health_after(state, attacker, back, there) <= 0,
    )


def _health_after(state: State, found: Found, taken: int, dealt: int) -> int:
    """Return what is left of a Fighter's Health when it has been damaged, and then healed if it has Lifesteal (AM-41,
    AM-48)."""
    fighter: Fighter = found[2]
    health = fighter.health - taken
    if has(state, fighter, Keyword.LIFESTEAL):
        health += max(0, min(dealt, card_of(state, fighter.card).health - health))
    return health

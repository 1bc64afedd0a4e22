"""Outlooks of an attack in the present state: attack against defense, and the fall of the target.

Reactions of the attacked player are not in it: they depend on a hand, which nobody else sees.
"""

from collections.abc import Sequence

from quarterdeck_protocol.games.myacards import Action, Attack
from quarterdeck_protocol.messages import Outlook

from quarterdeck_games.myacards.attacks import ranked
from quarterdeck_games.myacards.field import where
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.myacards.state import State


def outlooks(state: State, choices: Sequence[Action]) -> tuple[Outlook | None, ...]:
    """Return for each attack how it would be decided; nothing of one that leaves its target open."""
    if not any(isinstance(choice, Attack) for choice in choices):
        return ()
    reading = state.field
    found = [_of_attack(state, reading, choice) if isinstance(choice, Attack) else None for choice in choices]
    return tuple(found) if any(found) else ()


def _of_attack(state: State, reading: FieldQueries, attack: Attack) -> Outlook | None:
    zone = where(state.board, attack.piece)
    at = where(state.board, attack.targets[0]) if len(attack.targets) == 1 else None
    attacker = None if zone is None else state.board[zone]
    target = None if at is None else state.board[at]
    if zone is None or at is None or attacker is None or target is None:
        return None
    power, defense, falls = ranked(state, reading, (zone, attacker), (at, target))
    return Outlook(power=power, against=defense, removes=falls)

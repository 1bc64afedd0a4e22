"""Outlooks (previews) of an attack in MYACARDS: attack against defense, and if the target is removed.

They do not include reactions of the attacked player, which depend on a hidden hand.
"""

from collections.abc import Sequence

from quarterdeck_protocol.games.myacards import Action, Attack
from quarterdeck_protocol.messages import Outlook

from quarterdeck_games.myacards.attacks import ranked
from quarterdeck_games.myacards.field import where
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.myacards.state import State


def outlooks(state: State, choices: Sequence[Action]) -> tuple[Outlook | None, ...]:
    """Return the outlook of each attack; none for an attack whose target is still open."""
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

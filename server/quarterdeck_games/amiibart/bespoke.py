"""Effects that only one card of Amiibart TCG has, by name (decision 9)."""

from collections.abc import Callable, Mapping

from quarterdeck_games.amiibart.effects import Task, Which, Who
from quarterdeck_games.amiibart.operations import damage
from quarterdeck_games.amiibart.queries import found_for
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import card_of, find


def _returned_pain(resolution: Resolution, task: Task) -> None:
    """Deal this Fighter's lost Health as damage to the Fighter across."""
    source = find(resolution.state, task.piece)
    if source is not None:
        lost = card_of(resolution.state, source[2].card).health - source[2].health
        for found in found_for(resolution.state, task, Who(Which.ACROSS)):
            damage(resolution, found, lost, task.card, task.piece)


WORDS: Mapping[str, Callable[[Resolution, Task], None]] = {"returned_pain": _returned_pain}
"""The function for each card with a text of its own."""

"""Complete actions for choices that leave a field open."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.open_choices import ONE_OF_FIELD


def complete(choices: Sequence[Any]) -> list[Any]:
    """Return the complete actions of these choices. A choice that leaves a field open stands for one action for each
    value."""
    actions: list[Any] = []
    for choice in choices:
        field = getattr(choice, ONE_OF_FIELD, None)
        if field is None:
            actions.append(choice)
        else:
            actions += [replace(choice, **{ONE_OF_FIELD: None, field: (one,)}) for one in getattr(choice, field)]
    return actions

"""Complete actions of choices that leave a field open."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from quarterdeck_protocol.open_choices import ONE_OF_FIELD


def complete(choices: Sequence[Any]) -> list[Any]:
    """Return the complete actions that choices stand for: themselves, or one for each that they leave open."""
    actions: list[Any] = []
    for choice in choices:
        field = getattr(choice, ONE_OF_FIELD, None)
        if field is None:
            actions.append(choice)
        else:
            actions += [replace(choice, **{ONE_OF_FIELD: None, field: (one,)}) for one in getattr(choice, field)]
    return actions

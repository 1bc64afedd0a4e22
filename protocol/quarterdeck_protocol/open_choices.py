"""Choices that leave a field open, and their expansion to complete actions.

A choice is normally an action that can be sent unchanged. Only a third-party game, or a match under older rules, may
offer one choice for several actions. Its `one_of` is the name of the field that lists the values; an action has one of
these values there and no `one_of`. If such a choice is sent back unchanged, it is refused with `incomplete`.
"""

from collections.abc import Hashable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw

from quarterdeck_protocol.marks import ONE_OF
from quarterdeck_protocol.messages import RawUpdate

ONE_OF_FIELD = "one_of"
_SIGN = b'"one_of"'


def complete(choice: Raw) -> tuple[Raw, ...]:
    """Return the complete actions for a choice, in order. If the choice leaves no field open, it is the only one."""
    if _SIGN not in bytes(choice):
        return (choice,)
    fields: dict[str, Any] = msgspec.json.decode(choice)
    name = fields.pop(ONE_OF_FIELD, None)
    several = fields.get(name) if isinstance(name, str) else None
    if not isinstance(several, list):
        return (choice,)
    return tuple([Raw(msgspec.json.encode({**fields, name: [one]})) for one in several])


def with_complete_choices(update: RawUpdate) -> RawUpdate:
    """Return an update with complete choices. Each has the outlook of the choice from which it was made."""
    if not any(_SIGN in bytes(choice) for choice in update.choices):
        return update
    parts = [complete(choice) for choice in update.choices]
    choices = tuple([action for each in parts for action in each])
    if not update.outlooks:
        return msgspec.structs.replace(update, choices=choices)
    outlooks = [outlook for each, outlook in zip(parts, update.outlooks, strict=True) for _ in each]
    return msgspec.structs.replace(update, choices=choices, outlooks=tuple(outlooks))


def field_left_open(action: Any) -> str | None:
    """Return the name of the field that an action leaves open; `None` if it is complete."""
    named = getattr(action, ONE_OF_FIELD, None)
    if named is not None:
        return str(named)
    kind: Any = type(action)
    for name in _open_fields(kind):  # no generator: nearly no kind has any, and this is asked of each action
        if len(getattr(action, name)) > 1:
            return name
    return None


@cache
def _open_fields(kind: Hashable) -> tuple[str, ...]:
    """Return the fields in which a choice of this type may list several values, according to marks in its schema."""
    shape = msgspec.inspect.type_info(kind)
    fields: Sequence[msgspec.inspect.Field] = getattr(shape, "fields", ())
    return tuple([field.name for field in fields if _is_marked(field.type)])


def _is_marked(kind: msgspec.inspect.Type) -> bool:
    return isinstance(kind, msgspec.inspect.Metadata) and ONE_OF in (kind.extra_json_schema or {})

"""The values of enums that are sent. `other` of an enum to which later versions may add values is only read."""

from enum import Enum

from quarterdeck_protocol.lobby.chat import Reason
from quarterdeck_protocol.open_enum import OpenEnum

WITH_A_REAL_OTHER: frozenset[type[Enum]] = frozenset({Reason})
"""Enums with an `other` that clients mean."""


def may_grow(kind: type[Enum]) -> bool:
    """True if a reader decodes unknown values of this enum as `other`."""
    return issubclass(kind, OpenEnum)


def sent_values(kind: type[Enum]) -> list[str]:
    """Return the values of an enum that are sent, without `other`."""
    is_sent = not may_grow(kind) or kind in WITH_A_REAL_OTHER
    return [str(each.value) for each in kind if is_sent or each.name != "OTHER"]

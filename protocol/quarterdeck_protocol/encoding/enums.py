"""Enums to which later versions may add values: a decoder returns `other` for an unknown value. `other` itself is never
sent."""

from enum import Enum

from quarterdeck_protocol.lobby.chat import Reason

WITH_A_REAL_OTHER: frozenset[type[Enum]] = frozenset({Reason})
"""Enums with an `other` that clients mean."""


def may_grow(kind: type[Enum]) -> bool:
    """True if a reader decodes unknown values of this enum as `other`."""
    return "_missing_" in vars(kind)


def sent_values(kind: type[Enum]) -> list[str]:
    """Return the values of an enum that are sent, without `other`."""
    is_sent = not may_grow(kind) or kind in WITH_A_REAL_OTHER
    return [str(each.value) for each in kind if is_sent or each.name != "OTHER"]

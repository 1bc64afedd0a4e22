"""Enums that may grow: a reader takes a value that it does not know as `other`, and `other` itself is never sent."""

from enum import Enum

from quarterdeck_protocol.chat import Reason

SENT: frozenset[Enum] = frozenset({Reason.OTHER})
"""Those called `other` that somebody means."""


def may_grow(kind: type[Enum]) -> bool:
    """Whether a reader takes a value that it does not know as `other`."""
    return "_missing_" in vars(kind)


def sent_values(kind: type[Enum]) -> list[str]:
    """Return the values of an enum that travel."""
    return [str(each.value) for each in kind if not (may_grow(kind) and each.name == "OTHER" and each not in SENT)]

"""The records of the random draws in a log entry, so that a program without rules can compute each draw again."""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from quarterdeck_protocol.names import Count


class DrawKind(StrEnum):
    """Kinds of random draws (FAIRNESS.md, *Draws*)."""

    SHUFFLE = "shuffle"
    PICK = "pick"
    ROLL = "roll"


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one random draw in a log entry. It is secret until the match has ended."""

    kind: DrawKind
    purpose: str
    """The kind of event that shows the result, a dot, and the field with the result; without a field, if the whole
    event shows it."""

    of: tuple[Any, ...] | Count
    """The choices of the draw: the cards (or other things) in the given order; of a `roll` the number of sides."""

    words: Count
    """Count of numbers of the entry that it took."""

    at: tuple[str, ...] | UnsetType = UNSET
    """The place of the result in this entry: JSON pointers (RFC 6901) into `events`. Those of a `shuffle` point to
    lists, which one after the other are the cards in their new order. Absent if `outcome` is present."""

    outcome: Any | UnsetType = UNSET
    """The result, if no event contains it as it is."""

"""The random draws of an entry: every draw that it made, so that a program without rules can repeat it."""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from quarterdeck_protocol.names import Count


class DrawKind(StrEnum):
    """Kinds of draws (FAIRNESS.md, *Draws*)."""

    SHUFFLE = "shuffle"
    PICK = "pick"
    ROLL = "roll"


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """One draw of an entry. Nobody is told of it before the match has ended."""

    kind: DrawKind
    purpose: str
    """The kind of event that shows what came of it, a dot, and the field where it stands; without a field, if the
    whole event shows it."""

    of: tuple[Any, ...] | Count
    """What was drawn from: the cards (or what else there was) in the order in which they were given; of a `roll` the
    number of sides."""

    words: Count
    """How many numbers of the entry it took."""

    at: tuple[str, ...] | UnsetType = UNSET
    """Where what came of it stands in this entry: JSON pointers (RFC 6901) into `events`. Those of a `shuffle` are of
    lists, which one after the other are the cards in their new order. Not there if `outcome` is."""

    outcome: Any | UnsetType = UNSET
    """What came of it, if that is in no event as it is."""

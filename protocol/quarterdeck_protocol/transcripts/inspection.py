"""A match at one version as one viewer saw it, for moderators with the match inspector."""

from typing import Generic

import msgspec
from msgspec import Raw

from quarterdeck_protocol.messages import Action, Event, Update, View
from quarterdeck_protocol.names import Milliseconds, Seat, Version
from quarterdeck_protocol.patch import AnyOperation


class InspectedStep(msgspec.Struct, Generic[Action], frozen=True, kw_only=True):
    """An entry of the log of a match: who sent what, and when."""

    version: Version
    """The version that the entry led to."""

    at: Milliseconds
    """The time at which it was written, by the store's clock."""

    seat: Seat | None
    """The seat that sent it, or for which the server acted; `null` for the server itself."""

    kind: str
    """The kind of the cause, as in a transcript: `opened`, `acted`, `timed_out` and so on; `acted` if another seat's
    standing order was obeyed."""

    action: Action
    """The action; `null` unless the seat through which the match is seen acted."""


class Inspection(msgspec.Struct, Generic[Action, Event, View], frozen=True, kw_only=True):
    """A match at one version, as one viewer saw it."""

    update: Update[Action, Event, View]
    """The `update` that this viewer was sent at that version. `now` is the time of the entry."""

    patch: tuple[AnyOperation, ...] | None
    """The difference of the update from that at `since`; `null` if none was asked for."""

    steps: tuple[InspectedStep[Action], ...]
    """All entries of the match up to the look, also those after this version."""


RawInspection = Inspection[Raw, Raw, Raw]

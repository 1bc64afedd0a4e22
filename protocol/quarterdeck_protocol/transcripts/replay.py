"""A finished match as one viewer saw it, moment by moment, for clients without the game's rules."""

from typing import Generic

import msgspec
from msgspec import UNSET, Raw, UnsetType

from quarterdeck_protocol.messages import Action, Event, Result, View, Waiting
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, Seat, Version
from quarterdeck_protocol.recess import Recess
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.undo import Undo


class OwnCause(msgspec.Struct, Generic[Action], frozen=True, kw_only=True):
    """The action of the viewer's own seat that led to a moment of a replay."""

    seat: Seat
    action: Action
    """The action; `null` if the house acted for the seat, or if the player left."""


class ReplayFrame(msgspec.Struct, Generic[Action, Event, View], frozen=True, kw_only=True):
    """One moment of a match in a replay, with the content of the `update` at that time."""

    version: Version
    at: Milliseconds
    """The time at which its entry was written, by the store's clock."""

    cause: OwnCause[Action] | None
    """The action of the viewer's own seat that led to it, if there was one. Actions of others show in `events`, as far
    as they were visible."""

    events: tuple[Event, ...]
    """The events, as this viewer saw them."""

    view: View
    choices: tuple[Action, ...]
    """The choices of this viewer then."""

    waiting: tuple[Waiting, ...]

    undo: Undo | UnsetType = UNSET
    """The request to take the last action back at that version; absent if there was none."""

    recess: Recess | UnsetType = UNSET
    """The recess at that version, or the request for one; absent if there was none."""


class Replay(msgspec.Struct, Generic[Action, Event, View], frozen=True, kw_only=True, tag="replay"):
    """A finished match as one viewer saw it."""

    match: MatchId
    game: GameName
    rules: Count | UnsetType = UNSET
    """As in `update`: the version of the game's rules, if it differs from the one for new matches."""

    players: tuple[Player, ...]
    seat: Seat | None
    """The seat whose view this is; `null` for the spectators' view."""

    result: Result

    began: Milliseconds
    frames: tuple[ReplayFrame[Action, Event, View], ...]
    """One for each entry, in their order."""


RawReplay = Replay[Raw, Raw, Raw]
"""A replay with the game's own parts still as JSON."""

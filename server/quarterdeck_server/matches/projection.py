"""The one door out: every frame about a match that leaves for a viewer is built here, for that viewer.

A state cannot pass: its type is sealed, and the encoder refuses it. What passes is what the game's `view` builds up and
its `redact` lets through. A patch is made of two such pictures of the match, so it says nothing that they do not.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace
from quarterdeck_protocol import wire
from quarterdeck_protocol.messages import Outlook, Result, Update, UpdatePatch, Waiting
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Version, Viewer
from quarterdeck_protocol.replay import OwnCause, ReplayFrame
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcript import Acted

from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.difference import SharedDifference, sharing
from quarterdeck_server.matches.record import Record

AnyFrame = ReplayFrame[Any, Any, Any]


class Happened(msgspec.Struct, frozen=True):
    """What happened after `since`, with nothing left out yet: not for viewers."""

    since: Version
    events: Sequence[Any]


class Standing(msgspec.Struct, frozen=True, eq=False):
    """How a match stands at one version for one viewer: what an `update` says beside its view and what has happened."""

    players: tuple[Player, ...]
    waiting: tuple[Waiting, ...]
    result: Result | None
    choices: tuple[Any, ...]
    outlooks: tuple[Outlook | None, ...] | UnsetType
    watching: int | UnsetType


class Shown(msgspec.Struct, frozen=True, eq=False):
    """What a viewer was shown, and when that was."""

    epoch: Epoch
    version: Version
    seat: Viewer
    standing: Standing
    view: Any


def shown_to(record: Record, viewer: Viewer, watching: int = 0) -> Shown:
    """Return how the match stands for a viewer, while about so many watch. Raises whatever the game's view does."""
    game = record.game
    choices = () if viewer is None else tuple(record.choices[viewer])
    outlooks = game.outlooks(record.state, viewer, choices) if viewer is not None and choices else ()
    standing = Standing(
        players=record.players,
        waiting=record.waiting,
        result=record.result,
        choices=choices,
        outlooks=tuple(outlooks) or UNSET,
        watching=watching or UNSET,
    )
    return Shown(record.epoch, record.version, viewer, standing, record.view(viewer))


def update_frame(
    record: Record, viewer: Viewer, happened: Happened, now: Milliseconds, ref: Ref | None = None
) -> bytes:
    """Return the encoded `update` for a viewer."""
    return whole_frame(record, shown_to(record, viewer), happened, now, ref)


def whole_frame(record: Record, shown: Shown, happened: Happened, now: Milliseconds, ref: Ref | None) -> bytes:
    """Return the encoded `update` for a viewer to whom the record is shown like this."""
    standing = shown.standing
    return wire.encode(
        Update(
            match=record.opened.match,
            game=record.opened.game,
            version=record.version,
            epoch=record.epoch,
            since=happened.since,
            at=record.at,
            now=now,
            seat=shown.seat,
            players=standing.players,
            waiting=standing.waiting,
            link=record.link.hex(),
            result=standing.result,
            events=_redacted(record, shown.seat, happened.events),
            view=shown.view,
            choices=standing.choices,
            outlooks=standing.outlooks,
            watching=standing.watching,
            ref=ref,
        )
    )


def may_be_patched(before: Shown | None, after: Shown, happened: Happened) -> bool:
    """Whether a connection that was shown the one can be told the other as a patch: at any doubt it is told all."""
    return (
        before is not None
        and (before.epoch, before.seat) == (after.epoch, after.seat)
        and before.version == happened.since < after.version
    )


def sharing_with(other: Shown, shown: Shown) -> Shown:
    """Return what a viewer is shown, with those parts of the view that the other is shown too being kept once."""
    view = sharing(shown.view, other.view)
    return shown if view is shown.view else replace(shown, view=view)


class Patches:
    """What has changed from one version of a match to the next, for all who are shown both."""

    __slots__ = ("_standings", "_views")

    def __init__(self) -> None:
        self._standings = SharedDifference("")
        self._views = SharedDifference("/view")

    def between(self, before: Shown, after: Shown) -> Raw:
        """Return the operations, encoded."""
        operations = self._standings.of(before.standing, after.standing) + self._views.of(before.view, after.view)
        return Raw(b"[" + b",".join(operations) + b"]")


def patch_frame(
    record: Record,
    before: Shown,
    after: Shown,
    happened: Happened,
    patches: Patches,
    now: Milliseconds,
    ref: Ref | None,
) -> bytes:
    """Return the encoded `update_patch` for a connection that was shown the one and is to be shown the other."""
    return wire.encode(
        UpdatePatch(
            match=record.opened.match,
            version=record.version,
            epoch=record.epoch,
            since=happened.since,
            at=record.at,
            now=now,
            link=record.link.hex(),
            events=_redacted(record, after.seat, happened.events),
            patch=patches.between(before, after),  # type: ignore[arg-type]  # encoded already
            ref=ref,
        )
    )


def replay_frame(record: Record, viewer: Viewer, entry: AnyEntry) -> AnyFrame:
    """Return the newest moment of a match for a viewer, as its `update` told it. What caused it is in no `update`, so
    it is told to nobody but whose seat it was."""
    own = OwnCause(seat=viewer, action=_action_of(entry)) if viewer is not None and entry.seat == viewer else None
    return ReplayFrame(
        version=record.version,
        at=record.at,
        cause=own,
        events=_redacted(record, viewer, entry.events),
        view=record.view(viewer),
        choices=() if viewer is None else tuple(record.choices[viewer]),
        waiting=record.waiting,
    )


def _action_of(entry: AnyEntry) -> Any:
    return entry.cause.action if isinstance(entry.cause, Acted) else None


def _redacted(record: Record, viewer: Viewer, events: Sequence[Any]) -> tuple[Any, ...]:
    return tuple([redacted for event in events if (redacted := record.game.redact(event, viewer)) is not None])

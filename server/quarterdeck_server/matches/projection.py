"""The projection of a match for its viewers. Every frame about a match that is sent to a viewer is built here.

A game state cannot be sent itself: its type is sealed, and the encoder refuses it. Only the results of the game's
`view` and `redact` are sent. A patch is computed from two such views, so it reveals nothing that the views do not.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import Away, Outlook, Result, Update, UpdatePatch, Waiting
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Seat, Version, Viewer
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.replay import OwnCause, ReplayFrame
from quarterdeck_protocol.transcripts.transcript import Acted
from quarterdeck_protocol.undo import Undo

from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.difference import SharedDifference, sharing
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.undo.steps import undo_of

AnyFrame = ReplayFrame[Any, Any, Any]
AnyUpdate = Update[Any, Any, Any]


class Through(NamedTuple):
    """A viewer without a seat who sees the match from a given seat: that seat's cards, but not its choices."""

    seat: Seat


Eyes = Viewer | Through
"""The perspective on a match: a seat for its own player, `Through` a seat for somebody else, or `None` for a
spectator."""


def viewer_of(eyes: Eyes) -> Viewer:
    """Return the seat or spectator whose view of the match is shown to this viewer."""
    return eyes.seat if isinstance(eyes, Through) else eyes


class Happened(msgspec.Struct, frozen=True):
    """The events of a match after version `since`. They still contain hidden information, so they must not be sent to
    viewers in this form."""

    since: Version
    events: Sequence[Any]


class UpdateParts(msgspec.Struct, frozen=True, eq=False):
    """The parts of an `update` for one viewer apart from the game's view and the events: the state of the match at one
    version."""

    players: tuple[Player, ...]
    waiting: tuple[Waiting, ...]
    result: Result | None
    choices: tuple[Any, ...]
    outlooks: tuple[Outlook | None, ...] | UnsetType
    watching: int | UnsetType


class Shown(msgspec.Struct, frozen=True, eq=False):
    """A state of the match that was sent to a viewer, with its version."""

    epoch: Epoch
    version: Version
    eyes: Eyes
    parts: UpdateParts
    view: Any
    undo: Undo | None = None
    away: tuple[Away, ...] = ()


def shown_to(record: Record, eyes: Eyes, watching: int = 0) -> Shown:
    """Return the state of the match for this viewer. `watching` is the approximate number of spectators. Raises any
    error of the game's view."""
    seat = asking_seat(eyes)
    choices, outlooks = _offered(record, seat)
    standing = UpdateParts(
        players=record.players,
        waiting=record.waiting,
        result=record.result,
        choices=choices,
        outlooks=outlooks,
        watching=watching or UNSET,
    )
    undo = undo_of(record, seat)
    return Shown(record.epoch, record.version, eyes, standing, record.view(viewer_of(eyes)), undo, record.away())


def asking_seat(eyes: Eyes) -> Viewer:
    """Return the seat that can ask to take its action back; `None` for everybody who looks without a seat."""
    return None if isinstance(eyes, Through) else eyes


def _offered(record: Record, seat: Viewer) -> tuple[tuple[Any, ...], tuple[Outlook | None, ...] | UnsetType]:
    """Return this viewer's choices in the match, and the outlook (a preview in numbers) of each choice."""
    if seat is None:
        return (), UNSET
    choices = tuple(record.choices[seat])
    return choices, (tuple(record.game.outlooks(record.state, seat, choices)) or UNSET) if choices else UNSET


def update_frame(
    record: Record, viewer: Viewer, happened: Happened, now: Milliseconds, ref: Ref | None = None
) -> bytes:
    """Return the encoded `update` message for a viewer."""
    return UpdateBuilder(record, happened, now).whole(viewer, ref)


class UpdateBuilder:
    """Builds the messages about one moment of a match to all its viewers. Parts that are equal for all viewers are
    built once. For viewers that take only complete updates, nothing is kept for comparison."""

    __slots__ = ("_happened", "_now", "_patches", "_record", "_update", "_watching")

    def __init__(
        self,
        record: Record,
        happened: Happened,
        now: Milliseconds,
        watching: int = 0,
        delay: Milliseconds = Milliseconds(0),  # noqa: B008 - a number
        always: AnyUpdate | None = None,
    ) -> None:
        """Make the messages about one moment of a match. `watching` is the approximate number of spectators. `delay` is
        the delay of all viewers. To build messages for many moments of one match, keep the result of `shared_update`
        and pass it as `always`."""
        self._record = record
        self._happened = happened
        self._now = now
        self._watching = watching
        self._patches: Patches | None = None
        self._update = replace(
            shared_update(record) if always is None else always,
            version=record.version,
            epoch=record.epoch,
            since=happened.since,
            at=record.at,
            now=now,
            waiting=record.waiting,
            link=record.link.hex(),
            result=record.result,
            watching=watching or UNSET,
            delay=delay or UNSET,
            away=record.away() or UNSET,
            recess=record.recess or UNSET,
        )

    def shown_to(self, eyes: Eyes) -> Shown:
        """Return the state of the match for this viewer. Raises any error of the game's view."""
        return shown_to(self._record, eyes, self._watching)

    def whole(self, eyes: Eyes, ref: Ref | None) -> bytes:
        """Return the encoded `update` for this viewer. Raises any error of the game's view."""
        record = self._record
        seat: Viewer = None
        through: Seat | UnsetType = UNSET
        viewer: Viewer
        if isinstance(eyes, Through):
            viewer = through = eyes.seat
        else:
            viewer = seat = eyes
        choices, outlooks = _offered(record, seat)
        return wire.encode(
            replace(
                self._update,
                seat=seat,
                through=through,
                events=_redacted(record, viewer, self._happened.events),
                view=record.view(viewer),
                choices=choices,
                outlooks=outlooks,
                undo=undo_of(record, seat) or UNSET,
                ref=ref,
            )
        )

    def whole_of(self, shown: Shown, ref: Ref | None) -> bytes:
        """Return the encoded `update` message with this state."""
        eyes = shown.eyes
        return wire.encode(
            replace(
                self._update,
                seat=None if isinstance(eyes, Through) else eyes,
                through=eyes.seat if isinstance(eyes, Through) else UNSET,
                events=_redacted(self._record, viewer_of(eyes), self._happened.events),
                view=shown.view,
                choices=shown.parts.choices,
                outlooks=shown.parts.outlooks,
                undo=shown.undo or UNSET,
                ref=ref,
            )
        )

    def patch(self, before: Shown, after: Shown, ref: Ref | None) -> bytes:
        """Return the encoded `update_patch` message for a connection that was sent the state `before`. Applying the
        patch gives the state `after`."""
        record = self._record
        if self._patches is None:
            self._patches = Patches()
        return wire.encode(
            UpdatePatch(
                match=record.opened.match,
                version=record.version,
                epoch=record.epoch,
                since=self._happened.since,
                at=record.at,
                now=self._now,
                link=record.link.hex(),
                events=_redacted(record, viewer_of(after.eyes), self._happened.events),
                patch=self._patches.between(before, after),  # type: ignore[arg-type]  # encoded already
                away=after.away or (() if before.away else UNSET),
                undo=after.undo or (UNSET if before.undo is None else None),
                recess=self._update.recess,
                ref=ref,
            )
        )


def shared_update(record: Record) -> AnyUpdate:
    """Return an `update` message with only the parts that all updates of a match share; the players are encoded
    already. Copying it and setting the other fields takes a fifth of the time of building an update."""
    opened = record.opened
    players: Any = Raw(wire.encode(opened.players))
    return Update(
        match=opened.match,
        game=opened.game,
        rules=record.rules_shown,
        version=record.version,
        since=record.version,
        at=record.at,
        now=record.at,
        seat=None,
        players=players,
        waiting=(),
        link="",
        result=None,
        events=(),
        view=None,
        choices=(),
        perspectives=opened.perspectives,
    )


def may_be_patched(before: Shown | None, after: Shown, happened: Happened) -> bool:
    """True if a connection that was sent `before` can be sent `after` as a patch. In any doubt the connection gets a
    complete update."""
    return (
        before is not None
        and (before.epoch, before.eyes) == (after.epoch, after.eyes)
        and before.version == happened.since < after.version
    )


def sharing_with(other: Shown, shown: Shown) -> Shown:
    """Return a viewer's state that shares objects with another viewer's state: every part that is equal in both
    views is the same object in both."""
    view = sharing(shown.view, other.view)
    return shown if view is shown.view else replace(shown, view=view)


class Patches:
    """Builds the JSON Patches from one version of a match to the next, for all viewers that were sent both."""

    __slots__ = ("_standings", "_views")

    def __init__(self) -> None:
        self._standings = SharedDifference("")
        self._views = SharedDifference("/view")

    def between(self, before: Shown, after: Shown) -> Raw:
        """Return the encoded list of patch operations that change `before` into `after`."""
        operations = self._standings.of(before.parts, after.parts) + self._views.of(before.view, after.view)
        return Raw(b"[" + b",".join(operations) + b"]")


def replay_frame(record: Record, viewer: Viewer, entry: AnyEntry) -> AnyFrame:
    """Return a viewer's newest replay frame of a match, with the content of the viewer's `update`. The cause of a log
    entry is in no `update`, so only the seat that caused the entry gets the cause."""
    own = OwnCause(seat=viewer, action=_action_of(entry)) if viewer is not None and entry.seat == viewer else None
    return ReplayFrame(
        version=record.version,
        at=record.at,
        cause=own,
        events=_redacted(record, viewer, entry.events),
        view=record.view(viewer),
        choices=() if viewer is None else tuple(record.choices[viewer]),
        waiting=record.waiting,
        undo=record.undo or UNSET,
        recess=record.recess or UNSET,
    )


def _action_of(entry: AnyEntry) -> Any:
    return entry.cause.action if isinstance(entry.cause, Acted) else None


def _redacted(record: Record, viewer: Viewer, events: Sequence[Any]) -> tuple[Any, ...]:
    redact = record.game.redact
    return tuple([redacted for event in events if (redacted := redact(event, viewer)) is not None])

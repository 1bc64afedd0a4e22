"""The one door out: every frame about a match that leaves for a viewer is built here, for that viewer.

A state cannot pass: its type is sealed, and the encoder refuses it. What passes is what the game's `view` builds up and
its `redact` lets through.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from quarterdeck_protocol import wire
from quarterdeck_protocol.messages import Update
from quarterdeck_protocol.names import Milliseconds, Ref, Version, Viewer
from quarterdeck_protocol.replay import OwnCause, ReplayFrame
from quarterdeck_protocol.transcript import Acted

from quarterdeck_server.matches.record import AnyEntry, Record

AnyFrame = ReplayFrame[Any, Any, Any]


def replay_frame(record: Record, viewer: Viewer, entry: AnyEntry) -> AnyFrame:
    """Return the newest moment of a match for a viewer, as its `update` told it. What caused it is in no `update`, so
    it is told to nobody but whose seat it was."""
    game = record.game
    own = OwnCause(seat=viewer, action=_action_of(entry)) if viewer is not None and entry.seat == viewer else None
    return ReplayFrame(
        version=record.version,
        at=record.at,
        cause=own,
        events=_told(record, viewer, entry.events),
        view=game.view(record.state, viewer),
        choices=() if viewer is None else tuple(record.choices[viewer]),
        waiting=record.waiting,
    )


def _action_of(entry: AnyEntry) -> Any:
    return entry.cause.action if isinstance(entry.cause, Acted) else None


def _told(record: Record, viewer: Viewer, events: Sequence[Any]) -> tuple[Any, ...]:
    return tuple([told for event in events if (told := record.game.redact(event, viewer)) is not None])


class Happened(msgspec.Struct, frozen=True):
    """What happened after `since`, with nothing left out yet: not for viewers."""

    since: Version
    events: Sequence[Any]


def update_frame(
    record: Record, viewer: Viewer, happened: Happened, now: Milliseconds, ref: Ref | None = None
) -> bytes:
    """Return the encoded `update` for a viewer."""
    game = record.game
    choices = () if viewer is None else tuple(record.choices[viewer])
    outlooks = game.outlooks(record.state, viewer, choices) if viewer is not None and choices else ()
    return wire.encode(
        Update(
            match=record.opened.match,
            game=record.opened.game,
            version=record.version,
            epoch=record.epoch,
            since=happened.since,
            at=record.at,
            now=now,
            seat=viewer,
            players=record.players,
            waiting=record.waiting,
            link=record.link.hex(),
            result=record.result,
            events=_told(record, viewer, happened.events),
            view=game.view(record.state, viewer),
            choices=choices,
            outlooks=tuple(outlooks) or UNSET,
            ref=ref,
        )
    )

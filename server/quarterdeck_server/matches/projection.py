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

from quarterdeck_server.matches.record import Record


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
            events=tuple([told for event in happened.events if (told := game.redact(event, viewer)) is not None]),
            view=game.view(record.state, viewer),
            choices=choices,
            outlooks=tuple(outlooks) or UNSET,
            ref=ref,
        )
    )

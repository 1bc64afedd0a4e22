"""What clients wrote down of one match, what each sent and was told, by one clock; and what its log holds."""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.messages import Rewound, Waiting
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Acted, Cause, Entry, HistoryLost, TimedOut, Transcript


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a client wrote down."""

    at: float
    """In seconds, by the clock of whoever plays with faults."""

    client: str
    seat: Viewer


class Sent(Note, frozen=True, kw_only=True):
    """It sent a command of its own."""

    ref: Ref


class Acknowledged(Note, frozen=True, kw_only=True):
    """A command was answered with an update: it is done."""

    ref: Ref
    epoch: Epoch
    version: Version
    """At which version it stands, or a later one."""

    link: str
    """The link of that version."""


class Refused(Note, frozen=True, kw_only=True):
    """A command was refused."""

    ref: Ref
    code: RefusalCode


class Notified(Note, frozen=True, kw_only=True):
    """It was told how the match stands."""

    epoch: Epoch
    version: Version
    since: Version
    link: str
    entered_at: Milliseconds
    """When the newest entry was written, by the store's clock."""

    waiting: tuple[Waiting, ...]
    view: bytes
    """A digest of how it looks for this viewer."""

    events: bytes
    """A digest of what happened after `since`, as this viewer may hear of it; empty if nothing did."""

    is_over: bool
    asked_at: float | None = None
    """When it had asked, if this is the answer to `watch_match`; `None` for news."""

    is_repeat: bool = False
    """Whether it is the answer to a command, which may say again what was told before."""


class NotifiedOfLoss(Note, frozen=True, kw_only=True):
    """It was told that the store has forgotten what came after a version."""

    epoch: Epoch
    version: Version
    was: Version
    refs: tuple[Ref, ...]
    is_resumed: bool
    """Whether it came back and found out: then a server can know no more than the log does of where that parted."""


AnyNote = Sent | Acknowledged | Refused | Notified | NotifiedOfLoss


class StoredEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log, when all was over."""

    version: Version
    at: Milliseconds
    link: str
    seat: Seat | None
    ref: Ref | None
    acted: bool
    timed_out: bool
    lost: HistoryLost | None


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What the nemesis did, and how long it lasted."""

    kind: str
    began: float
    ended: float
    isolates: bool = False
    """Whether a process could not hear meanwhile what others wrote: what it told was how things had been."""


class MatchRecords(msgspec.Struct, kw_only=True):
    """All that is known of one match."""

    name: str
    notes: list[AnyNote] = []
    logs: list[Sequence[StoredEntry]] = []
    """The log as each process gives it at the end."""


def notified_of(
    update: Any, at: float, client: str, asked_at: float | None = None, *, is_repeat: bool = False
) -> Notified:
    """Return the note of an update, as a struct of the protocol with the game's own parts as JSON."""
    return Notified(
        at=at,
        client=client,
        seat=update.seat,
        epoch=update.epoch,
        version=update.version,
        since=update.since,
        link=update.link,
        entered_at=update.at,
        waiting=update.waiting,
        view=_digest(update.view),
        events=_digest(update.events) if update.events else b"",
        is_over=update.result is not None,
        asked_at=asked_at,
        is_repeat=is_repeat,
    )


def notified_of_loss(rewound: Rewound, at: float, client: str, seat: Viewer, *, is_resumed: bool) -> NotifiedOfLoss:
    """Return the note of a rewind that was told."""
    return NotifiedOfLoss(
        at=at,
        client=client,
        seat=seat,
        epoch=rewound.epoch,
        version=rewound.version,
        was=rewound.was,
        refs=rewound.refs,
        is_resumed=is_resumed,
    )


def log_of(transcript: Transcript) -> list[StoredEntry]:
    """Return what the log of a match holds."""
    entries: list[StoredEntry] = []
    for stored in transcript.entries:
        entry = msgspec.json.decode(stored.entry, type=Entry[msgspec.Raw])
        cause: Cause = entry.cause
        entries.append(
            StoredEntry(
                version=entry.version,
                at=stored.at,
                link=stored.link,
                seat=entry.seat,
                ref=entry.ref,
                acted=isinstance(cause, Acted),
                timed_out=isinstance(cause, TimedOut),
                lost=cause if isinstance(cause, HistoryLost) else None,
            )
        )
    return entries


def _digest(part: Any) -> bytes:
    return hashlib.blake2b(msgspec.json.encode(part), digest_size=12).digest()

"""Snapshots: stored states of matches, so that a match can be opened without applying its whole log.

The log alone defines the match. A snapshot is derived from it: it may be missing, and it is used only if it fits the
log. It names the epoch, version and digest of its newest entry. Its parts are connected by links of the hash chain. If
a snapshot does not fit, the state is computed from the start of the log.

Data that only grows (the links, and the commands done under each `ref`) is written in parts of `EVERY` entries, each
once. So a snapshot of a long match costs as much as that of a short one.

A snapshot contains the seed and every hand, as the log does, and may be stored only where the log is.
"""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.messages import Waiting
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Seat, Version
from quarterdeck_protocol.recess import Recess
from quarterdeck_protocol.transcripts.transcript import HistoryLost, Opened
from quarterdeck_protocol.undo import Undo

from quarterdeck_server.matches.chain import FIRST_LINK, KEPT
from quarterdeck_server.matches.log import Fields
from quarterdeck_server.matches.seat_clock import Frozen, SeatClock

FORMAT = 1

EVERY = 128
"""Number of entries after which a match has another part and a new snapshot."""

STANDING, OPENED = "standing", "opened"
"""Names of two fields of a snapshot. Its other fields are the parts, each named by its last version."""


class UnusableSnapshot(ValueError):  # noqa: N818 - said as what it is
    """Error: a snapshot does not fit its match. The message gives the reason."""


class RefDone(msgspec.Struct, frozen=True, array_like=True):
    """A command of a client that was carried out under a `ref`."""

    seat: Seat
    ref: Ref
    version: Version
    action: bytes | None


class Part(msgspec.Struct, frozen=True, array_like=True):
    """One part of a snapshot's growing data: what `EVERY` log entries have added, or fewer in the last part."""

    before: bytes
    """The first bytes of the link of the entry before this part."""

    trail: bytes
    """The first bytes of the links of this part's entries."""

    done: msgspec.Raw
    """The commands under a `ref`, as encoded `RefDone`s. For a long match not all of them are kept or decoded."""


class StoredAction(msgspec.Struct, frozen=True, array_like=True):
    """The newest action of a match that may be taken back."""

    version: Version
    seat: Seat
    at: Milliseconds
    before: bytes
    """The game's state before it, as its codec encodes it."""

    clocks: tuple[SeatClock, ...]


class StoredUndo(msgspec.Struct, frozen=True, array_like=True):
    """The part of a snapshot about undo by consent."""

    requests: list[int]
    undo: Undo | None
    action: StoredAction | None


class StoredRecess(msgspec.Struct, frozen=True, array_like=True):
    """The part of a snapshot about a recess by consent."""

    requests: list[int]
    recess: Recess | None
    frozen: Frozen | None


class MatchState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a match in a snapshot, without the data in the parts."""

    format: int = FORMAT
    epoch: Epoch
    version: Version
    digest: str
    at: Milliseconds
    link: bytes
    dice_key: bytes
    notes_draws: bool
    shape: str
    """The shape of the game's state types. Another server version may have had other types under the same rules."""

    state: bytes
    """The game's state, as its codec encodes it."""

    lost: HistoryLost | None
    unchanged_since: list[Version]
    clocks: list[SeatClock]
    lapses: list[int]
    absent_since: list[Milliseconds | None]
    absences: list[Milliseconds]
    waiting: tuple[Waiting, ...]
    next_until: Milliseconds | None
    obeys_at: dict[Seat, Milliseconds]
    gone: set[Seat]
    began_at: Milliseconds
    acted: list[int]
    rest: Part
    """The incomplete part after the newest complete one."""

    undo: StoredUndo | None = None
    """The newest action and the request to take it back; `None` if an older server wrote the snapshot."""

    recess: StoredRecess | None = None
    """The recess; `None` if an older server wrote the snapshot."""

    @property
    def head(self) -> tuple[Epoch, Version, str]:
        """The end of the log when the snapshot was written."""
        return self.epoch, self.version, self.digest


class Snapshot(msgspec.Struct, frozen=True):
    """A decoded snapshot of a match, whose parts fit together."""

    opened: Opened
    standing: MatchState
    trail: bytes
    """The first bytes of all links."""

    done: Sequence[RefDone]
    """The stored commands under a `ref`, the oldest first."""

    @property
    def without_state(self) -> "Snapshot":
        """A copy of the snapshot for comparison. It lacks the game's state, whose sets may have any order, and `rest`,
        whose content is in the other fields."""
        undo = self.standing.undo
        if undo is not None and undo.action is not None:
            undo = replace(undo, action=replace(undo.action, before=b""))
        standing = replace(self.standing, state=b"", rest=Part(b"", b"", msgspec.Raw()), undo=undo)
        return Snapshot(self.opened, standing, self.trail, self.done)


_encoder = msgspec.msgpack.Encoder()
_standings = msgspec.msgpack.Decoder(MatchState)
_parts = msgspec.msgpack.Decoder(Part)
_done = msgspec.msgpack.Decoder(list[RefDone])
_opened = msgspec.json.Decoder(Opened)


def encoded(value: MatchState | Part) -> bytes:
    """Return a part of a snapshot in its stored form."""
    return _encoder.encode(value)


def parts_of(trail: bytes, done: Sequence[RefDone], since: Version) -> list[Part]:
    """Return the parts of a snapshot after version `since`, up to which all parts are complete; the last one may be
    incomplete. `trail` has the hash-chain links of all versions, `done` the commands after `since`, the oldest
    first."""
    parts, begun = list[Part](), 0
    for after in range(since, len(trail) // KEPT + 1, EVERY):
        ended = bisect_right(done, after + EVERY, lo=begun, key=_version_of)
        before = trail[(after - 1) * KEPT : after * KEPT] if after else FIRST_LINK[:KEPT]
        of_these = msgspec.Raw(_encoder.encode(done[begun:ended]))
        parts.append(Part(before, trail[after * KEPT : (after + EVERY) * KEPT], of_these))
        begun = ended
    return parts


def _version_of(done: RefDone) -> Version:
    return done.version


def boundary_before(version: Version) -> Version:
    """Return the newest version up to which all snapshot parts are complete."""
    return Version(version - version % EVERY)


def snapshot_in(fields: Fields, most_done: int) -> Snapshot:
    """Return the decoded snapshot with at most `most_done` of the newest commands. Raises `UnusableSnapshot` if its
    parts do not fit together."""
    try:
        standing = _standings.decode(fields[STANDING])
        if standing.format != FORMAT:
            raise UnusableSnapshot(f"it has the format {standing.format}")
        names = range(EVERY, standing.version + 1, EVERY)
        parts = [*(_parts.decode(fields[str(name)]) for name in names), standing.rest]
        opened = _opened.decode(fields[OPENED])
    except KeyError as missing:
        raise UnusableSnapshot(f"the part {missing} is missing") from missing
    except msgspec.DecodeError as error:
        raise UnusableSnapshot(str(error)) from error
    before = FIRST_LINK[:KEPT]
    for part in parts:
        if part.before != before or len(part.trail) % KEPT:
            raise UnusableSnapshot("its parts belong to several histories")
        before = part.trail[-KEPT:] or before
    trail = b"".join([part.trail for part in parts])
    if len(trail) != standing.version * KEPT or before != standing.link[:KEPT]:
        raise UnusableSnapshot("its parts do not lead to its newest entry")
    return Snapshot(opened, standing, trail, _newest_done(parts, most_done))


def _newest_done(parts: Sequence[Part], most: int) -> list[RefDone]:
    done: list[RefDone] = []
    for part in reversed(parts):
        done[:0] = _done.decode(part.done)
        if len(done) >= most:
            break
    return done[-most:]

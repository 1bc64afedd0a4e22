"""Snapshots: stored states of matches, so that opening one folds only the later entries.

The log is the match, and a snapshot is only derived from it: it may be missing, and it is trusted only as far as it
fits the log. It names the epoch, version and digest of its newest entry. Its parts are tied to one another by links. A
match whose snapshot does not fit is folded from the start.

Data that only grows, links and deeds of `ref`s, is written in parts of `EVERY` entries, each once, so that a snapshot
of a long match costs as much as one of a short match.

A snapshot holds the seed and every hand, as the log does, and goes only where the log goes.
"""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.messages import Waiting
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Seat, Version
from quarterdeck_protocol.transcripts.transcript import HistoryLost, Opened

from quarterdeck_server.matches.chain import FIRST_LINK, KEPT
from quarterdeck_server.matches.log import Fields
from quarterdeck_server.matches.seat_clock import SeatClock

FORMAT = 1

EVERY = 128
"""After how many entries a match has another part, and a new snapshot."""

STANDING, OPENED = "standing", "opened"
"""The fields of a snapshot beside its parts, which are named by the version up to which they go."""


class UnusableSnapshot(ValueError):  # noqa: N818 - said as what it is
    """A snapshot that does not fit; the message says why."""


class RefDone(msgspec.Struct, frozen=True, array_like=True):
    """The deed of a `ref`."""

    seat: Seat
    ref: Ref
    version: Version
    action: bytes | None


class Part(msgspec.Struct, frozen=True, array_like=True):
    """Additions of some entries to the data that only grows."""

    before: bytes
    """The beginning of the link of the entry before the first of them."""

    trail: bytes
    """The beginnings of their links."""

    done: msgspec.Raw
    """What was done under a `ref`, as `RefDone`s: of a long match not all of it is remembered, or read."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a match, without the data in its parts."""

    format: int = FORMAT
    epoch: Epoch
    version: Version
    digest: str
    at: Milliseconds
    link: bytes
    dice_key: bytes
    notes_draws: bool
    shape: str
    """Of what kind the states were: a server of before, or after, may have had others under the same rules."""

    state: bytes
    """The game's own state, as its codec writes it."""

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
    """What came after the newest whole part."""

    @property
    def head(self) -> tuple[Epoch, Version, str]:
        """The end of the log at that time."""
        return self.epoch, self.version, self.digest


class Snapshot(msgspec.Struct, frozen=True):
    """A snapshot that holds together."""

    opened: Opened
    standing: Standing
    trail: bytes
    """The beginnings of all links."""

    done: Sequence[RefDone]
    """What is remembered of what was done, the oldest first."""

    @property
    def without_state(self) -> "Snapshot":
        """The same but for the game's state, in which sets may stand in any order; and for the rest, which is in the
        other fields."""
        standing = replace(self.standing, state=b"", rest=Part(b"", b"", msgspec.Raw()))
        return Snapshot(self.opened, standing, self.trail, self.done)


_encoder = msgspec.msgpack.Encoder()
_standings = msgspec.msgpack.Decoder(Standing)
_parts = msgspec.msgpack.Decoder(Part)
_done = msgspec.msgpack.Decoder(list[RefDone])
_opened = msgspec.json.Decoder(Opened)


def encoded(value: Standing | Part) -> bytes:
    """Return it as a store keeps it."""
    return _encoder.encode(value)


def parts_of(trail: bytes, done: Sequence[RefDone], since: Version) -> list[Part]:
    """Return the parts after a version with whole parts before it, the rest last: the links of all versions, and the
    deeds since, the oldest first."""
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
    """Return the newest version up to which there are whole parts."""
    return Version(version - version % EVERY)


def snapshot_in(fields: Fields, most_done: int) -> Snapshot:
    """Return the stored snapshot, with the newest deeds. Raises `UnusableSnapshot` if its parts do not fit together."""
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

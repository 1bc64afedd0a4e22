"""A log taken in, entry by entry: also that of a match that was given up, of which the rules cannot tell the end."""

from collections.abc import Iterator, Sequence

from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.names import Viewer

from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import is_voided
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.projection import replay_frame
from quarterdeck_server.matches.record import Record


def read_each(record: Record, entries: Sequence[Stamped]) -> Iterator[AnyEntry | None]:
    """Fold entries after a record, to the end of the log, and yield each once the record includes it; `None` if the
    rules could not say what it did. Raises any error of entries that cannot be folded."""
    was_given_up, is_lost = is_voided(entries[-1]), False
    for stamped in entries[:-1] if was_given_up else entries:
        entry = None
        try:
            if not is_lost:
                entry = record.read(stamped)
        except Exception:
            if not was_given_up:
                raise
            is_lost = True  # that is why: what is shown is how it stood before
        if is_lost:
            record.pass_over(stamped)
        yield entry
    if was_given_up:
        entry = record.read(entries[-1])
        yield None if is_lost else entry


def moment_in(record: Record, viewer: Viewer, entry: AnyEntry | None, last: Stamped) -> bytes | None:
    """Return the newest moment of a match as a replay shows it to a viewer, encoded, with `last` as the end of the log;
    `None` if nothing is shown. Raises the errors of the game's view, unless the match was voided: they may be the
    reason."""
    if entry is None:
        return None
    try:
        return wire.encode(replay_frame(record, viewer, entry))
    except Exception:
        if not is_voided(last):
            raise
        return None

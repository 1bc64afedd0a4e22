"""Computing the state of a match from its log, entry by entry. It also handles the log of a voided match, whose last
entries the rules may be unable to apply."""

from collections.abc import Iterator, Sequence

from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.names import Viewer

from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import is_voided
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.projection import replay_frame
from quarterdeck_server.matches.record import Record


def read_each(record: Record, entries: Sequence[Stamped]) -> Iterator[AnyEntry | None]:
    """Apply the entries after a record, to the end of the log. Yields each entry once the record includes it, or `None`
    if the rules could not compute its effect. Raises any error of entries that cannot be applied."""
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
    """Return a viewer's encoded replay frame of the record's newest entry; `None` if the viewer is shown nothing of it.
    `last` is the last entry of the log. Raises the errors of the game's view, unless the match was voided: such an
    error may be the reason for the voiding."""
    if entry is None:
        return None
    try:
        return wire.encode(replay_frame(record, viewer, entry))
    except Exception:
        if not is_voided(last):
            raise
        return None

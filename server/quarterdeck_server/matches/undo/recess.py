"""Recess by consent: the entries of a request, of the answers and of its end.

All of them are entries of the log. While a recess lasts, the record offers no choices, and its clocks stand in
`Frozen`. So every process that reads the log resumes it alike, also after a crash (decision 130).
"""

from msgspec import Raw
from quarterdeck_protocol.names import Milliseconds, Ref, Seat, Viewer
from quarterdeck_protocol.recess import RecessEntry, RecessRule, RecessState, RecessStep
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Acted, Entry, Opened
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.record import LONGEST_RECESS, Record

MOST_REQUESTS = 5
"""Number of requests of one seat in one match."""


def has_recess(opened: Opened) -> bool:
    """True if players of this match can agree on a recess."""
    return opened.recess_rule is RecessRule.CONSENT or (not opened.rated and not opened.recess_rule)


def recess_entry(record: Record, seat: Seat, step: RecessStep, ref: Ref | None) -> AnyEntry:
    """Return the log entry of a seat's step. Raises `CommandRefused`."""
    if not record.offers_undo or not has_recess(record.opened):
        text = Text("This match has no recess: it is rated, belongs to a tournament, or has it turned off.")
        raise CommandRefused(RefusalCode.NO_RECESS, text, "$.match")
    recess = record.recess
    state = None if recess is None else recess.state
    if step is RecessStep.ASK:
        if state in (RecessState.ASKED, RecessState.ON):
            raise CommandRefused(RefusalCode.RECESS_OVER, Text("There is a request or a recess already."), "$.step")
        if record.recess_requests[seat] >= MOST_REQUESTS:
            text = Text("You can ask for a recess at most {most} times in a match.", most=MOST_REQUESTS)
            raise CommandRefused(RefusalCode.TOO_MANY_RECESSES, text, "$.match")
    elif recess is None or seat not in recess.missing or (state is RecessState.ON) != (step is RecessStep.RESUME):
        raise CommandRefused(RefusalCode.RECESS_OVER, Text("There is nothing to answer or to resume."), "$.step")
    return _entry(record, seat, RecessEntry(step=step), ref)


def ended_entry(record: Record, at: Milliseconds) -> AnyEntry | None:
    """Return the log entry with which the server ends a recess whose time is up; `None` if there is none."""
    frozen = record.frozen
    if frozen is None or at < frozen.at + LONGEST_RECESS:
        return None
    return _entry(record, None, RecessEntry(), None)


def _entry(record: Record, seat: Viewer, entry: RecessEntry, ref: Ref | None) -> AnyEntry:
    cause = Acted(action=Raw(b"null"), recess=entry)
    return Entry(version=record.next_version, seat=seat, cause=cause, events=(), ref=ref)

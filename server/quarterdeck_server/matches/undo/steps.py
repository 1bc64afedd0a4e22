"""Undo by consent: the entries of a request to take the last action back, and of the answers.

A request and its answers are entries of the log. The last missing agreement puts the match back to the state before the
action. Versions go on, so the log only grows (decision 118).
"""

from msgspec import UNSET, Raw
from quarterdeck_protocol.names import Ref, Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Acted, Entry
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_protocol.undo import Undo, UndoAnswer, UndoState, UndoStep

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.record import Record

MOST_REQUESTS = 5
"""Number of requests of one seat in one match."""


def undo_of(record: Record, viewer: Viewer) -> Undo | None:
    """Return the request to take the last action back, or the viewer's possibility to ask; otherwise `None`."""
    if record.undo is not None:
        return record.undo
    last = record.last_action
    if last is None or viewer != last.seat or record.result is not None or not record.offers_undo:
        return None
    if _refusal(record, last.seat) is not None:
        return None
    return Undo(seat=last.seat, action=last.version, state=UndoState.POSSIBLE)


def undo_asked_entry(record: Record, seat: Seat, action: Version, ref: Ref | None) -> AnyEntry:
    """Return the log entry with which a seat asks to take its action back. Raises `CommandRefused`."""
    _check_rules(record)
    last = record.last_action
    if last is None or (last.seat, last.version) != (seat, action) or record.undo is not None:
        text = Text("Only the last action of the match can be taken back, by its player, and you can ask once.")
        raise CommandRefused(RefusalCode.UNDO_OVER, text, "$.action")
    refusal = _refusal(record, seat)
    if refusal is not None:
        raise refusal
    back_to = UNSET if record.seats_to_agree(seat) else Version(action - 1)
    return _entry(record, seat, UndoStep(action=action, back_to=back_to), ref)


def undo_answered_entry(record: Record, seat: Seat, action: Version, answer: UndoAnswer, ref: Ref | None) -> AnyEntry:
    """Return the log entry with which a seat answers a request. Raises `CommandRefused`."""
    _check_rules(record)
    undo = record.undo
    if undo is None or undo.action != action or seat not in undo.missing:
        text = Text("There is no request that you can answer: it has ended, or you have answered it.")
        raise CommandRefused(RefusalCode.UNDO_OVER, text, "$.action")
    is_last = answer is UndoAnswer.AGREE and undo.missing == (seat,)
    return _entry(
        record, seat, UndoStep(action=action, answer=answer, back_to=Version(action - 1) if is_last else UNSET), ref
    )


def _entry(record: Record, seat: Seat, step: UndoStep, ref: Ref | None) -> AnyEntry:
    cause = Acted(action=Raw(b"null"), undo=step)
    return Entry(version=record.next_version, seat=seat, cause=cause, events=(), ref=ref)


def in_recess() -> CommandRefused:
    """Return the refusal of everything that would change a match in recess."""
    text = Text("The match is in recess: it goes on when all players have resumed.")
    return CommandRefused(RefusalCode.IN_RECESS, text, "$.match")


def _check_rules(record: Record) -> None:
    if record.frozen is not None:
        raise in_recess()
    if not record.offers_undo:
        raise CommandRefused(RefusalCode.NO_UNDO, Text("This server has no undo."), "$.type")
    if record.opened.rated:
        raise CommandRefused(RefusalCode.NO_UNDO, Text("No action of a rated match can be taken back."), "$.match")
    if not record.has_undo:
        text = Text("No action of a match of a tournament can be taken back.")
        raise CommandRefused(RefusalCode.NO_UNDO, text, "$.match")


def _refusal(record: Record, seat: Seat) -> CommandRefused | None:
    """Return the reason why this seat cannot take the last action back; `None` if it can ask."""
    if record.undo_requests[seat] >= MOST_REQUESTS:
        text = Text("You can ask to take back at most {most} actions of a match.", most=MOST_REQUESTS)
        return CommandRefused(RefusalCode.TOO_MANY_UNDOS, text, "$.match")
    if not record.may_take_back:
        text = Text("This action cannot be taken back: somebody may have learned something by it.")
        return CommandRefused(RefusalCode.NO_UNDO, text, "$.action")
    return None

"""Verification of one log entry in a transcript: it is computed again from its cause alone, and compared byte for
byte."""

from typing import assert_never

import msgspec
from msgspec import UNSET
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.names import Milliseconds, Ref, Seat, Version
from quarterdeck_protocol.recess import RecessEntry
from quarterdeck_protocol.transcripts.transcript import (
    Acted,
    Entry,
    HistoryLost,
    Obeyed,
    Opened,
    Resigned,
    Returned,
    TimedOut,
    TranscriptEntry,
    Voided,
)
from quarterdeck_protocol.undo import UndoStep

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import (
    acted_entry,
    obeyed_entry,
    opening_entry,
    resigned_entry,
    returned_entry,
    timed_out_entry,
    voided_entry,
)
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.undo.recess import ended_entry, recess_entry
from quarterdeck_server.matches.undo.steps import undo_answered_entry, undo_asked_entry
from quarterdeck_server.verification.findings import DoesNotFollow, Kind

LATEST = 2**63
"""Times from here on are none: they do not fit where the links have them."""


LONGEST_QUOTE = 240


def read_entry(record: Record, version: Version, line: TranscriptEntry) -> tuple[bytes, AnyEntry]:
    stored = line.entry.encode()
    try:
        entry = record.codec.entry(stored)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.UNREADABLE, version, f"it cannot be read: {error}") from error
    if not 0 <= line.at < LATEST:
        raise DoesNotFollow(Kind.UNREADABLE, version, f"{line.at} is not a time")
    if line.at < record.at:
        raise DoesNotFollow(Kind.CLOCK, version, f"it was written {record.at - line.at} ms before the one before it")
    return stored, entry


def decided_again(record: Record, entry: AnyEntry, at: Milliseconds) -> AnyEntry:
    """Compute a log entry again from its cause alone. Raises `DoesNotFollow` if the cause was not possible at this
    point."""
    version, cause, seat = record.next_version, entry.cause, entry.seat
    if isinstance(cause, Opened):
        if version != 1 or seat is not None:
            raise DoesNotFollow(Kind.CAUSE, version, "only the server opens a match, and only once")
        return opening_entry(record)
    if isinstance(cause, Voided):
        if seat is not None:
            raise DoesNotFollow(Kind.CAUSE, version, "only the server can void a match")
        return voided_entry(record)
    if isinstance(cause, HistoryLost):
        if seat is not None or version == 1:
            raise DoesNotFollow(Kind.CAUSE, version, "only the server can record a loss of its store")
        return Entry(version=version, seat=None, cause=cause, events=())
    if seat is None and isinstance(cause, Acted) and (ended := ended_entry(record, at)) is not None:
        return ended
    if seat not in record.seats:
        raise DoesNotFollow(Kind.CAUSE, version, f"there is no seat {seat}")
    if seat in record.gone:
        raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} had already left")
    if entry.ref is not None and (seat, entry.ref) in record.done:
        raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} had already used the ref `{entry.ref}`")
    match cause:
        case Acted():
            return _acted_again(record, seat, cause, entry)
        case Resigned():
            return resigned_entry(record, seat, entry.ref)
        case TimedOut():
            until = record.until[seat]
            if until is None:
                raise DoesNotFollow(Kind.CAUSE, version, f"it was not the turn of seat {seat}")
            if at < until:
                raise DoesNotFollow(Kind.CLOCK, version, f"seat {seat} had {until - at} ms left")
            return timed_out_entry(record, seat)
        case Obeyed():
            obeys_at = record.obeys_at.get(seat)
            if obeys_at is None:
                raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} had no standing order for this question")
            if at < obeys_at:
                raise DoesNotFollow(Kind.CLOCK, version, f"seat {seat}'s order had {obeys_at - at} ms to wait")
            return obeyed_entry(record, seat)
        case Returned():
            if not record.is_away(seat):
                raise DoesNotFollow(Kind.CAUSE, version, f"the server had not played for seat {seat}")
            return returned_entry(record, seat)
        case _:
            assert_never(cause)


def _undo_again(record: Record, seat: Seat, step: UndoStep, ref: Ref | None) -> AnyEntry:
    try:
        if step.answer is UNSET:
            return undo_asked_entry(record, seat, step.action, ref)
        return undo_answered_entry(record, seat, step.action, step.answer, ref)
    except CommandRefused as refused:
        why = f"the action cannot be taken back: {refused.text}"
        raise DoesNotFollow(Kind.CAUSE, record.next_version, why) from refused


def _recess_again(record: Record, seat: Seat, step: RecessEntry, ref: Ref | None) -> AnyEntry:
    try:
        if step.step is not UNSET:
            return recess_entry(record, seat, step.step, ref)
    except CommandRefused as refused:
        why = f"there was no such recess: {refused.text}"
        raise DoesNotFollow(Kind.CAUSE, record.next_version, why) from refused
    raise DoesNotFollow(Kind.CAUSE, record.next_version, "only the server ends a recess by itself")


def _acted_again(record: Record, seat: Seat, cause: Acted, entry: AnyEntry) -> AnyEntry:
    version = record.next_version
    if cause.undo is not UNSET:
        return _undo_again(record, seat, cause.undo, entry.ref)
    if cause.recess is not UNSET:
        return _recess_again(record, seat, cause.recess, entry.ref)
    if not record.choices[seat]:
        raise DoesNotFollow(Kind.CAUSE, version, f"it was not the turn of seat {seat}")
    try:
        action = record.codec.action(cause.action)
        return acted_entry(record, seat, action, record.codec.canonical(action), entry.ref)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.UNREADABLE, version, f"its action cannot be read: {error}") from error
    except IllegalAction as illegal:
        raise DoesNotFollow(Kind.CAUSE, version, f"the rules do not allow it ({illegal.rule}): {illegal}") from illegal


def compare(version: Version, stored: bytes, entry: AnyEntry, again: AnyEntry, record: Record) -> None:
    if record.codec.stored(again) == stored:
        return
    if record.codec.stored(msgspec.structs.replace(again, draws=entry.draws)) == stored:
        raise DoesNotFollow(Kind.DRAWS, version, _other_draws(entry, again))
    if entry.events == again.events:
        raise DoesNotFollow(Kind.WRITING, version, "it is not in the form in which the server writes entries")
    for number, (written, given) in enumerate(zip(entry.events, again.events, strict=False), 1):
        if written != given:
            raise DoesNotFollow(
                Kind.EVENTS,
                version,
                f"the rules give other events: event {number} is {quoted(written)}, and by the rules {quoted(given)}",
            )
    raise DoesNotFollow(
        Kind.EVENTS,
        version,
        f"the rules give other events: there are {len(entry.events)}, and by the rules {len(again.events)}",
    )


def _other_draws(entry: AnyEntry, again: AnyEntry) -> str:
    """Return the difference between the recorded random draws of an entry and the computed ones."""
    noted, drawn = [bytes(each.draws) if each.draws else b"[]" for each in (entry, again)]
    written, given = [msgspec.json.decode(each) for each in (noted, drawn)]
    if not isinstance(written, list) or len(written) != len(given):
        number = len(written) if isinstance(written, list) else "no list of"
        return f"its draws are not those that were made: there are {number}, and by the rules {len(given)}"
    for number, (mine, yours) in enumerate(zip(written, given, strict=True), 1):
        if mine != yours:
            return (
                f"its draws are not those that were made: draw {number} is {quoted(mine)}, and by the rules "
                f"{quoted(yours)}"
            )
    return "its draws are not in the form in which the server writes them"


def quoted(event: object) -> str:
    text = msgspec.json.encode(event).decode()
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"

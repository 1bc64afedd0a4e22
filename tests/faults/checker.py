"""Whether the promises were kept, judged by nothing but what clients wrote down and what the log holds at the end.

Each promise is a function that gives what breaks it, in words. `breaches` holds all of them against one match.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

import msgspec
from faults.client_records import Acknowledged, Fault, MatchRecords, Notified, NotifiedOfLoss, Sent, StoredEntry
from faults.linearizability import Called, order_of
from quarterdeck_protocol.messages import Waiting
from quarterdeck_protocol.names import Ref, Seat, Version, Viewer


class Promise(StrEnum):
    """What must hold whatever breaks."""

    KEPT = "what was acknowledged is in the log, or it was told that it is gone"
    ONCE = "nothing is in the log twice"
    SENT = "nothing is in the log that nobody sent"
    ONE_HISTORY = "there is one history"
    NO_GAPS = "versions are without gaps"
    GOES_ON = "every match goes on after a fault, and ends"
    SAME_FOR_ALL = "all viewers of a kind saw the same"
    NOT_SIDE_BY_SIDE = "no two histories are told side by side"
    CLOCKS = "nobody loses more time than the rule allows"
    LINEARIZABLE = "it could have happened one command at a time"


class Breach(msgspec.Struct, frozen=True):
    """A promise that was broken, and how."""

    promise: Promise
    match: str
    words: str


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """How many seconds something may take."""

    until_it_goes_on: float = 10.0
    """From the end of a fault to something new of each match."""

    until_it_is_known: float = 10.0
    """From when a history is replaced, or an entry written, until no process tells of what was before."""


def breaches(records: MatchRecords, faults: Sequence[Fault], bounds: Bounds) -> list[Breach]:
    """Return every promise that was broken to those who played or watched this match."""
    found: list[Breach] = []
    checks: dict[Promise, Callable[[], Iterator[str]]] = {
        Promise.KEPT: lambda: _lost_entries(records),
        Promise.ONCE: lambda: _doubled(records),
        Promise.SENT: lambda: _invented(records),
        Promise.ONE_HISTORY: lambda: _other_histories(records),
        Promise.NO_GAPS: lambda: _gaps(records),
        Promise.GOES_ON: lambda: _stuck(records, faults, bounds),
        Promise.SAME_FOR_ALL: lambda: _seen_differently(records),
        Promise.NOT_SIDE_BY_SIDE: lambda: _side_by_side(records, faults, bounds),
        Promise.CLOCKS: lambda: _lost_time(records),
        Promise.LINEARIZABLE: lambda: _out_of_order(records, faults, bounds),
    }
    for promise, broken in checks.items():
        found += [Breach(promise, records.name, words) for words in broken()]
    return found


def _log(records: MatchRecords) -> Sequence[StoredEntry]:
    return records.logs[0] if records.logs else ()


def _clients(records: MatchRecords) -> dict[str, list[Notified | NotifiedOfLoss]]:
    """Return what each client was told of how the match stands, in order."""
    states: dict[str, list[Notified | NotifiedOfLoss]] = defaultdict(list)
    for note in records.notes:
        if isinstance(note, Notified | NotifiedOfLoss):
            states[note.client].append(note)
    return states


def _is_gone(acknowledged: Acknowledged, records: MatchRecords) -> bool:
    """Whether a client was told, after this had been acknowledged, that it is gone."""
    return any(
        isinstance(note, NotifiedOfLoss)
        and note.client == acknowledged.client
        and note.at >= acknowledged.at
        and (acknowledged.ref in note.refs or (0 if note.is_resumed else note.version) < acknowledged.version)
        for note in records.notes
    )


def _lost_entries(records: MatchRecords) -> Iterator[str]:
    entries = {entry.ref: entry for entry in _log(records) if entry.ref is not None}
    links = {entry.version: entry.link for entry in _log(records)}
    for note in records.notes:
        if not isinstance(note, Acknowledged):
            continue
        is_there = note.ref in entries and links.get(note.version) == note.link
        if not is_there and not _is_gone(note, records):
            yield f"{note.ref} was acknowledged at {note.at:.3f} with version {note.version}, and is not there"


def _doubled(records: MatchRecords) -> Iterator[str]:
    times = Counter((entry.seat, entry.ref) for entry in _log(records) if entry.ref is not None)
    for (_, ref), number in times.items():
        if number > 1:
            yield f"{ref} is in the log {number} times"


def _invented(records: MatchRecords) -> Iterator[str]:
    sent = {note.ref for note in records.notes if isinstance(note, Sent)}
    for entry in _log(records):
        if entry.ref is not None and entry.ref not in sent:
            yield f"{entry.ref} is in the log, and nobody has sent it"


def _other_histories(records: MatchRecords) -> Iterator[str]:
    """Follow what each client holds for true, version by version: what is told of a loss takes away what came after."""
    log = {entry.version: entry.link for entry in _log(records)}
    for other in records.logs[1:]:
        if [entry.link for entry in other] != [entry.link for entry in _log(records)]:
            yield "two processes give different logs"
    for client, notes in _clients(records).items():
        held: dict[Version, str] = {}
        for note in notes:
            if isinstance(note, NotifiedOfLoss):
                left = 0 if note.is_resumed else note.version
                held = {version: link for version, link in held.items() if version <= left}
            else:
                before = held.setdefault(note.version, note.link)
                if before != note.link:
                    yield f"{client} was told another version {note.version} at {note.at:.3f}, and of no loss"
                    held[note.version] = note.link
        for version, link in held.items():
            if log and log.get(version) != link:
                yield f"{client} was left with a version {version} that is not in the log"


def _gaps(records: MatchRecords) -> Iterator[str]:
    for log in records.logs:
        versions = [entry.version for entry in log]
        if versions != list(range(1, len(versions) + 1)):
            yield f"the log has the versions {versions}"
    for client, notes in _clients(records).items():
        known: Version | None = None
        for note in notes:
            if isinstance(note, NotifiedOfLoss):
                known = None
                continue
            if known is not None and note.asked_at is None and not note.is_repeat and note.since > known:
                yield f"{client} was told what happened after {note.since} at {note.at:.3f}, and knew {known}"
            known = max(note.version, known or note.version)


def _stuck(records: MatchRecords, faults: Sequence[Fault], bounds: Bounds) -> Iterator[str]:
    states = [note for note in records.notes if isinstance(note, Notified)]
    if not states or not any(note.is_over for note in states):
        yield "it has not come to its end"
        return
    over_at = min(note.at for note in states if note.is_over)
    news = news_of(states)
    for fault in faults:
        waits = bounds.until_it_goes_on
        if fault.ended >= over_at or not _is_quiet_after(fault, faults, waits):
            continue
        if not any(fault.ended <= at <= fault.ended + waits for at in news):
            yield f"nothing new in {waits:g} s after {fault.kind}, which ended at {fault.ended:.3f}"


def _is_quiet_after(fault: Fault, faults: Sequence[Fault], seconds: float) -> bool:
    """Whether no other fault came for so long."""
    return not any(fault.ended < other.ended and other.began < fault.ended + seconds for other in faults)


def news_of(states: Sequence[Notified]) -> list[float]:
    """Return when something was told for the first time to anybody."""
    seen: set[tuple[int, int, str]] = set()
    found: list[float] = []
    for note in states:
        if (note.epoch, note.version, note.link) not in seen:
            seen.add((note.epoch, note.version, note.link))
            found.append(note.at)
    return found


def gaps_after(faults: Sequence[Fault], matches: Sequence[MatchRecords]) -> dict[str, list[float]]:
    """Return, for each kind of fault, how long each match that went on took from its end to something new, where no
    other fault came in between."""
    gaps: dict[str, list[float]] = defaultdict(list)
    for records in matches:
        news = news_of([note for note in records.notes if isinstance(note, Notified)])
        for fault in faults:
            later = [at - fault.ended for at in news if at >= fault.ended][:1]
            gaps[fault.kind] += [gap for gap in later if _is_quiet_after(fault, faults, gap)]
    return dict(gaps)


def _seen_differently(records: MatchRecords) -> Iterator[str]:
    views: dict[tuple[Viewer, int, str], tuple[bytes, str]] = {}
    events: dict[tuple[Viewer, int, int, str], tuple[bytes, str]] = {}
    for note in records.notes:
        if not isinstance(note, Notified):
            continue
        view, whose = views.setdefault((note.seat, note.version, note.link), (note.view, note.client))
        if view != note.view:
            yield f"{note.client} and {whose} were shown version {note.version} differently"
        if note.events:
            received = events.setdefault((note.seat, note.since, note.version, note.link), (note.events, note.client))
            if received[0] != note.events:
                yield f"{note.client} and {received[1]} heard differently what happened up to version {note.version}"


def _side_by_side(records: MatchRecords, faults: Sequence[Fault], bounds: Bounds) -> Iterator[str]:
    """While nobody is cut off, or has been lately, a version has one link: all that changes it cuts somebody off."""
    last: dict[Version, Notified] = {}
    for note in records.notes:
        if not isinstance(note, Notified):
            continue
        before = last.get(note.version)
        if before is not None and before.link != note.link:
            since = before.at - bounds.until_it_is_known
            if not any(fault.isolates and fault.began <= note.at and fault.ended >= since for fault in faults):
                yield f"{note.client} was told another version {note.version} at {note.at:.3f} than {before.client} was"
        last[note.version] = note


def fresh_from(at: float, faults: Sequence[Fault], bounds: Bounds) -> float:
    """Return of what moment at least that is how things stood which is told at this one."""
    known = at - bounds.until_it_is_known
    for fault in sorted(faults, key=lambda fault: fault.began, reverse=True):
        if fault.isolates and fault.ended >= known and fault.began <= at:
            known = min(known, fault.began - bounds.until_it_is_known)
    return known


def _lost_time(records: MatchRecords) -> Iterator[str]:
    log = _log(records)
    links = {entry.version: entry.link for entry in log}
    waiting_at: dict[Version, dict[Seat, Waiting]] = {}
    for note in records.notes:
        if isinstance(note, Notified) and links.get(note.version) == note.link:
            waiting_at[note.version] = {waiting.seat: waiting for waiting in note.waiting}
    banks: dict[Seat, int] = {}
    for entry in log:
        before = waiting_at.get(Version(entry.version - 1), {})
        asked = before.get(entry.seat) if entry.seat is not None else None
        if entry.timed_out and asked is not None and entry.at < asked.until:
            yield f"seat {entry.seat} was played for {asked.until - entry.at} ms before its time had run out"
        for seat, waiting in before.items():
            banks[seat] = min(banks.get(seat, waiting.bank), waiting.bank) - _taken(waiting, entry)
        after = waiting_at.get(entry.version)
        if after is None:
            banks.clear()  # nobody was told of it: what was taken there is not known
            continue
        for seat, waiting in after.items():
            if waiting.bank < banks.get(seat, 0):
                yield f"seat {seat} had {banks[seat]} ms left in its bank, and {waiting.bank} at {entry.version}"


def _taken(asked: Waiting, entry: StoredEntry) -> int:
    """Return how much of its bank a seat may have used up to an entry; what the store had forgotten is nobody's."""
    if entry.lost is not None:
        return 0
    return max(0, entry.at - (asked.until - asked.bank))


class Appended(msgspec.Struct, frozen=True):
    """An entry was appended."""

    version: Version


class Looked(msgspec.Struct, frozen=True):
    """Somebody asked how the match stands, and was told."""

    version: Version


def _out_of_order(records: MatchRecords, faults: Sequence[Fault], bounds: Bounds) -> Iterator[str]:
    """A match is a register that only grows. What is gone is no part of it; who asks is told no older state than that
    of a moment ago."""
    calls = _calls(records, faults, bounds)
    if order_of(calls, Version(0), _grow) is None:
        yield f"there is no order of these {len(calls)} commands and answers"


def _grow(version: Version, done: Appended | Looked) -> Version | None:
    if isinstance(done, Looked):
        return version if done.version == version else None
    return done.version if done.version == version + 1 else None


def _calls(records: MatchRecords, faults: Sequence[Fault], bounds: Bounds) -> list[Called[Appended | Looked]]:
    """Return what was asked for and answered. Who has been told of a loss and is shown what is left may look at a
    history that does not count: however old what that lost is, the one that counts may still have it."""
    sent: dict[Ref, float] = {}
    left: dict[str, Version] = {}
    answered: dict[Ref, float] = {}
    links = {entry.version: entry.link for entry in _log(records)}
    calls: list[Called[Appended | Looked]] = []
    for note in records.notes:
        if isinstance(note, Sent):
            sent.setdefault(note.ref, note.at)
        elif isinstance(note, Acknowledged) and links.get(note.version) == note.link:
            answered.setdefault(note.ref, note.at)
        elif isinstance(note, NotifiedOfLoss):
            left[note.client] = note.version
        elif not isinstance(note, Notified) or left.get(note.client) == note.version:
            continue
        elif note.asked_at is not None and links.get(note.version) == note.link:
            calls.append(Called(Looked(note.version), fresh_from(note.asked_at, faults, bounds), note.at))
    for entry in _log(records):
        appended = Appended(entry.version)
        if entry.ref is None or entry.ref not in sent:  # the house's own: nobody knows when it was asked for
            calls.append(Called(appended, -math.inf))
        else:
            calls.append(Called(appended, sent[entry.ref], answered.get(entry.ref, math.inf)))
    return calls

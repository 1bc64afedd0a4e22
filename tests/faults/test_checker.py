"""The checker finds what it is for: a record in which nothing is broken is let pass, and each promise that is broken on
purpose is found."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from faults.checker import Bounds, Promise, breaches
from faults.client_records import Acknowledged, Fault, MatchRecords, Notified, NotifiedOfLoss, Sent, StoredEntry
from quarterdeck_protocol.messages import Waiting
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Seat, Version
from quarterdeck_protocol.transcripts.transcript import HistoryLost

LIMIT, BANK = 10_000, 5_000
FORGETTING = Fault(kind="store forgets", began=6.5, ended=7.0, isolates=True)
FREEZE = Fault(kind="process frozen", began=2.5, ended=3.5, isolates=True)


def link(version: int, history: str = "a") -> str:
    return f"{history}{version}"


def state(client: str, version: int, at: float, **changes: Any) -> Notified:
    """Return that a client was told of a version as it was written, in its turn."""
    asked = Waiting(seat=Seat(version % 2), until=Milliseconds(1_000 * version + LIMIT + BANK), bank=Milliseconds(BANK))
    note = Notified(
        at=at,
        client=client,
        seat=None if client.startswith("watcher") else Seat(int(client[-1])),
        epoch=Epoch(0),
        version=Version(version),
        since=Version(max(0, version - 1)),
        link=link(version),
        entered_at=Milliseconds(1_000 * version),
        waiting=() if version == 6 else (asked,),
        view=b"%d" % version,
        events=b"e%d" % version,
        is_over=version == 6,
    )
    return msgspec.structs.replace(note, **changes)


def in_log(version: int, **changes: Any) -> StoredEntry:
    entry = StoredEntry(
        version=Version(version),
        at=Milliseconds(1_000 * version),
        link=link(version),
        seat=Seat((version - 1) % 2) if version > 1 else None,
        ref=Ref(f"ref-{version}") if version > 1 else None,
        acted=version > 1,
        timed_out=False,
        lost=None,
    )
    return msgspec.structs.replace(entry, **changes)


def sound() -> MatchRecords:
    """Return a match of two seats and two who watch, in which each acts in turn, a second each."""
    records = MatchRecords(name="m")
    for version in range(1, 7):
        at = float(version)
        if version > 1:
            seat, ref = Seat((version - 1) % 2), Ref(f"ref-{version}")
            client = f"seat {seat}"
            records.notes.append(Sent(at=at - 0.5, client=client, seat=seat, ref=ref))
            records.notes.append(
                Acknowledged(
                    at=at + 0.1,
                    client=client,
                    seat=seat,
                    ref=ref,
                    epoch=Epoch(0),
                    version=Version(version),
                    link=link(version),
                )
            )
        records.notes += [state(client, version, at + 0.1) for client in ("seat 0", "seat 1", "watcher 1", "watcher 2")]
    records.logs = [[in_log(version) for version in range(1, 7)] for _ in range(2)]
    return records


def found(records: MatchRecords, *faults: Fault) -> set[Promise]:
    return {breach.promise for breach in breaches(records, faults, Bounds())}


def replace(records: MatchRecords, old: Callable[[Any], bool], **changes: Any) -> None:
    """Change the first note that is like this."""
    place = next(number for number, note in enumerate(records.notes) if old(note))
    records.notes[place] = msgspec.structs.replace(records.notes[place], **changes)


def is_notified(client: str, version: int) -> Callable[[Any], bool]:
    return lambda note: isinstance(note, Notified) and (note.client, note.version) == (client, version)


def change_log(records: MatchRecords, version: int, **changes: Any) -> None:
    for log in records.logs:
        log[version - 1] = msgspec.structs.replace(log[version - 1], **changes)  # type: ignore[index]  # it is a list


def test_a_record_in_which_nothing_is_broken_is_let_pass() -> None:
    assert breaches(sound(), [FREEZE], Bounds()) == []


def lose_an_entry(records: MatchRecords) -> None:
    change_log(records, 4, ref=Ref("another"))
    records.notes.append(Sent(at=0.0, client="seat 1", seat=Seat(1), ref=Ref("another")))


def double_an_entry(records: MatchRecords) -> None:
    change_log(records, 5, ref=Ref("ref-3"))
    records.notes = [note for note in records.notes if getattr(note, "ref", None) != "ref-5"]


def invent_an_entry(records: MatchRecords) -> None:
    records.notes = [note for note in records.notes if getattr(note, "ref", None) != "ref-3"]


def give_two_logs(records: MatchRecords) -> None:
    records.logs[1] = [*records.logs[1][:-1], in_log(6, link=link(6, "b"))]


def leave_somebody_with_another_history(records: MatchRecords) -> None:
    replace(records, is_notified("watcher 2", 6), link=link(6, "b"))


def tell_another_history_without_a_word(records: MatchRecords) -> None:
    records.notes.append(state("watcher 2", 3, 6.4, link=link(3, "b"), since=Version(6)))


def leave_out_an_update(records: MatchRecords) -> None:
    records.notes = [note for note in records.notes if not is_notified("watcher 1", 4)(note)]


def leave_out_a_version(records: MatchRecords) -> None:
    for log in records.logs:
        del log[3]  # type: ignore[attr-defined]  # it is a list


def never_end(records: MatchRecords) -> None:
    records.notes = [
        msgspec.structs.replace(note, is_over=False) if isinstance(note, Notified) else note for note in records.notes
    ]


def show_a_view_differently(records: MatchRecords) -> None:
    replace(records, is_notified("watcher 2", 3), view=b"another")


def tell_of_other_events(records: MatchRecords) -> None:
    replace(records, is_notified("watcher 2", 3), events=b"another")


def play_too_early_for_somebody(records: MatchRecords) -> None:
    change_log(records, 4, timed_out=True, acted=False)


def take_from_a_bank(records: MatchRecords) -> None:
    for client in ("seat 0", "seat 1", "watcher 1", "watcher 2"):
        less = Waiting(seat=Seat(0), until=Milliseconds(4_000 + LIMIT), bank=Milliseconds(0))
        replace(records, is_notified(client, 4), waiting=(less,))


def answer_before_it_was_sent(records: MatchRecords) -> None:
    """What was acknowledged late in the log was answered before what stands before it was sent."""
    replace(records, lambda note: isinstance(note, Sent) and note.ref == "ref-3", at=5.0)
    replace(records, lambda note: isinstance(note, Acknowledged) and note.ref == "ref-3", at=5.2)


def answer_with_what_is_long_over(records: MatchRecords) -> None:
    records.notes.append(state("watcher 1", 2, 30.0, asked_at=29.0))
    records.notes.append(state("watcher 1", 6, 31.0, asked_at=30.9))


@pytest.mark.parametrize(
    ("damage", "promise"),
    [
        (lose_an_entry, Promise.KEPT),
        (double_an_entry, Promise.ONCE),
        (invent_an_entry, Promise.SENT),
        (give_two_logs, Promise.ONE_HISTORY),
        (leave_somebody_with_another_history, Promise.ONE_HISTORY),
        (tell_another_history_without_a_word, Promise.ONE_HISTORY),
        (leave_out_an_update, Promise.NO_GAPS),
        (leave_out_a_version, Promise.NO_GAPS),
        (never_end, Promise.GOES_ON),
        (show_a_view_differently, Promise.SAME_FOR_ALL),
        (tell_of_other_events, Promise.SAME_FOR_ALL),
        (play_too_early_for_somebody, Promise.CLOCKS),
        (take_from_a_bank, Promise.CLOCKS),
        (answer_before_it_was_sent, Promise.LINEARIZABLE),
        (answer_with_what_is_long_over, Promise.LINEARIZABLE),
    ],
    ids=lambda case: case.__name__ if callable(case) else case.name,
)
def test_a_promise_that_is_broken_is_found(damage: Callable[[MatchRecords], None], promise: Promise) -> None:
    records = sound()
    damage(records)
    assert promise in found(records)


def test_a_match_that_does_not_go_on_after_a_fault_is_found() -> None:
    records, fault = sound(), Fault(kind="store away", began=6.2, ended=6.4)
    assert found(records, fault) == set(), "it was over by then"
    for version in (6,):
        for client in ("seat 0", "seat 1", "watcher 1", "watcher 2"):
            replace(records, is_notified(client, version), at=20.0)
    fault = msgspec.structs.replace(fault, began=5.2, ended=5.4)
    assert Promise.GOES_ON in found(records, fault)
    other = Fault(kind="line cut", began=9.0, ended=19.0)
    assert Promise.GOES_ON not in found(records, fault, other), "the next fault came before"


def rewound() -> MatchRecords:
    """Return the same match, whose store has forgotten its versions 5 and 6, with what everybody was told of it."""
    records = sound()
    clients = [("seat 0", Seat(0)), ("seat 1", Seat(1)), ("watcher 1", None), ("watcher 2", None)]
    for client, seat in clients:
        refs = {0: (Ref("ref-5"),), 1: (Ref("ref-6"),)}.get(seat if seat is not None else 2, ())
        records.notes.append(
            NotifiedOfLoss(
                at=7.0,
                client=client,
                seat=seat,
                epoch=Epoch(1),
                version=Version(4),
                was=Version(6),
                refs=refs,
                is_resumed=False,
            )
        )
        for version, at in ((4, 7.1), (5, 7.2), (6, 8.0)):
            is_new = version > 4
            records.notes.append(
                state(
                    client,
                    version,
                    at,
                    epoch=Epoch(1),
                    link=link(version, "b" if is_new else "a"),
                    since=Version(version - 1 if is_new else 4),
                    events=b"b%d" % version if is_new else b"",
                )
            )
    lost = HistoryLost(epoch=Epoch(1), since=Version(4), was=Version(6), link=link(6))
    log = [
        *(in_log(version) for version in range(1, 5)),
        in_log(5, link=link(5, "b"), seat=None, ref=None, acted=False, lost=lost),
        in_log(6, link=link(6, "b"), seat=None, ref=None, acted=False),
    ]
    records.logs = [log]
    return records


def test_anything_that_is_told_of_a_loss_is_no_breach() -> None:
    assert breaches(rewound(), [FORGETTING], Bounds()) == []


def test_anything_that_is_left_after_a_loss_may_be_older_than_anything_else_that_is_told() -> None:
    """A primary that is cut off forgets what the one that was promoted still has."""
    apart = Fault(kind="primary cut off with one process", began=28.0, ended=31.0, isolates=True)
    records, notes = sound(), rewound().notes
    loss = next(note for note in notes if isinstance(note, NotifiedOfLoss) and note.client == "watcher 1")
    records.notes.append(msgspec.structs.replace(loss, at=29.0, epoch=Epoch(1)))
    records.notes.append(state("watcher 1", 4, 29.2, epoch=Epoch(1), asked_at=28.9, events=b""))
    records.notes.append(state("watcher 1", 6, 31.0, asked_at=30.9, events=b""))
    assert Promise.LINEARIZABLE not in found(records, apart)
    records.notes = [note for note in records.notes if not isinstance(note, NotifiedOfLoss)]
    assert Promise.LINEARIZABLE in found(records, apart), "nobody was told that anything is gone"


def test_a_loss_of_which_nobody_was_told_is_found() -> None:
    records = rewound()
    records.notes = [note for note in records.notes if not isinstance(note, NotifiedOfLoss)]
    assert {Promise.KEPT, Promise.ONE_HISTORY} <= found(records)


def test_two_histories_that_are_told_side_by_side_are_found() -> None:
    records = rewound()
    assert Promise.NOT_SIDE_BY_SIDE not in found(records, FORGETTING), "not everybody can know at once"
    assert Promise.NOT_SIDE_BY_SIDE in found(records), "without a fault nothing is replaced"
    records.notes.append(state("watcher 3", 5, 39.0, epoch=Epoch(1), link=link(5, "b"), asked_at=38.0))
    records.notes.append(state("watcher 4", 5, 40.0, epoch=Epoch(1), link=link(5), asked_at=39.0))
    assert Promise.NOT_SIDE_BY_SIDE in found(records, FORGETTING)
    frozen = Fault(kind="process frozen", began=6.0, ended=39.5, isolates=True)
    assert Promise.NOT_SIDE_BY_SIDE not in found(records, FORGETTING, frozen), "its process could not know"

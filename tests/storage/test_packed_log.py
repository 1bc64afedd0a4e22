"""A packed log: what comes out is what went in, and what is damaged is never taken for a log."""

import zlib

import pytest
from quarterdeck_protocol.names import Epoch, Milliseconds, Version
from quarterdeck_server.matches.log import Head, History, Stamped, next_digest
from quarterdeck_server.storage.packed_log import DamagedError, head_of, packed, unpacked

EVERY_BYTE = bytes(range(256))


def history(*entries: bytes, epoch: int = 0, chained: bool = True) -> History:
    stamped: list[Stamped] = []
    digest = ""
    for number, entry in enumerate(entries, 1):
        at = Milliseconds(1_700_000_000_000 + 997 * number * number)
        digest = next_digest(digest, at, entry) if chained else ""
        stamped.append(Stamped(Version(number), entry, at, digest))
    return History(Epoch(epoch), stamped)


LOGS = {
    "one entry": history(b"entry"),
    "any bytes": history(EVERY_BYTE, b"", b"a b\n" * 9000),
    "a later epoch": history(b"one", b"two", epoch=7),
    "of a server that knew of no digests": history(b"one", b"two", chained=False),
    "digests that begin late": History(
        Epoch(0), [*history(b"one", chained=False).entries, *history(b"", b"x").entries[1:]]
    ),
}


@pytest.mark.parametrize("log", LOGS.values(), ids=LOGS)
def test_anything_that_comes_out_is_what_went_in(log: History) -> None:
    value = packed(log)
    assert unpacked(value) == log
    assert head_of(value) == Head(log.epoch, Version(len(log.entries)), log.entries[-1].digest)


def test_entries_that_are_much_alike_take_less_than_a_seventh() -> None:
    log = history(*(b'{"version":%d,"seat":1,"cause":{"type":"acted"},"events":[]}' % number for number in range(100)))
    assert len(packed(log)) * 7 < sum(len(each.entry) for each in log.entries)


@pytest.mark.parametrize("log", [History(Epoch(0), []), History(Epoch(0), history(b"one", b"two").entries[1:])])
def test_only_a_whole_log_is_packed(log: History) -> None:
    with pytest.raises(ValueError, match="only a complete log"):
        packed(log)


def test_a_log_that_is_cut_off_anywhere_is_damaged() -> None:
    value = packed(history(b"one", b"two", EVERY_BYTE))
    for length in range(len(value)):
        with pytest.raises(DamagedError):
            unpacked(value[:length])


def test_a_log_with_another_byte_anywhere_is_damaged_or_says_another_epoch() -> None:
    value = packed(history(b"one", b"two", EVERY_BYTE))
    for place in range(len(value)):
        altered = bytearray(value)
        altered[place] ^= 1
        try:
            read = unpacked(bytes(altered))
        except DamagedError:
            continue
        assert (place, read.epoch) == (2, 1)


@pytest.mark.parametrize("value", [b"", b"1 0 1", b"2 0 1 " + b"0" * 40 + b" x", b"\x00" * 90, zlib.compress(b"entry")])
def test_anything_that_is_no_packed_log_is_said_to_be_none(value: bytes) -> None:
    with pytest.raises(DamagedError, match="not a compressed log"):
        head_of(value)


def test_anything_that_follows_a_packed_log_is_damage() -> None:
    with pytest.raises(DamagedError, match="additional bytes at its end"):
        unpacked(packed(history(b"one")) + b"x")

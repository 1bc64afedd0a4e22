"""Bytes that several readers are sent are counted once, until the last of them has taken them."""

from quarterdeck_server.web.frames.shared_bytes import SharedBytes


def test_the_same_bytes_are_counted_once_until_the_last_reader_has_taken_them() -> None:
    held, one, other = SharedBytes(), bytes(10), bytes([1]) * 5
    for body in (one, one, other):
        held.add(body)
    assert (held.size, held.more_with(one), held.more_with(bytes([2]) * 7)) == (15, 0, 7)
    held.remove(one)
    assert held.size == 15
    held.remove(one)
    held.remove(other)
    assert (held.size, held.more_with(one)) == (0, 10)

"""The heads of frames: what may not be is found where it begins, in whatever pieces it comes."""

import pytest
from quarterdeck_server.web.frames.frame_heads import FrameHeads

TEXT, PIECE, LAST_PIECE, PING = 0x81, 0x00, 0x80, 0x89
BEGINS = 0x01
COMPRESSED = 0x40


def frame(first: int, size: int = 0, *, wide: int = 0) -> bytes:
    """Return a frame of a client, whose length takes so many further bytes."""
    length = bytes((0x80 | size,)) if not wide else bytes((0xFE if wide == 2 else 0xFF,)) + size.to_bytes(wide, "big")
    return bytes((first,)) + length + b"mask" + b"\x01" * size


ALLOWED = [
    [],
    [frame(TEXT), frame(TEXT, 125), frame(TEXT, 126, wide=2), frame(TEXT, 70_000, wide=8)],
    [frame(TEXT, 3, wide=2), frame(TEXT, 3, wide=8)],
    [frame(BEGINS), frame(PIECE), frame(PING, 4), frame(PIECE, 2), frame(LAST_PIECE), frame(TEXT | COMPRESSED, 1)],
]
FORBIDDEN = {
    "without a mask": ([frame(TEXT, 5)], bytes((TEXT, 5)) + b"hello"),
    "a message in another": ([frame(BEGINS)], frame(TEXT, 5)),
    "a beginning after a beginning": ([frame(BEGINS, 3), frame(PING)], frame(BEGINS, 5)),
    "a piece of nothing": ([frame(BEGINS), frame(LAST_PIECE)], frame(LAST_PIECE, 5)),
    "a compressed ping": ([frame(TEXT, 5)], frame(PING | COMPRESSED, 5)),
}


@pytest.mark.parametrize("frames", ALLOWED)
@pytest.mark.parametrize("step", [1, 3, 7, 1_000_000])
def test_anything_that_may_be_is_allowed_in_pieces_of_any_size(frames: list[bytes], step: int) -> None:
    said, heads = b"".join(frames), FrameHeads()
    for at in range(0, len(said), step):
        piece = said[at : at + step]
        assert heads.allowed(piece) == len(piece)


@pytest.mark.parametrize(("before", "fault"), FORBIDDEN.values(), ids=FORBIDDEN)
def test_anything_that_may_not_be_is_found_where_it_begins(before: list[bytes], fault: bytes) -> None:
    whole = b"".join(before)
    for cut in range(len(whole)):
        heads = FrameHeads()
        assert heads.allowed(whole[:cut]) == cut
        assert heads.allowed(whole[cut:] + fault + frame(TEXT)) == len(whole) - cut
    heads = FrameHeads()
    assert heads.allowed(whole + fault[:1]) == len(whole) + 1, "of one byte nothing can be said"
    assert heads.allowed(fault[1:]) == 0


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300, 70_000])
@pytest.mark.parametrize("wide", [0, 2, 8])
@pytest.mark.parametrize("kind", [TEXT, TEXT | COMPRESSED])
def test_a_whole_message_is_passed_with_nothing_before_or_after_it_and_never_more(
    size: int, wide: int, kind: int
) -> None:
    if size > {0: 125, 2: 0xFFFF, 8: 1 << 30}[wide]:
        return
    whole, heads = frame(kind, size, wide=wide), FrameHeads()
    for _ in range(2):
        assert heads.allowed(whole) == len(whole)
        assert heads.are_between_messages
    assert heads.allowed(whole + bytes((TEXT, 5))) == len(whole)  # without a mask
    begun = FrameHeads()
    assert begun.allowed(frame(BEGINS)) == 6
    assert begun.allowed(whole) == 0  # a message in another

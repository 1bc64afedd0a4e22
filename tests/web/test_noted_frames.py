"""What is noted of a connection that may go on elsewhere: everything in order, or nothing at all."""

from quarterdeck_server.web.frames.noted_frames import MOST_BYTES_NOTED, NotedFrames


def test_as_much_as_goes_along_is_kept_in_order() -> None:
    frames = [b"one", bytes(MOST_BYTES_NOTED - 3)]
    noted = NotedFrames()
    for frame in frames:
        noted.note(frame)
    assert noted.whole == tuple(frames)


def test_of_more_than_that_nothing_is_kept() -> None:
    noted = NotedFrames()
    noted.note(b"one")
    noted.note(bytes(MOST_BYTES_NOTED))
    noted.note(b"three")
    assert noted.whole is None
    assert noted._frames == []

"""How fast a replay goes on, by a clock that stands still until somebody moves it."""

from quarterdeck_client.terminal.playback import FASTEST, SLOWEST, SPEEDS, Playback


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_due_before_it_plays_and_then_one_moment_after_the_other() -> None:
    clock = Hands()
    playback = Playback(2.0, clock)
    clock.now += 60
    assert not playback.is_due()
    playback.start()
    assert not playback.is_due()
    clock.now += 0.5
    assert [playback.is_due(), playback.is_due()] == [True, False]
    playback.stop()
    clock.now += 60
    assert not playback.is_due()


def test_no_moment_is_passed_over_however_long_nobody_has_asked() -> None:
    clock = Hands()
    playback = Playback(1.0, clock)
    playback.start()
    clock.now += 60
    assert [playback.is_due(), playback.is_due()] == [True, False]


def test_it_goes_faster_and_slower_by_steps_to_the_ends() -> None:
    playback = Playback(1.0)
    up = []
    for _ in SPEEDS:
        playback.faster()
        up.append(playback.speed)
    assert up == [2.0, 4.0, 8.0, FASTEST, FASTEST, FASTEST, FASTEST]
    for _ in SPEEDS:
        playback.slower()
    assert playback.speed == SLOWEST
    between = Playback(3.0)
    between.slower()
    assert between.speed == 2.0


def test_it_says_how_fast_it_goes() -> None:
    playback = Playback(0.25)
    assert playback.in_words == "paused (one every 4 s)"
    playback.start()
    playback.faster()
    playback.faster()
    assert playback.in_words == "plays, 1 a second"

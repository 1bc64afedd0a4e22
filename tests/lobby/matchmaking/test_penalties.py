"""How long somebody is held back who lets others wait."""

from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.matchmaking.penalties import (
    FORGOTTEN_AFTER,
    HELD_BACK,
    MissedOffersRecord,
    held_until,
    remembered,
)

NOW = Milliseconds(FORGOTTEN_AFTER * 10)


def absences(*ago: int) -> list[MissedOffersRecord]:
    return [MissedOffersRecord(Milliseconds(NOW - each), declined=False) for each in ago]


def test_the_first_absence_costs_nothing_the_second_a_minute_and_the_third_five() -> None:
    assert held_until([], NOW) == 0
    assert held_until(absences(10), NOW) == 0
    assert held_until(absences(20, 10), NOW) == NOW - 10 + 60_000
    assert held_until(absences(30, 20, 10), NOW) == NOW - 10 + 300_000
    assert held_until(absences(40, 30, 20, 10), NOW) == NOW - 10 + 300_000


def test_two_declines_count_as_one_absence() -> None:
    declined = [MissedOffersRecord(Milliseconds(NOW - ago), declined=True) for ago in (50, 40, 30, 20)]
    assert [held_until(declined[:count], NOW) for count in range(4)] == [0, 0, 0, 0]
    assert held_until(declined, NOW) == NOW - 20 + 60_000
    assert held_until([*declined[:2], *absences(10)], NOW) == NOW - 10 + 60_000


def test_a_day_later_all_is_forgotten() -> None:
    assert held_until(absences(FORGOTTEN_AFTER, FORGOTTEN_AFTER, FORGOTTEN_AFTER), NOW) == 0
    assert remembered(absences(FORGOTTEN_AFTER, FORGOTTEN_AFTER - 1), NOW) == tuple(absences(FORGOTTEN_AFTER - 1))


@given(st.lists(st.tuples(st.integers(0, 2 * FORGOTTEN_AFTER), st.booleans()), max_size=30))
def test_nobody_is_held_back_for_longer_than_the_longest_span(ago: list[tuple[int, bool]]) -> None:
    missed = [MissedOffersRecord(Milliseconds(NOW - each), declined) for each, declined in sorted(ago, reverse=True)]
    until = held_until(missed, NOW)
    assert until <= NOW + HELD_BACK[-1]
    assert held_until(missed, Milliseconds(NOW + FORGOTTEN_AFTER)) == 0

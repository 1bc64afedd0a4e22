"""Times of schedules: days of the week, summer time, and zones."""

from datetime import datetime

import pytest
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tournaments.schedules.schedule_records import next_time


def _milliseconds(moment: str) -> Milliseconds:
    return Milliseconds(round(1000 * datetime.fromisoformat(moment).timestamp()))


@pytest.mark.parametrize(
    ("zone", "after", "expected"),
    [
        ("Europe/Berlin", "2026-12-01T12:00+00:00", "2026-12-04T19:00+00:00"),
        ("Europe/Berlin", "2026-12-04T18:59+00:00", "2026-12-04T19:00+00:00"),
        ("Europe/Berlin", "2026-12-04T19:00+00:00", "2026-12-11T19:00+00:00"),
        ("Europe/Berlin", "2027-03-27T00:00+00:00", "2027-04-02T18:00+00:00"),  # summer time has begun
        ("America/New_York", "2026-12-05T00:30+00:00", "2026-12-05T01:00+00:00"),  # still Friday there
        ("UTC", "2026-12-31T00:00+00:00", "2027-01-01T20:00+00:00"),
    ],
)
def test_the_next_friday_at_eight_in_the_evening(zone: str, after: str, expected: str) -> None:
    assert next_time(4, "20:00", zone, _milliseconds(after)) == _milliseconds(expected)


@pytest.mark.parametrize("zone", ["Middle/Earth", "../etc/passwd", "x" * 64])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(CommandRefused, match="time zone"):
        next_time(4, "20:00", zone, Milliseconds(0))

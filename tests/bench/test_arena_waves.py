"""`arena_waves.py` measures what it says, and holds the bound for a small arena."""

from bench.arena_waves import measured


async def test_waves_of_two_hundred_players_hold_the_event_loop_for_less_than_fifty_milliseconds() -> None:
    found = await measured(200, 40, 1)
    times = [value for name, value in found.items() if name.startswith("ms")]
    assert len(times) == 3
    assert 0 < max(times) < 50
    assert found["matches"] > 200

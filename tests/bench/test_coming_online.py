"""`coming_online.py` measures what it says, in a store of its own, and holds the bound."""

from bench.coming_online import measure_arrivals


async def test_a_player_with_many_followers_comes_online_within_five_milliseconds_of_processor_time() -> None:
    without, found = await measure_arrivals(10_000)
    assert without > 0
    assert 0 < found <= 5

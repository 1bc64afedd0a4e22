"""`webhook_turns.py` measures what it says, in a store of its own, and holds the bound."""

from bench.webhook_turns import measure_turns, share


async def test_a_dead_receiver_holds_the_event_loop_for_at_most_a_millisecond_of_processor_time() -> None:
    turns = await measure_turns(400)
    assert len(turns) > 400, "each attempt takes more than one turn"
    assert 0 < share(turns, 0.99) <= 1

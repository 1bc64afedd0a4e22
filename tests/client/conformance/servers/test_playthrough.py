"""What the check of servers does in the matches that it plays."""

import random

from quarterdeck_client.conformance.servers.playthrough import chosen_from
from quarterdeck_client.conformance.servers.visit import Message


def test_anything_that_a_choice_leaves_open_is_named() -> None:
    """PROTOCOL.md: what comes back whole is refused with `incomplete`."""
    place: Message = {"type": "place", "card": 3, "zones": ["0.1.0", "0.2.0"], "one_of": "zones"}
    assert chosen_from([place], random.Random(5)) == {"type": "place", "card": 3, "zones": ["0.1.0"]}
    assert chosen_from([{"type": "draw"}], random.Random(5)) == {"type": "draw"}


def test_anything_that_would_end_the_match_soon_is_done_only_if_there_is_nothing_else() -> None:
    fight, draw = {"type": "fight"}, {"type": "draw"}
    assert {str(chosen_from([fight, draw], random.Random(seed))["type"]) for seed in range(9)} == {"draw"}
    assert chosen_from([fight], random.Random(5)) == fight

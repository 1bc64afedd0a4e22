"""A simulated cluster under faults: all promises hold, for every kind of fault, and a seed replays exactly.

The short form of `make faults`: there as many seeds are tried as one wishes.
"""

import pytest
from faults.ordeal import Ordeal
from faults.simulated_faults import KINDS, ordeal
from quarterdeck_testing.profiles import as_many

SHORT = 8
"""How many faults of mixed kinds a cluster goes through here."""


def _judge(found: Ordeal) -> None:
    how = f"python tests/faults simulated --seed {found.seed} --faults {len(found.faults)}"
    assert found.breaches == [], how
    assert found.errors == [], how
    assert found.acknowledged > 0


@pytest.mark.parametrize("number", range(len(KINDS) // 3 + 1))
def test_nothing_is_broken_by_faults_of_any_kind(number: int) -> None:
    kinds = KINDS[3 * number : 3 * number + 3]
    found = ordeal(number, 2 * len(kinds), kinds)
    _judge(found)
    assert {fault.kind for fault in found.faults} == set(kinds)


@pytest.mark.parametrize("seed", range(1_001, 1_001 + as_many(3, at_length=180)))
def test_nothing_is_broken_by_faults_that_come_together(seed: int) -> None:
    _judge(ordeal(seed, SHORT))


def test_anything_that_a_store_forgets_is_told() -> None:
    found = ordeal(7, 3, ("store forgets", "primary cut off with one process", "store forgets while nobody runs"))
    _judge(found)
    assert found.rewinds > 0


def test_after_a_loss_a_match_goes_on_within_two_seconds() -> None:
    """In virtual time, of which players take up to 0.8 s for an action."""
    losses = ("store forgets", "store forgets twice", "fail-over with a loss", "primary cut off with one process")
    found = ordeal(9, 2 * len(losses), losses)
    _judge(found)
    assert set(found.gaps) == set(losses)
    assert max(gap for gaps in found.gaps.values() for gap in gaps) <= 2.0


def test_a_process_that_was_stopped_while_the_clock_of_the_store_jumped_back_plays_for_nobody_before_their_time() -> (
    None
):
    _judge(ordeal(61_040, 25))


def test_a_seed_replays_exactly() -> None:
    first, again = ordeal(3, 4), ordeal(3, 4)
    assert first == again
    assert first.trace
    assert ordeal(4, 4).trace != first.trace

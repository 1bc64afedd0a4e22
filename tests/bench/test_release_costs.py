"""The comparison with the last release: a fixed count for fixed matches, and a line that names the dearer stage."""

from random import Random

from bench.played_match import PlayedMatch
from bench.release_costs import STAGES, Cost, compared, cost_of
from quarterdeck_games import GAMES


def test_the_same_matches_have_the_same_cost_and_every_stage_is_counted() -> None:
    first, second = cost_of("density-deck", 1), cost_of("density-deck", 1)
    assert first == second
    assert list(first.stages) == list(STAGES)
    assert min(first.stages.values()) > 0


def test_a_choice_that_leaves_something_open_is_completed() -> None:
    match = PlayedMatch(GAMES["myacards"], 2, Random("choices"))
    while match.record.result is None:
        match.choose()
        for stage in STAGES:
            getattr(match, stage)()
    assert match.record.version > 2


def test_a_release_that_was_cheaper_by_more_than_a_twentieth_is_reported_with_the_stage() -> None:
    before = Cost(40, 1, {"decide": 100.0, "draw": 100.0})
    assert compared("tiny", Cost(40, 1, {"decide": 100.0, "draw": 110.0}), before)[1] is False
    line, is_dearer = compared("tiny", Cost(40, 1, {"decide": 100.0, "draw": 111.0}), before)
    assert is_dearer
    assert line.endswith("ratio 1.055\n    draw 100 → 111")


def test_changed_rules_are_named_because_their_matches_differ() -> None:
    line, _ = compared("tiny", Cost(40, 2, {"decide": 100.0}), Cost(41, 1, {"decide": 100.0}))
    assert "the rules have changed" in line

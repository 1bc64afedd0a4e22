"""The bench of others beside bots that search, on a small scale and without a search."""

import os

import pytest
from bench.search_load import Figures, Round, measure
from servers import live_server


async def test_rounds_in_which_bots_play_stand_beside_as_many_in_which_none_does() -> None:
    async with live_server() as server:
        found = await measure(server.url, os.getpid(), "density-deck", "greedy", players=1, rounds=2, actions=5)
    assert [len(each.seconds) for each in (*found.quiet, *found.searching)] == [5] * 4
    assert list(found.decisions) == sorted(found.decisions)
    assert len(found.decisions) >= 2


def test_a_ratio_is_the_median_of_pairs_that_were_measured_one_after_the_other() -> None:
    quiet = tuple(Round(tuple([seconds] * 100), 1.0) for seconds in (1.0, 2.0, 4.0))
    searching = tuple(Round(tuple([seconds] * 99 + [2 * seconds]), 3.0) for seconds in (1.5, 1.0, 4.0))
    assert Figures(quiet, searching, (1.0,)).ratios == pytest.approx((1.0, 2.0, 3.0), rel=0.02)

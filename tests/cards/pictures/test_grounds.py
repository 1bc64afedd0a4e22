"""Shapes of the ground."""

import re

import pytest
from quarterdeck_server.cards.pictures.grounds import HEIGHT, SHAPES, WIDTH
from quarterdeck_server.cards.pictures.seeded_numbers import SeededNumbers


@pytest.mark.parametrize("name", SHAPES)
def test_a_ground_reaches_from_edge_to_edge_and_is_closed(name: str) -> None:
    for seed in "abc":
        path = SHAPES[name](SeededNumbers(seed), 200)
        assert re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz0-9 .-]+", path)
        assert path.endswith("z")
        assert f"H{WIDTH}" in path
        assert f"V{HEIGHT}H0z" in path
        assert path == SHAPES[name](SeededNumbers(seed), 200)

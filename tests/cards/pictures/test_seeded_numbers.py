"""Numbers that follow from a text."""

from collections import Counter

from quarterdeck_server.cards.pictures.seeded_numbers import SeededNumbers


def row(seed: str, count: int = 40) -> list[int]:
    numbers = SeededNumbers(seed)
    return [numbers.below(1_000) for _ in range(count)]


def test_the_same_seed_gives_the_same_numbers_and_another_others() -> None:
    assert row("lion") == row("lion")
    assert row("lion") != row("tiger")
    assert len(set(row("lion"))) > 30


def test_numbers_stay_in_their_bounds_and_reach_both() -> None:
    numbers = SeededNumbers("bounds")
    found = Counter(numbers.between(-2, 2) for _ in range(500))
    assert set(found) == {-2, -1, 0, 1, 2}
    assert {numbers.one_of("ab") for _ in range(50)} == {"a", "b"}

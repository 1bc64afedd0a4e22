"""The reckoning of ratings, whatever the skills and places."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_server.lobby.ratings.rating_model import BEGINNER, PROVISIONAL_FROM, Skill, after, at_least, shown

SKILLS = st.builds(Skill, st.floats(-20, 70), st.floats(1, 9))


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[Skill], list[int]]:
    """Return skills, and places with the gaps that shared places leave."""
    skills = draw(st.lists(SKILLS, min_size=2, max_size=4))
    scores = draw(st.lists(st.integers(0, 3), min_size=len(skills), max_size=len(skills)))
    return skills, [1 + sum(other > score for other in scores) for score in scores]


@given(matches())
def test_a_player_who_wins_alone_never_falls_and_who_loses_alone_never_rises(
    match: tuple[list[Skill], list[int]],
) -> None:
    skills, places = match
    believed = after(skills, places)
    for place, before, now in zip(places, skills, believed, strict=True):
        if place == 1 and places.count(1) == 1:
            assert now.mu >= before.mu
        if place == max(places) and places.count(place) == 1:
            assert now.mu <= before.mu


@given(matches(), st.randoms(use_true_random=False))
def test_it_does_not_matter_who_sits_where(match: tuple[list[Skill], list[int]], chance: Random) -> None:
    skills, places = match
    order = list(range(len(skills)))
    chance.shuffle(order)
    elsewhere = after([skills[seat] for seat in order], [places[seat] for seat in order])
    believed = after(skills, places)
    assert sorted(zip([skills[seat] for seat in order], [places[seat] for seat in order], elsewhere, strict=True)) == (
        sorted(zip(skills, places, believed, strict=True))
    )


@given(st.lists(SKILLS, min_size=2, max_size=2))
def test_a_shared_place_draws_two_players_together(skills: list[Skill]) -> None:
    one, other = after(skills, [1, 1])
    assert abs(one.mu - other.mu) <= abs(skills[0].mu - skills[1].mu) + 1e-9


@given(st.integers(2, 4))
def test_equals_who_share_a_place_stay_equals(seats: int) -> None:
    believed = after([BEGINNER] * seats, [1] * seats)
    assert all(abs(each.mu - BEGINNER.mu) < 1e-9 for each in believed)


@pytest.mark.parametrize("places", [[1, 1, 3], [1, 2, 2], [1, 1, 3, 3], [1, 2, 2, 4], [1, 1, 1, 4]])
def test_of_equals_those_who_share_a_place_stay_equals_and_each_place_is_worth_more_than_the_next(
    places: list[int],
) -> None:
    numbers = [shown(skill).number for skill in after([BEGINNER] * len(places), places)]
    assert [sorted(set(numbers), reverse=True).index(number) for number in numbers] == [
        sorted(set(places)).index(place) for place in places
    ]


@given(matches())
def test_numbers_stay_numbers_and_uncertainty_stays_above_nothing(match: tuple[list[Skill], list[int]]) -> None:
    for skill in after(*match):
        rating = shown(skill)
        assert -10_000 < rating.number < 10_000
        assert 0 < rating.uncertainty < 400


def test_a_beginner_is_shown_as_1500_and_provisional() -> None:
    rating = shown(BEGINNER)
    assert (rating.number, rating.uncertainty, rating.provisional) == (1500, 333, True)
    assert at_least(rating) == 1167


def matches_until_settled(seats: int, seed: int) -> list[int]:
    """Return after how many matches each of sixty players was provisional no more, who met by chance."""
    chance = Random(seed)
    strength = [chance.gauss(25, 25 / 6) for _ in range(60)]
    skills, played = [BEGINNER] * 60, [0] * 60
    settled: dict[int, int] = {}
    while len(settled) < 60:
        who = chance.sample(range(60), seats)
        shows = [strength[each] + chance.gauss(0, 25 / 6) for each in who]
        places = [1 + sum(other > show for other in shows) for show in shows]
        for each, skill in zip(who, after([skills[each] for each in who], places), strict=True):
            skills[each] = skill
            played[each] += 1
            if each not in settled and shown(skill).uncertainty < PROVISIONAL_FROM:
                settled[each] = played[each]
    return sorted(settled.values())


def test_half_of_all_ratings_are_provisional_no_more_after_24_matches_of_two_and_33_of_four() -> None:
    assert matches_until_settled(2, seed=1)[30] == 24
    assert matches_until_settled(4, seed=1)[30] == 33

"""The rating model. Pure.

It is Weng and Lin's Bayesian ranking in its Plackett–Luce form, by openskill: any number of seats, ties, and an
uncertainty for every player. Decision 13 has the reasons and the source of its numbers.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from openskill.models import PlackettLuce
from quarterdeck_protocol.lobby.ratings import Rating

BEGINNERS_NUMBER = 1500
POINTS = 40
"""Number of displayed rating points for one point of openskill."""

PROVISIONAL_FROM = 200
"""Uncertainty from which a rating is provisional: it falls below this after about 24 matches of two, or 33 of four."""

_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """Estimated skill of a player: a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


BEGINNER = Skill()


def after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the estimated skills after a match with these places, counted from 1. Players with a shared place have the
    same number."""
    # Sorted, so that the order of the seats does not change even the last digit.
    order = sorted(range(len(skills)), key=lambda each: (places[each], skills[each]))
    teams = [[_MODEL.rating(mu=skills[each].mu, sigma=skills[each].sigma)] for each in order]
    rated = _MODEL.rate(teams, ranks=[float(places[each]) for each in order])
    believed = dict(zip(order, rated, strict=True))
    return [Skill(believed[each][0].mu, believed[each][0].sigma) for each in range(len(skills))]


@lru_cache(maxsize=1024)
def shown(skill: Skill) -> Rating:
    """Return the public rating of an estimated skill."""
    number = round(BEGINNERS_NUMBER + POINTS * (skill.mu - BEGINNER.mu))
    uncertainty = round(POINTS * skill.sigma)
    return Rating(number=number, uncertainty=uncertainty, provisional=uncertainty >= PROVISIONAL_FROM)


def at_least(rating: Rating) -> int:
    """Return the number that orders a ladder: the rating minus its uncertainty. So nobody leads a ladder by luck in a
    few matches."""
    return rating.number - rating.uncertainty

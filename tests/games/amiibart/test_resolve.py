"""Every word that a text may say has its function, in the tables by which words are carried out and tried."""

from collections import Counter
from typing import get_args

from quarterdeck_games.amiibart.actions import ACTS
from quarterdeck_games.amiibart.changes import CHANGED_TARGETS, CHANGES_THE_REST
from quarterdeck_games.amiibart.effects import Effect, OnFighters, ToFighter
from quarterdeck_games.amiibart.resolve import GOING_ON, TO_FIGHTER, TO_THE_REST
from quarterdeck_protocol.games.amiibart import Action


def test_each_word_is_carried_out_by_one_function() -> None:
    assert Counter([*GOING_ON, *TO_THE_REST, *TO_FIGHTER]) == Counter(get_args(Effect))
    assert set(TO_FIGHTER) == set(get_args(ToFighter))


def test_of_each_word_it_is_known_whether_it_would_change_anything() -> None:
    assert set(CHANGED_TARGETS) == set(get_args(ToFighter))
    assert set(CHANGES_THE_REST) == set(get_args(Effect)) - set(get_args(ToFighter))


def test_each_action_does_something() -> None:
    assert set(ACTS) == set(get_args(Action))


def test_anything_that_is_done_to_one_fighter_after_the_other_says_to_whom() -> None:
    assert all(issubclass(word, OnFighters) for word in TO_FIGHTER)

"""Every word that a text may say, and every action, has its function in the tables by which they are carried out."""

from typing import get_args

from quarterdeck_games.amfibido.actions import ACTS
from quarterdeck_games.amfibido.effects import BecomeOneOf, Effect
from quarterdeck_games.amfibido.resolve import CARRIED_OUT
from quarterdeck_protocol.games.amfibido import Action


def test_each_word_is_carried_out_but_the_one_that_only_waits_for_an_answer() -> None:
    assert set(CARRIED_OUT) == set(get_args(Effect)) - {BecomeOneOf}


def test_each_action_does_something() -> None:
    assert set(ACTS) == set(get_args(Action))

"""Choices that leave something open, taken apart."""

from quarterdeck_games.complete_choices import complete
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.open_choices import ONE_OF_FIELD


def test_a_choice_is_an_action_for_each_thing_that_it_leaves_open() -> None:
    place = my.Place(card=my.CardId("capra-ibex"), zones=(my.ZoneId("0.3.0"), my.ZoneId("0.3.1")), one_of="zones")
    end = my.EndTurn()
    actions = complete([place, end])
    assert actions == [
        my.Place(card=place.card, zones=(my.ZoneId("0.3.0"),)),
        my.Place(card=place.card, zones=(my.ZoneId("0.3.1"),)),
        end,
    ]
    assert [getattr(action, ONE_OF_FIELD, None) for action in actions] == [None, None, None]
    assert complete(actions) == actions

"""A sentence that remembers what it is made of."""

import pytest
from quarterdeck_protocol.translatable_text import Text, fields_of, sentences


def test_a_text_is_its_english_sentence() -> None:
    text = Text("{count|# card costs|# cards cost} {cost}.", count=2, cost=3)
    assert (text, text.template, text.fields) == (
        "2 cards cost 3.",
        "{count|# card costs|# cards cost} {cost}.",
        {"count": 2, "cost": 3},
    )


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_number_has_the_form_that_fits_it(count: int, said: str) -> None:
    assert Text("{count|# card|# cards}", count=count) == said


def test_anything_that_is_put_in_is_no_template_itself() -> None:
    assert Text("There is no `{name}`.", name="{count}") == "There is no `{count}`."


def test_sentences_stand_behind_one_another_and_each_is_still_itself() -> None:
    both = sentences([Text("One is {number}.", number=1), "Two."])
    assert both == "One is 1. Two."
    assert [each for each in both.fields.values() if isinstance(each, Text)] == ["One is 1."]


def test_a_template_tells_its_fields() -> None:
    assert fields_of('{a} and {b|#|#}, not {"type": 1}') == {"a", "b"}

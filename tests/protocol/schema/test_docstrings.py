"""What the schema says of a field is its docstring, or what fields of its name always mean."""

import msgspec
from quarterdeck_protocol.limits import Quota, QuotaHolder
from quarterdeck_protocol.messages import Act, Resign
from quarterdeck_protocol.schema.docstrings import field_texts, sentences_of, text_of
from quarterdeck_protocol.schema.field_texts import FIELD_TEXTS


class Flipped(msgspec.Struct):
    card: str


def test_a_docstring_comes_first() -> None:
    assert text_of(Act, "action") == field_texts(Act)["action"]
    assert FIELD_TEXTS["action"] != field_texts(Act)["action"]


def test_a_field_without_one_means_what_its_name_always_means() -> None:
    assert "match" not in field_texts(Resign)
    assert text_of(Resign, "match") == FIELD_TEXTS["match"]


def test_anything_that_is_said_of_one_struct_comes_before_what_is_said_of_all() -> None:
    assert text_of(Flipped, "card") == FIELD_TEXTS["Flipped.card"] != FIELD_TEXTS["card"]
    assert text_of(Quota, "per") == "The owner of one of these limits."


def test_a_field_that_nobody_describes_has_no_text() -> None:
    assert text_of(Act, "unheard_of") is None


def test_anything_that_stands_behind_a_base_s_field_is_said_of_all_that_have_it() -> None:
    assert text_of(Act, "ref") == field_texts(Act)["ref"]
    assert list(sentences_of(QuotaHolder)) == ["address", "player", "other"]

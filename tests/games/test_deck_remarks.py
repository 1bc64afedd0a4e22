"""What a text of a deck says beside its cards: comments, crossed-out lines, unclear digits and zones."""

import pytest
from quarterdeck_games.deck_remarks import half_a_comment, has_unclear_digits, is_crossed_out, without_comments, zone_in


def test_comments_are_taken_out_and_lines_stay() -> None:
    assert without_comments("a /* b\nc */ d\n<!--\n-->e").split("\n") == ["a  ", " d", " ", "e"]
    assert without_comments("a\n/* b") == "a\n/* b"


@pytest.mark.parametrize(
    ("text", "at"), [("a\n/* b", 2), ("a */", 2), ("<!-- a", 0), ("a -->", 2), ("a --> b", None), ("a * b / c", None)]
)
def test_half_a_comment_is_found_where_it_stands(text: str, at: int | None) -> None:
    assert half_a_comment(text) == at


@pytest.mark.parametrize("line", ["~~4 a~~", "4 a ~~b~~", "* ~4 a~", "4 a\u0336"])
def test_a_line_is_crossed_out_in_whole_or_in_part(line: str) -> None:
    assert is_crossed_out(line)
    assert not is_crossed_out("~4 a" if line.isascii() else "4 á")


@pytest.mark.parametrize("line", ["2² a", "①② a", "a²", "²2 a", "⒉ a"])
def test_a_raised_or_circled_digit_behind_something_is_unclear(line: str) -> None:
    assert has_unclear_digits(line)
    assert not has_unclear_digits("² a")


def test_a_field_for_one_zone_says_yes_or_no() -> None:
    assert [zone_in("sideboard", said) for said in ("TRUE", "no", "2")] == ["sideboard", "", "2"]
    assert zone_in("zone", "0") == "0"

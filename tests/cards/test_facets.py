"""By what cards of any game can be asked for, by their type alone."""

from enum import Enum
from typing import Annotated, Literal

import msgspec
import pytest
from quarterdeck_server.cards.facets import Span, facet_fields, own_values, span_of, texts_in


class Suit(Enum):
    HEARTS = "hearts"


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    type: str = "deed"
    text: str = ""


class Stranger(msgspec.Struct, frozen=True, kw_only=True):
    """A card of somebody else's game."""

    id: str
    number: int
    name: str
    suit: Suit | None = None
    size: Literal["small", "large"] = "small"
    worth: Annotated[int, msgspec.Meta(ge=0)] | None = None
    tags: tuple[str, ...] = ()
    is_holo: bool = False
    weight: float = 1.0
    does: tuple[Deed, ...] = ()
    deck: str = ""
    strength: str = ""


def test_numbers_words_flags_and_lists_of_words_can_be_asked_for_and_nothing_else() -> None:
    assert facet_fields(Stranger) == ("number", "suit", "size", "worth", "tags", "is_holo", "strength")


def test_anything_that_a_card_does_not_have_is_no_value() -> None:
    bare = Stranger(id="a", number=1, name="A")
    assert own_values(bare) == {"number": (1,), "size": ("small",), "is_holo": ("false",)}
    full = Stranger(id="b", number=2, name="B", suit=Suit.HEARTS, worth=0, tags=("x", "y"), is_holo=True, strength="7")
    assert own_values(full) == {
        "number": (2,),
        "suit": ("hearts",),
        "size": ("small",),
        "worth": (0,),
        "tags": ("x", "y"),
        "is_holo": ("true",),
        "strength": (7,),
    }


def test_texts_are_found_however_deep_they_stand() -> None:
    card = Stranger(id="c", number=3, name="Cup", does=(Deed(text="Drink it."),))
    assert list(texts_in(msgspec.to_builtins(card))) == ["Cup", "Drink it."]


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ("3", Span(3, 3)),
        ("-1..4", Span(-1, 4)),
        ("2..", Span(2, None)),
        ("..4", Span(None, 4)),
        ("..", None),
        ("two", None),
        ("1.5", None),
        ("2.0", Span(2, 2)),
        ("-2e0", Span(-2, -2)),
        ("2.0..4.0", Span(2, 4)),
        ("2.0..", Span(2, None)),
        ("..4e0", Span(None, 4)),
        ("2..4.5", None),
        ("2.", None),
        ("2...4", None),
        ("9" * 17, None),
    ],
)
def test_a_span_of_numbers_is_said_with_two_dots(said: str, span: Span | None) -> None:
    assert span_of(said) == span


def test_a_span_holds_its_ends_and_no_words() -> None:
    assert [value in Span(2, 4) for value in (1, 2, 4, 5, "3")] == [False, True, True, False, False]
    assert 10**9 in Span(2, None)

"""What has changed between two values, applied to the one, gives the other."""

from enum import StrEnum
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.patch import AnyOperation, patched
from quarterdeck_server.matches.difference import SharedDifference, difference, sharing

_operations = msgspec.json.Decoder(tuple[AnyOperation, ...])


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    power: int = 1_000
    faces: list[int] = msgspec.field(default_factory=list)
    colour: Colour | None = None
    ill: bool = False


class Fold(msgspec.Struct, frozen=True, tag="fold", tag_field="type"):
    cards: tuple[Card, ...] = ()


class Take(msgspec.Struct, frozen=True, tag="take", tag_field="type", rename="camel"):
    first_card: Card | None = None
    what_else: int | UnsetType = UNSET
    by_name: dict[str, Any] = msgspec.field(default_factory=dict)
    by_number: dict[int, str] = msgspec.field(default_factory=dict)


class Pair(msgspec.Struct, frozen=True, array_like=True):
    left: int
    right: Card


class Only(msgspec.Struct, frozen=True):
    inside: Fold | Take | Pair | Card | None


_cards = st.builds(
    Card,
    name=st.sampled_from(["fox", "crow"]),
    power=st.sampled_from([0, 1, 1_000, 10**9]),
    faces=st.lists(st.integers(0, 2), max_size=3),
    colour=st.none() | st.sampled_from(Colour),
    ill=st.booleans(),
)
_plain = st.recursive(
    st.none() | st.integers(0, 3) | st.text("/~ab", max_size=2) | st.just(0.5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("/~a1", max_size=2), inner, max_size=4),
    max_leaves=10,
)
_structs = st.one_of(
    st.builds(Fold, st.lists(_cards, max_size=5).map(tuple)),
    st.builds(
        Take,
        first_card=st.none() | _cards,
        what_else=st.just(UNSET) | st.integers(0, 2),
        by_name=st.dictionaries(st.text("/~a", max_size=2), _plain, max_size=3),
        by_number=st.dictionaries(st.integers(0, 2), st.text("a", max_size=1), max_size=2),
    ),
    st.builds(Pair, st.integers(0, 1), _cards),
    _cards,
)
_values = st.one_of(_structs, _plain, st.builds(Only, st.none() | _structs), st.lists(_structs, max_size=6).map(tuple))


def read(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def sent(before: Any, after: Any) -> tuple[AnyOperation, ...]:
    return _operations.decode(msgspec.json.encode(difference(before, after)))


@given(_values, _values)
def test_it_makes_of_the_one_the_other(before: Any, after: Any) -> None:
    assert patched(read(before), sent(before, after)) == read(after)


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """What several are shown: some of it is the same for all, some is not."""

    turn: int
    cards: tuple[Card, ...]
    more: Any = None
    by_name: dict[str, Any] = msgspec.field(default_factory=dict)
    what_else: int | UnsetType = UNSET


_boards = st.builds(
    Board,
    turn=st.integers(0, 2),
    cards=st.lists(_cards, max_size=3).map(tuple),
    more=st.none() | _structs,
    by_name=st.dictionaries(st.text("/~a", max_size=1), st.integers(0, 1), max_size=2),
    what_else=st.just(UNSET) | st.integers(0, 1),
)


@given(st.lists(st.tuples(_boards, _boards), min_size=1, max_size=4), st.booleans())
def test_anything_that_is_compared_once_for_several_makes_for_each_of_them_the_one_of_the_other(
    shown: list[tuple[Board, Board]], are_alike: bool
) -> None:
    if are_alike:  # but for one part
        before, after = shown[0]
        shown = [
            (msgspec.structs.replace(before, turn=one.turn), msgspec.structs.replace(after, more=other.more))
            for one, other in shown
        ]
    first = shown[0]
    shared = SharedDifference("/board")
    for one, other in shown:
        before, after = sharing(one, first[0]), sharing(other, first[1])
        assert (before, after) == (one, other)
        said = shared.of(before, after)
        assert said == SharedDifference("/board").of(one, other)  # whoever came first
        operations = _operations.decode(b"[" + b",".join(said) + b"]")
        assert patched({"board": read(before)}, operations) == {"board": read(after)}


def test_anything_that_is_equal_for_two_is_kept_once() -> None:
    one, other = Board(1, (Card("fox"),), Card("crow")), Board(2, (Card("fox"),), Card("fox"))
    same = sharing(other, one)
    assert same == other
    assert same.cards is one.cards
    assert same.more is other.more
    assert sharing(one, one) is one


@given(_values)
def test_of_what_is_equal_it_says_nothing(value: Any) -> None:
    again = msgspec.convert(msgspec.to_builtins(value), type(value)) if isinstance(value, Card | Fold) else value
    assert difference(Only(value), Only(again)) == []


def card(name: str, **fields: Any) -> Card:
    return Card(name, **fields)


@pytest.mark.parametrize(
    ("before", "after", "operations"),
    [
        (Fold((card("a"), card("b"))), Fold((card("b"),)), [{"op": "remove", "path": "/cards/0"}]),
        (
            Fold((card("a"), card("c"))),
            Fold((card("a"), card("b"), card("c"))),
            [{"op": "add", "path": "/cards/1", "value": {"name": "b"}}],
        ),
        (card("a"), card("a", ill=True), [{"op": "add", "path": "/ill", "value": True}]),
        (card("a", ill=True), card("a"), [{"op": "remove", "path": "/ill"}]),
        (Take(), Take(card("a")), [{"op": "replace", "path": "/firstCard", "value": {"name": "a"}}]),
        (Fold(), Take(), [{"op": "replace", "path": "", "value": msgspec.to_builtins(Take())}]),
    ],
)
def test_it_says_no_more_than_has_changed(before: Any, after: Any, operations: list[Any]) -> None:
    assert read(difference(before, after)) == operations

"""What a client has written is read strictly at every depth, and what is wrong with it is said in JSON's words."""

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, get_args

import msgspec
import pytest
from msgspec import Meta, Raw, inspect
from quarterdeck_games import GAMES
from quarterdeck_protocol.encoding.strict_json import NotAsExpected, read_strictly, shape_fault
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.schema import MODERATORS
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_server.docs_build.files import PROTOCOL
from quarterdeck_server.translations import catalogue, said
from quarterdeck_server.web.frames.frame_decoder import BadFrame, FrameDecoder
from quarterdeck_server.web.http.requests import number_in
from quarterdeck_testing.made_up_actions import kinds_of

PYTHON = re.compile(
    r"\b(str|int|float|bool|None\w*|dict|list|tuple|set|bytes|Struct|struct|True|False|Raw|Enum|enum|codec|utf-8|recursion"
    r"|Decoder|msgspec|[A-Z]\w*Error)\b"
)
"""Words that only who knows Python would understand."""

FIELDS = re.compile(r"there are (`\w+`(, )?)+")
"""The fields that there are: one may be called `set`, as a set of cards is."""

WRONG: tuple[Any, ...] = (None, True, 7, -1, 2.5, 10**30, "", "x" * 50_000, [], [None], {}, {"type": "x"}, [[]] * 300)
"""One value of every kind of JSON, and those that no limit allows."""

COMMANDS = {
    str(kind.__struct_config__.tag): json.loads(
        (PROTOCOL / "examples" / "v1" / f"{kind.__struct_config__.tag}.json").read_bytes()
    )
    for kind in get_args(AnyFromClient)
}


def spoilt(value: Any) -> Iterator[Any]:
    """Return JSON with one thing wrong in it, in every way: another value, a field too many, a field too few."""
    yield from WRONG
    match value:
        case dict():
            yield {**value, "colour": "red"}
            for name, each in value.items():
                yield {other: part for other, part in value.items() if other != name}
                yield from ({**value, name: worse} for worse in spoilt(each))
        case list():
            for number, each in enumerate(value):
                yield from ([*value[:number], worse, *value[number + 1 :]] for worse in spoilt(each))
        case _:
            pass


def with_every_field(kind: inspect.Type, depth: int = 0) -> Any:
    """Return a JSON value of about this kind in which no field is left out."""
    match kind:
        case inspect.Metadata():
            return with_every_field(kind.type, depth)
        case inspect.StructType():
            fields = {field.encode_name: with_every_field(field.type, depth + 1) for field in kind.fields}
            return fields if kind.tag is None else {"type": kind.tag, **fields}
        case inspect.UnionType():
            return with_every_field(next(each for each in kind.types if not isinstance(each, inspect.NoneType)), depth)
        case inspect.VarTupleType() | inspect.ListType():
            return [with_every_field(kind.item_type, depth)]
        case inspect.TupleType():
            return [with_every_field(each, depth) for each in kind.item_types]
        case inspect.EnumType():
            return str(next(iter(kind.cls)).value)
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return max(kind.ge or 0, 1)
        case inspect.DictType():
            return {}
        case _:
            return "x"


def fault_of(frame: bytes) -> str | None:
    """Return with what sentence a server refuses a frame, if it does, so that it can be said in another language."""
    try:
        FrameDecoder(Limits(messages_per_second=9, messages_at_once=9, message_bytes=10**6, history=1)).read(frame)
    except BadFrame as bad:
        return bad.refusing.text
    return None


def refusal(frame: bytes) -> tuple[str, str | None] | None:
    """Return with what sentence and place a server refuses a frame, if it does."""
    try:
        FrameDecoder(Limits(messages_per_second=9, messages_at_once=9, message_bytes=10**6, history=1)).read(frame)
    except BadFrame as bad:
        return str(bad.refusing), bad.refusing.where
    return None


@pytest.mark.parametrize("tag", sorted(COMMANDS))
def test_no_fault_of_a_command_is_told_in_words_of_python(tag: str) -> None:
    kind = next(each for each in get_args(AnyFromClient) if each.__struct_config__.tag == tag)
    wholes = (COMMANDS[tag], with_every_field(inspect.type_info(kind)))
    refused = [found for whole in wholes for each in spoilt(whole) if (found := refusal(json.dumps(each).encode()))]
    assert len(refused) > len(WRONG)
    assert [text for text, _ in refused if PYTHON.search(FIELDS.sub("", text))] == []
    assert {text[-1] for text, _ in refused} == {"."}
    assert ("$.colour", True) in {(where, "`colour`" in text) for text, where in refused}


UNTRANSLATED = re.compile(r"[a-z]{3}")
GERMAN = catalogue("quarterdeck_server", "de")["refusals"]


def english_in(text: str) -> Iterator[str]:
    """Return every part of a sentence that has words and no translation, as far as it is not what was sent."""
    if not isinstance(text, Text):
        return
    if text.template not in GERMAN and UNTRANSLATED.search(re.sub(r"\{.*?\}", "", text.template)):
        yield text.template
    for name, field in text.fields.items():
        if isinstance(field, Text):
            yield from english_in(field)
        elif field and name in ("fault", "why", "error", "said", "whose", "ending"):
            yield f"{name}: {field}"


@pytest.mark.parametrize("tag", sorted(COMMANDS))
def test_no_fault_of_a_command_is_half_english_in_german(tag: str) -> None:
    kind = next(each for each in get_args(AnyFromClient) if each.__struct_config__.tag == tag)
    frames = [json.dumps(each).encode() for each in spoilt(with_every_field(inspect.type_info(kind)))]
    texts = [fault for frame in frames if (fault := fault_of(frame)) is not None]
    assert len(texts) > len(WRONG)
    assert [part for text in texts for part in english_in(text)] == []


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"{",
        b"x",
        b"-",
        b"1e",
        b"1e999",
        b"{} {}",
        b"[1 2]",
        b"[1,]",
        b'{"a":1,}',
        b'{"a" 1}',
        b"{a:1}",
        b"{1:1}",
        b'{"a":1 "b":2}',
        b'"\\x"',
        b'"\\u12',
        b'"\\u12zz"',
        b'"\\ud800"',
        b'"\\ud800\\u0041"',
        b'"\\udc00"',
        b'"\x01"',
        b"\xff",
        b'{"a": 01}',
    ],
)
def test_why_something_is_no_json_is_not_half_english_in_german(frame: bytes) -> None:
    text = fault_of(frame)
    assert text is not None
    assert list(english_in(text)) == []


def test_anything_that_is_said_of_lists_and_patterns_is_not_half_english_in_german() -> None:
    class Odd(msgspec.Struct):
        pair: tuple[int, int] = (0, 0)
        some: Annotated[tuple[int, ...], Meta(min_length=2, max_length=3)] = (0, 0)
        word: Annotated[str, Meta(pattern="^x$")] = "x"
        even: Annotated[int, Meta(multiple_of=2)] = 0
        small: Annotated[float, Meta(le=1.5)] = 0.0

    wrong = ({"pair": [1]}, {"some": [1]}, {"some": [1] * 4}, {"word": "y"}, {"even": 1}, {"small": 2})
    texts = []
    for each in wrong:
        with pytest.raises(NotAsExpected) as refused:
            read_strictly(json.dumps(each).encode(), Odd)
        texts.append(refused.value.fault.text)
    assert [part for text in texts for part in english_in(text)] == []
    assert said(texts[0], "de") == "Erwartet wird eine Liste der Länge 2."


OTHERS = {
    **{f"{name} options": game.options for name, game in GAMES.items()},
    **{
        f"{name} {kind.__struct_config__.tag}": game.actions
        for name, game in GAMES.items()
        for kind in kinds_of(game.actions)
    },
    **{kind.__name__: kind for kind in MODERATORS if kind.__name__.endswith("Order")},
}
"""What else is read strictly: options, actions, and the bodies of what is asked over HTTP."""


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_no_fault_of_an_option_an_action_or_a_body_is_told_in_words_of_python(name: str) -> None:
    kinds: Any = OTHERS[name]
    tag = name.partition(" ")[2]
    one = next((each for each in kinds_of(kinds) if each.__struct_config__.tag == tag), kinds)
    faults = []
    for each in spoilt(with_every_field(inspect.type_info(one))):
        try:
            read_strictly(json.dumps(each).encode(), kinds, "$.part")
        except NotAsExpected as wrong:
            faults.append(wrong.fault)
    assert len(faults) > 3
    assert [text for text, _ in faults if PYTHON.search(text)] == []
    assert {where[:6] for _, where in faults} == {"$.part"}
    assert "$.part.colour" in {where for _, where in faults}


@pytest.mark.parametrize("frame", [b"\xff", b"", b"{", b'{"type":"hello" 7}', b'{"a":nul}', b'{"type":"\xc3"}'])
def test_no_fault_of_what_is_no_json_is_told_in_words_of_python(frame: bytes) -> None:
    text, where = refusal(frame) or ("", "")
    assert text.startswith("This is not JSON")
    assert not PYTHON.search(text)
    assert where == "$"


@pytest.mark.parametrize("deep", [b"[" * 90_000, b'{"type":"hello","x":' + b"[" * 90_000])
def test_anything_that_is_nested_too_deeply_is_refused_in_words_that_are_not_pythons(deep: bytes) -> None:
    text, _ = refusal(deep) or ("", "")
    assert text.endswith(".")
    assert not PYTHON.search(text)


@pytest.mark.parametrize("query", ["", "x", "1.5", "None", "0", "9" * 40])
def test_no_fault_of_a_query_is_told_in_words_of_python(query: str) -> None:
    class Question:
        query: dict[str, str]

    asked: Any = Question()
    asked.query = {"page": query}
    with pytest.raises(Exception, match=r"^`page` must be a whole number from 1 to 5\.$"):
        number_in(asked, "page", 1, 5)


@pytest.mark.parametrize(
    ("frame", "text", "where"),
    [
        (
            '{"type":"open_table","game":"tiny","tme_limit":9000}',
            "There is no field `tme_limit` in `open_table`; the closest is `time_limit`.",
            "$.tme_limit",
        ),
        (
            '{"type":"seek","games":["tiny",{"game":"tiny","zzz":1}]}',
            "There is no field `zzz` here; there are `game`, `options`, `deck`.",
            "$.games[1].zzz",
        ),
        ('{"type":"sit","table":7}', "Expected a string or null, got a whole number.", "$.table"),
        ('{"type":"open_table"}', "This object has no field `game`.", "$.game"),
        (
            '{"type":"report","player":"x","reason":"zz"}',
            "There is no value `zz`; use `abuse`, `cheating`,",
            "$.reason",
        ),
        ('{"type":"avoid","player":"x","how":"zz"}', "There is no value `zz`; use `no`, `mute` or `block`.", "$.how"),
    ],
)
def test_a_refusal_says_what_would_be_right_and_where(frame: str, text: str, where: str) -> None:
    said, place = refusal(frame.encode()) or ("", "")
    assert said.startswith(text)
    assert place == where


def test_a_frame_full_of_brackets_is_told_its_fault_without_what_would_be_right() -> None:
    brackets = b",".join([b"[]"] * 5_000)
    text, where = refusal(b'{"type":"open_table","game":"tiny","tme_limit":[' + brackets + b"]}") or ("", "")
    assert (text, where) == ("There is no field `tme_limit`.", "$.tme_limit")


class Inner(msgspec.Struct, frozen=True, kw_only=True, tag="inner"):
    """A part with a tag."""

    cell: int = 0


class Other(msgspec.Struct, frozen=True, kw_only=True, tag="other"):
    """Another one."""

    cells: tuple[Inner, ...] = ()


class Outer(msgspec.Struct, frozen=True, kw_only=True):
    """A struct with one part of every kind."""

    either: Inner | Other | None = None
    named: dict[str, Inner] = {}
    pair: tuple[int, Inner] | None = None
    raw: Raw = Raw(b"{}")


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"x": 1}, "$.x"),
        ({"either": {"type": "inner", "cells": []}}, "$.either.cells"),
        ({"either": {"type": "other", "cells": [{"type": "inner"}, {"type": "inner", "x": 1}]}}, "$.either.cells[1].x"),
        ({"named": {"a": {"type": "inner", "y": 1}}}, "$.named.a.y"),
        ({"pair": [1, {"type": "inner", "z": None}]}, "$.pair[1].z"),
    ],
)
def test_an_unknown_field_is_found_at_every_depth(value: Any, where: str) -> None:
    with pytest.raises(NotAsExpected) as wrong:
        read_strictly(json.dumps(value).encode(), Outer)
    assert wrong.value.fault.where == where


def test_anything_that_is_known_is_read_in_whatever_order_and_spacing_it_is_written() -> None:
    read_back = read_strictly(b'{ "pair" : [1, {"cell":2,"type":"inner"}], "raw": {"any": "thing"} }', Outer)
    assert read_back == Outer(pair=(1, Inner(cell=2)), raw=Raw(b'{"any": "thing"}'))


def test_a_fault_has_its_place_below_the_part_that_is_read() -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.json.decode(b'{"either":{"type":"inner","cell":"x"}}', type=Outer)
    fault = shape_fault(wrong.value, b'{"either":{"type":"inner","cell":"x"}}', Outer, "$.options")
    assert fault == ("Expected a whole number, got a string.", "$.options.either.cell")


HUGE = "x" * 60_000


@pytest.mark.parametrize(
    "frame",
    [
        {"type": HUGE},
        {"type": "'" * 30_000},
        {"type": "ping", HUGE: 1},
        {"type": "seek", "games": ["density-deck"], "options": {}, HUGE: {HUGE: 1}},
        {"type": "join_chat", "where": {"type": HUGE}},
        {"type": "say", "where": HUGE, "text": "hello"},
        {"type": "report", "player": "p", "reason": HUGE},
        {"type": "hello", "updates": HUGE},
        {"type": "open_table", "game": "density-deck", "access": HUGE},
    ],
)
def test_a_huge_word_is_told_by_its_beginning(frame: dict[str, Any]) -> None:
    """A word of 60,000 characters cost milliseconds to compare, and came back whole."""
    text, where = refusal(json.dumps(frame).encode()) or (HUGE, HUGE)
    assert len(text) < 4_000  # the longest lists every type of message
    assert len(where or "") < 200
    assert HUGE[:121] not in text

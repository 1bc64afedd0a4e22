"""JSON that programs may read differently is found, and all other JSON is let pass."""

import pytest
from quarterdeck_protocol.encoding.unambiguous_json import ambiguity_in, repeated_key

ALIKE = (
    b'{"a":1,"b":[{"a":2},{"a":3}],"c":"\\"a\\": 1.5"}',
    b' { "a" : -1 ,\n"b": [true, false, null, 9007199254740991] }\n',
    b'{"a":' + b"[" * 99 + b"]" * 99 + b"}",
    b'{"text":"{\\"a\\":1,\\"a\\":2}"}',
)
DIFFERENT = {
    b'{"a":1,"a":2}': "the key \u201ca\u201d is twice in one object",
    b'{"a":[{"b":1,"\\u0062":2}]}': "the key \u201cb\u201d is twice in one object",
    b'{"a":1.0}': "the number 1.0 is not a whole number that all programs read alike",
    b'{"a":1e2}': "the number 1e2 is not",
    b'{"a":-0}': "the number -0 is not",
    b'{"a":9007199254740992}': "the number 9007199254740992 is not",
    b'{"a":' + b"1" * 5_000 + b"}": "the number " + "1" * 32 + " is not",
    b'{"a":' + b"[" * 100 + b"]" * 100 + b"}": "it is nested more than 100 deep",
    b"[" * 3_000 + b"]" * 3_000: "it is nested more than 100 deep",
}


@pytest.mark.parametrize("text", ALIKE)
def test_json_that_all_programs_read_alike_is_let_pass(text: bytes) -> None:
    assert ambiguity_in(text) is None


@pytest.mark.parametrize(("text", "why"), DIFFERENT.items())
def test_json_that_programs_may_read_differently_is_found(text: bytes, why: str) -> None:
    assert (ambiguity_in(text) or "").startswith(why)


def test_numbers_of_any_kind_may_be_let_pass() -> None:
    assert ambiguity_in(b'{"a":1.5}', has_numbers_of_any_kind=True) is None
    assert ambiguity_in(b'{"a":1.5,"a":1}', has_numbers_of_any_kind=True) is not None


def test_the_first_repeated_key_of_an_object_is_named() -> None:
    assert repeated_key('{"a":{"c":1,"b":1,"b":2,"c":2}}') == "c"
    assert repeated_key('{"a":[{"b":1},{"b":2}]}') is None

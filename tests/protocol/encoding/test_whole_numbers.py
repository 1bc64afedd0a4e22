"""A whole number may be written `1.0`: what JSON Schema takes for an integer a server takes, and nothing else."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from games.worlds import WORLDS
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types of its own
from msgspec import Raw, inspect
from quarterdeck_games import GAMES
from quarterdeck_protocol.encoding.strict_json import NotAsExpected, read_strictly
from quarterdeck_protocol.encoding.whole_numbers import MOST_NUMBERS, MOST_TOKENS, decoded, in_digits
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.names import Count
from quarterdeck_protocol.schema import MODERATORS
from quarterdeck_server.docs_build.files import PROTOCOL
from quarterdeck_server.lobby.tables.setups import options_for
from quarterdeck_server.matches.codec import codec_of
from quarterdeck_server.web.frames.frame_decoder import BadFrame, FrameDecoder
from quarterdeck_testing.made_up_actions import some_action
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import played

FORMS = (
    *("1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "1.50e1", "1000.000", "2E3", "0", "0.0", "-0.0", "0e0", "-1.0"),
    *(
        "1.5",
        "1e-1",
        "1e400",
        "-1e400",
        "1e19",
        "9007199254740992.0",
        "9.1e15",
        "-3.25",
        '"1.0"',
        '"1"',
        "true",
        "[1.0]",
    ),
)
"""Numbers, and what is none, as anybody may write them."""

NO_JSON = ("NaN", "Infinity", "-Infinity", "1.", ".5", "01.0", "1e", "+1.0")

COMMANDS = [
    json.loads((PROTOCOL / "examples" / "v1" / f"{kind.__struct_config__.tag}.json").read_bytes())
    for kind in get_args(AnyFromClient)
]

MARK = "a number stands here"


def places(value: Any) -> Iterator[Any]:
    """Return JSON as often as there are whole numbers in it, each time with the mark in the place of one."""
    match value:
        case bool():
            pass
        case int():
            yield MARK
        case dict():
            for name, each in value.items():
                yield from ({**value, name: marked} for marked in places(each))
        case list():
            for at, each in enumerate(value):
                yield from ([*value[:at], marked, *value[at + 1 :]] for marked in places(each))
        case _:
            pass


def with_a_form(marked: Any, form: str) -> bytes:
    return json.dumps(marked).replace(f'"{MARK}"', form).encode()


def refusal(frame: bytes) -> tuple[str, str | None] | None:
    try:
        FrameDecoder(Limits(history=1)).read(frame)
    except BadFrame as bad:
        return bad.refusing.code, bad.refusing.where
    return None


def place_of(value: Any, path: str = "$") -> str | None:
    """Return where the mark stands."""
    match value:
        case dict():
            return next((found for name, each in value.items() if (found := place_of(each, f"{path}.{name}"))), None)
        case list():
            return next((found for at, each in enumerate(value) if (found := place_of(each, f"{path}[{at}]"))), None)
        case _:
            return path if value == MARK else None


def read_later(place: str | None) -> bool:
    """Whether a game reads what stands at this place, when it is known which game it is."""
    return place is not None and re.search(r"\.(?:action|options)\b", place) is not None


def validators(schema: Any, one_of: Any) -> dict[str, Draft202012Validator]:
    """Return what checks each of several types: a check against all of them costs as much as the rest of this file."""
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {
        schema["$defs"][each["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]: Draft202012Validator(
            {**rest, **each}
        )
        for each in one_of
    }


def test_a_server_takes_of_every_number_in_a_command_what_the_schema_takes() -> None:
    schema = json.loads((PROTOCOL / "schema" / "from-client.json").read_bytes())
    fitting = validators(schema, schema["anyOf"])
    marked = [each for command in COMMANDS for each in places(command) if not read_later(place_of(each))]
    assert len(marked) > 15
    taken = set()
    for each in marked:
        for form in FORMS:
            frame = with_a_form(each, form)
            fits, refused = fitting[each["type"]].is_valid(json.loads(frame)), refusal(frame)
            assert (refused is None) is fits, (frame, refused)
            if refused is None:
                taken.add(form)
            else:
                assert refused[0] == "malformed"
                assert (refused[1] or "").startswith(place_of(each) or "")
    assert {"1.0", "1e0", "10e-1", "1.50e1", "-0.0"} <= taken
    assert taken.isdisjoint({"1.5", "1e-1", "1e400", '"1.0"'})


@pytest.mark.parametrize("form", NO_JSON)
def test_anything_that_is_no_number_of_json_is_no_json(form: str) -> None:
    assert refusal(f'{{"type":"hello","protocol":{form}}}'.encode()) == ("not_json", "$")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_choice_comes_back_with_any_form_of_its_numbers_and_is_the_same(name: str) -> None:
    codec = codec_of(GAMES[name])
    rewritten = 0
    for playing in played(usual_plan(WORLDS[name])):
        for choice in playing.all_choices:
            offered = msgspec.json.encode(choice)
            for marked in places(json.loads(offered)):
                for form in ("1.0", "10e-1"):
                    plain, other = with_a_form(marked, "1"), with_a_form(marked, form)
                    assert codec.sent_action(Raw(other)) == codec.sent_action(Raw(plain))
                    rewritten += 1
    assert rewritten > 0 or not any_numbers(inspect.type_info(GAMES[name].actions))


def any_numbers(kind: inspect.Type) -> bool:
    """Whether a number may stand in a value of this type."""
    return "IntType" in repr(kind)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_server_takes_of_the_numbers_of_a_game_what_its_schema_takes(name: str) -> None:
    game, whole = GAMES[name], json.loads((PROTOCOL / "schema" / "games" / f"{name}.json").read_bytes())
    codec, luck = codec_of(game), Random(1)
    action = whole["$defs"]["GameAction"]
    actions = validators(whole, action.get("anyOf") or action["allOf"])
    options = Draft202012Validator({**whole, "$ref": "#/$defs/GameOptions"})
    sent = [json.loads(msgspec.json.encode(some_action(game, luck))) for _ in range(60)]
    for marked in [each for action in sent for each in places(action)][:40]:
        for form in FORMS:
            said = with_a_form(marked, form)
            assert is_taken(codec.sent_action, said) is actions[marked["type"]].is_valid(json.loads(said)), said
    for marked in places(json.loads(msgspec.json.encode(game.options()))):
        for form in FORMS:
            said = with_a_form(marked, form)
            assert is_taken(lambda raw: read_strictly(raw, game.options), said) is options.is_valid(json.loads(said)), (
                said
            )


def is_taken(reading: Callable[[Raw], Any], json_: bytes) -> bool:
    """Whether this JSON is read without a fault."""
    try:
        reading(Raw(json_))
    except NotAsExpected:
        return False
    return True


def test_options_with_a_point_are_the_options_without() -> None:
    game = GAMES["density-deck"]
    plain, pointed = [options_for(game, 2, Raw(said)) for said in (b'{"lives":3}', b'{"lives":30e-1}')]
    assert plain == pointed
    assert msgspec.json.encode(plain) == msgspec.json.encode(pointed)


@pytest.mark.parametrize(
    ("json_", "digits"),
    [
        (b'{"a":1.0,"b":[2.50,-3.0e1,0.0]}', b'{"a":1,"b":[2.50,-30,0]}'),
        (b'{"1.0":"1.0, 2.0","a\\"1.0":" \\\\",\n"b":1.0 }', b'{"1.0":"1.0, 2.0","a\\"1.0":" \\\\",\n"b":1 }'),
        (b"[1e400,1e20,1e19,1.5e0]", b"[1e400,1e20,10000000000000000000,1.5e0]"),
        (b"1.0", b"1"),
        (b"", b""),
    ],
)
def test_only_whole_numbers_are_written_again(json_: bytes, digits: bytes) -> None:
    assert in_digits(json_) == digits


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a command in which a number stands."""

    count: Count | None = None
    half: float = 0.0
    text: str = ""
    raw: Raw = Raw(b"{}")


def test_a_number_that_may_have_a_fraction_keeps_it_and_what_is_read_later_keeps_its_meaning() -> None:
    part = decoded(b'{"raw":{"x":2.5,"y":7.0},"half":0.5,"text":"1.0","count":3.0}', msgspec.json.Decoder(Part))
    assert (part.count, part.half, part.text, bytes(part.raw)) == (3, 0.5, "1.0", b'{"x":2.5,"y":7}')


def test_a_fault_beside_such_a_number_is_told_as_ever() -> None:
    for body, text, where in (
        (b'{"count":1.0,"colour":"red"}', "There is no field `colour` here", "$.colour"),
        (b'{"count":-1.0}', "Expected a whole number >= 0", "$.count"),
        (b'{"count":1e18}', "Expected a whole number <= 9007199254740992", "$.count"),
        (b'{"count":1.5}', "Expected a whole number or null, got a number", "$.count"),
    ):
        with pytest.raises(NotAsExpected, match=re.escape(text)) as wrong:
            read_strictly(body, Part)
        assert wrong.value.fault.where == where


def tokens(kind: inspect.Type) -> tuple[int, int]:
    """Return how many strings and numbers, and how many numbers, the longest value of a type may have; of a list
    without a bound, of one element."""
    match kind:
        case inspect.Metadata():
            return tokens(kind.type)
        case inspect.UnionType():
            return max(map(tokens, kind.types))
        case inspect.StructType():
            parts = [tokens(field.type) for field in kind.fields]
            return 2 + len(parts) + sum(each for each, _ in parts), sum(each for _, each in parts)
        case inspect.VarTupleType():
            strings, numbers = tokens(kind.item_type)
            assert numbers == 0 or kind.max_length is not None, f"a list of {kind} has no bound"
            return strings * (kind.max_length or 1), numbers * (kind.max_length or 1)
        case inspect.IntType():
            return 1, 1
        case _:
            return 1, 0


def test_every_number_of_the_longest_command_is_looked_at() -> None:
    orders = [kind for kind in MODERATORS if kind.__name__.endswith("Order")]
    assert len(orders) > 3
    longest = [tokens(inspect.type_info(kind)) for kind in (*get_args(AnyFromClient), *orders)]
    assert max(each for each, numbers in longest if numbers) <= MOST_TOKENS
    assert max(numbers for _, numbers in longest) <= MOST_NUMBERS


def test_no_more_of_a_text_is_looked_at_than_may_be() -> None:
    assert in_digits(b"[1.0,1.0,1.0]", most_numbers=2) == b"[1,1,1.0]"
    assert in_digits(b'["a",1.0,1.0]', most_tokens=2) == b'["a",1,1.0]'
    kind = list[Any]  # nothing bounds it
    many = b"[" + b",".join([b'"x"'] * MOST_TOKENS) + b",1.0]"
    assert decoded(many, msgspec.json.Decoder(kind))[-1] == 1.0

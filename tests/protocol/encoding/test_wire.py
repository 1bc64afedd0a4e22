"""What is written can be read, what is rubbish is refused, and a client lets pass what is newer than itself."""

import json
import re
from typing import Any, get_args, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from quarterdeck_games.game import SEAL
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.limits import QuotaCode, QuotaHolder
from quarterdeck_protocol.lobby import tables
from quarterdeck_protocol.lobby.matchmaking import TicketChanged, TicketEnd
from quarterdeck_protocol.lobby.tables import Access, OpenTable, TableChanged
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer, MatchUnwatched, Refused, Welcome
from quarterdeck_protocol.names import MatchId, Milliseconds, Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.schema import MODERATORS
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_server.docs_build.files import PROTOCOL

raws = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
).map(lambda value: Raw(msgspec.json.encode(value)))
"""Any JSON: what a game has of its own."""


def text(least: int = 0, most: int = 64) -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs"]), min_size=least, max_size=most)


def of_type(kind: msgspec.inspect.Type) -> st.SearchStrategy[Any]:
    """Return values of a type, within its limits."""
    match kind:
        case msgspec.inspect.StrType(pattern=str() as pattern):
            return st.from_regex(pattern.removeprefix("^").removesuffix("$"), fullmatch=True)
        case msgspec.inspect.StrType():
            return text(kind.min_length or 0, kind.max_length or 80)
        case msgspec.inspect.IntType():
            return st.integers(-(2**40) if kind.ge is None else kind.ge, 2**40 if kind.le is None else kind.le)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.EnumType():
            return st.sampled_from(kind.cls)
        case msgspec.inspect.RawType():
            return raws
        case msgspec.inspect.AnyType():
            return raws.map(msgspec.json.decode)
        case msgspec.inspect.Metadata(type=marked):
            return of_type(marked)
        case msgspec.inspect.UnionType():
            return st.one_of([of_type(each) for each in kind.types])
        case msgspec.inspect.VarTupleType():
            least = kind.min_length or 0
            return st.lists(of_type(kind.item_type), min_size=least, max_size=max(least, 3)).map(tuple)
        case msgspec.inspect.TupleType():
            return st.tuples(*[of_type(each) for each in kind.item_types])
        case msgspec.inspect.StructType():
            return st.builds(kind.cls, **{field.name: of_type(field.type) for field in kind.fields})
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case _:
            raise TypeError(f"no values of {kind} are known")


from_clients = st.one_of([of_type(msgspec.inspect.type_info(kind)) for kind in get_args(AnyFromClient)])
from_servers = st.one_of([of_type(msgspec.inspect.type_info(kind)) for kind in get_args(AnyFromServer)])


@given(from_clients)
def test_anything_that_a_client_writes_a_server_reads(message: AnyFromClient) -> None:
    frame = wire.encode(message)
    read = wire.decode_from_client(frame)
    assert type(read) is type(message)
    assert wire.encode(read) == frame


@given(from_clients)
def test_a_command_says_nothing_that_goes_without_saying(message: AnyFromClient) -> None:
    frame = wire.encode_command(message)
    assert wire.encode(wire.decode_from_client(frame)) == wire.encode(message), "it means the same"
    whole, said = json.loads(wire.encode(message)), json.loads(frame)
    left_out = whole.keys() - said.keys()
    defaults = {field.encode_name: field for field in msgspec.structs.fields(message) if not field.required}
    assert left_out <= defaults.keys()
    assert {
        name for name in defaults if name in said and said[name] is None and defaults[name].default is None
    } == set()


def test_an_older_server_reads_what_a_newer_client_says_as_long_as_nothing_newer_is_wanted() -> None:
    class Sit(msgspec.Struct, tag="sit", forbid_unknown_fields=True):  # as it was before tables had codes and passwords
        table: str
        seat: int | None = None
        ref: str | None = None

    newer = tables.Sit(table=TableId("table"), seat=Seat(1), ref=Ref("a"))
    assert msgspec.json.decode(wire.encode_command(newer), type=Sit) == Sit(table="table", seat=1, ref="a")
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(wire.encode(newer), type=Sit)


@given(from_servers)
def test_anything_that_a_server_writes_a_client_reads(message: AnyFromServer) -> None:
    frame = wire.encode(message)
    read = wire.decode_from_server(frame)
    assert type(read) is type(message)
    assert wire.encode(read) == frame
    again = wire.decode_from_server(frame.decode())
    assert wire.encode(again) == frame


@given(st.binary(max_size=200) | st.text().map(str.encode))
def test_rubbish_is_refused(rubbish: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        wire.decode_from_client(rubbish)


@pytest.mark.parametrize("frame", [b"", b"{}", b"[]", b"null", b"7", b'"hello"', b'{"type":7}', b'{"type":"hello"'])
def test_anything_that_is_no_command_is_refused(frame: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.decode_from_client(frame)


@pytest.mark.parametrize(
    ("frame", "place"),
    [
        (b'{"type":"fold"}', "$.type"),
        (b'{"type":"stand"}', "missing required field `table`"),
        (b'{"type":"sit","table":7}', "$.table"),
        (b'{"type":"hello","ref":""}', "$.ref"),
        (b'{"type":"hello","ref":"' + b"x" * 65 + b'"}', "$.ref"),
        (b'{"type":"sit","table":"' + b"x" * 65 + b'"}', "$.table"),
        (b'{"type":"sign_in","token":"' + b"x" * 129 + b'"}', "$.token"),
        (b'{"type":"open_table","game":"tiny","time_limit":999}', "$.time_limit"),
        (b'{"type":"open_table","game":"tiny","time_limit":86400001}', "$.time_limit"),
    ],
)
def test_anything_that_is_wrong_with_a_command_is_said_with_its_place(frame: bytes, place: str) -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        wire.decode_from_client(frame)
    assert place in str(wrong.value)


@pytest.mark.parametrize("deep", [b"[" * 50_000, b'{"type":"hello","x":' + b"[" * 50_000])
def test_anything_that_is_nested_too_deeply_is_refused_and_not_crashed_on(deep: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, RecursionError)):
        wire.decode_from_client(deep)


@pytest.mark.parametrize("tag", sorted(str(kind.__struct_config__.tag) for kind in get_args(AnyFromClient)))
def test_a_server_refuses_a_field_that_it_does_not_know_in_every_command(tag: str) -> None:
    frame = recorded(tag)
    wire.decode_from_client(json.dumps(frame).encode())
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        wire.decode_from_client(json.dumps({**frame, "colour": "red"}).encode())


def structs_in(kind: msgspec.inspect.Type) -> set[Any]:
    """Return every struct within a type, at any depth."""
    match kind:
        case msgspec.inspect.StructType():
            return {kind.cls}.union(*(structs_in(field.type) for field in kind.fields))
        case msgspec.inspect.UnionType():
            return set().union(*(structs_in(each) for each in kind.types))
        case msgspec.inspect.VarTupleType():
            return structs_in(kind.item_type)
        case _:
            return set()


def test_anything_that_is_within_a_command_is_read_as_strictly() -> None:
    commands = structs_in(msgspec.inspect.type_info(AnyFromClient))
    orders: set[Any] = {each for each in MODERATORS if each.__name__.endswith("Order")}
    assert len(commands) > len(get_args(AnyFromClient))
    assert len(orders) == 7
    assert [each for each in commands | orders if not each.__struct_config__.forbid_unknown_fields] == []


def test_anything_that_is_left_out_of_a_command_has_its_default() -> None:
    opened = wire.decode_from_client(b'{"type":"open_table","game":"tiny"}')
    assert isinstance(opened, OpenTable)
    assert (opened.options, opened.seats, opened.time_limit, opened.sit) == (Raw(b"{}"), None, 30_000, True)


# What is newer than the client


def recorded(tag: str) -> Any:
    """Return the published example of a message, which is a real frame."""
    return json.loads((PROTOCOL / "examples" / "v1" / f"{tag}.json").read_bytes())


FROM_SERVER = [str(msgspec.inspect.type_info(kind).tag) for kind in get_args(AnyFromServer)]  # type: ignore[attr-defined]  # they are structs


def with_more(value: Any) -> Any:
    """Return JSON in which every object has one more field."""
    match value:
        case dict():
            return {**{name: with_more(each) for name, each in value.items()}, "newer": {"than": ["you", None]}}
        case list():
            return [with_more(each) for each in value]
        case _:
            return value


@pytest.mark.parametrize("tag", FROM_SERVER)
def test_a_client_lets_pass_fields_that_it_does_not_know(tag: str) -> None:
    frame = recorded(tag)
    older, newer = (wire.decode_from_server(json.dumps(each)) for each in (frame, with_more(frame)))
    assert newer is not None
    assert type(newer) is type(older)


def test_a_client_lets_pass_messages_that_it_does_not_know() -> None:
    assert wire.decode_from_server(b'{"type":"chat","text":"hello"}') is None
    assert wire.decode_from_server(b'{"type":"chat","ref":7,"seat":{}}') is None


def test_a_client_takes_a_code_that_it_does_not_know_as_other() -> None:
    newer = wire.decode_from_server(b'{"type":"refused","code":"too_late_at_night","text":"Go to bed."}')
    assert newer == Refused(code=RefusalCode.OTHER, text="Go to bed.")


STAGED = [("table_changed", "table"), ("ticket_changed", "ticket"), ("offer_changed", "offer")]
"""Messages that say how far something has come, and the field that has it."""


@pytest.mark.parametrize(("tag", "field"), STAGED)
def test_a_client_takes_a_stage_that_it_does_not_know_as_other(tag: str, field: str) -> None:
    frame = recorded(tag)
    stages = []
    for stage in (frame[field]["stage"], "adjourned"):
        frame[field]["stage"] = stage
        stages.append(getattr(wire.decode_from_server(json.dumps(frame)), field).stage)
    older, newer = stages
    assert (newer.name, newer in type(older)) == ("OTHER", True)


def test_a_client_takes_an_access_of_a_table_that_it_does_not_know_as_other() -> None:
    frame = recorded("table_changed")
    frame["table"]["access"] = "friends"
    changed = wire.decode_from_server(json.dumps(frame))
    assert isinstance(changed, TableChanged)
    assert changed.table.access is Access.OTHER


def test_a_client_takes_an_end_of_a_ticket_that_it_does_not_know_as_other() -> None:
    newer = wire.decode_from_server(b'{"type":"ticket_changed","ticket":null,"ended":"eclipsed","now":1}')
    assert newer == TicketChanged(ticket=None, ended=TicketEnd.OTHER, now=Milliseconds(1))


def test_a_client_takes_a_quota_that_it_does_not_know_as_other() -> None:
    frame = recorded("welcome")
    frame["limits"]["quotas"] = [{"code": "duels", "per": "guild", "at_once": 3, "per_minute": 1}]
    newer = wire.decode_from_server(json.dumps(frame))
    assert isinstance(newer, Welcome)
    assert [(quota.code, quota.per) for quota in newer.limits.quotas] == [(QuotaCode.OTHER, QuotaHolder.OTHER)]


@pytest.mark.parametrize("tag", FROM_SERVER)
def test_a_client_does_not_let_pass_a_broken_message_that_it_knows(tag: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        wire.decode_from_server(json.dumps({"type": tag, "ref": 7}))


@pytest.mark.parametrize("frame", [b"", b"[]", b"{}", b"{", b'{"type":7}'])
def test_anything_that_is_no_message_is_no_message(frame: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.decode_from_server(frame)


def test_a_sealed_state_cannot_be_written() -> None:
    with pytest.raises(TypeError):
        wire.encode({"state": SEAL})


MESSAGES = [kind for union in (AnyFromClient, AnyFromServer) for kind in get_args(union)]


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_a_message_travels_under_the_name_of_its_class(kind: type[msgspec.Struct]) -> None:
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    plain = get_origin(kind) or kind
    assert plain.__struct_config__.tag == words


def test_a_sentence_that_nobody_has_translated_is_said_in_english() -> None:
    text = Text("{count|# card|# cards} of {game}", count=2, game="Tiny")
    frame = wire.encode(MatchUnwatched(match=MatchId("match"), text=text))
    assert json.loads(frame)["text"] == "2 cards of Tiny"

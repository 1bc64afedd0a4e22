"""What a client might say: commands right and nearly right, any JSON at all, bytes that are nothing."""

import json
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.sides import FromClient

TOKEN = "a-token-that-must-never-be-logged"
SESSION = "a-session-that-must-never-be-logged"
PASSWORD = "a-password-that-must-never-be-logged"
ANOTHER_PASSWORD = "another-password-that-must-never-be-logged"
REVOKED = "a-token-of-another-program"
OFFER = "an-offer"
"""Stands for the offer that is open, which has an id of its own each time."""

NOTE = "a-note-that-must-never-be-logged"

# With half of a surrogate pair and every control character, which JSON can spell.
_texts = st.text(st.characters(exclude_categories=()), max_size=20)
_numbers = (
    st.integers(-3, 12) | st.integers() | st.floats() | st.sampled_from([2**53, 2**63, -(2**63) - 1, 2**64, 10**40])
)
wild = st.recursive(
    st.none() | st.booleans() | _numbers | _texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=8,
)


def _mostly(good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 9).flatmap(lambda luck: wild if luck == 0 else good)


def _fields(matches: list[str], tables: list[str]) -> dict[str, st.SearchStrategy[Any]]:
    marks = st.fixed_dictionaries(
        {"type": st.just("mark"), "cell": st.integers(-1, 257), "note": st.sampled_from(["", NOTE])}
    )
    sought = st.fixed_dictionaries({"game": st.sampled_from(["tiny", "amfibido"])}, optional={"deck": _texts})
    return {
        "protocol": st.sampled_from([1, 1, 1, 2]),
        "client": _texts,
        "name": _texts,
        "token": st.sampled_from([TOKEN, SESSION]),
        "game": st.sampled_from(["tiny", "density-deck", "chess"]),
        "seats": st.integers(0, 5),
        "options": st.fixed_dictionaries({}, optional={"marks": st.integers(-1, 20), "lives": st.integers(-1, 20)}),
        "time_limit": st.integers(1_000, 100_000),
        "sit": st.booleans(),
        "access": st.sampled_from(["public", "unlisted", "password"]),
        "spectators": st.booleans(),
        "code": st.sampled_from(["BCDFGH", "AEIOU"]),
        "open_seats": st.integers(-1, 3),
        "least_time_limit": st.integers(1_000, 100_000),
        "table": st.sampled_from([*tables, "nowhere"]),
        "seat": st.integers(-1, 4),
        "entropy": _texts,
        "entropy_hash": st.just("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") | _texts,
        "bot": st.sampled_from(["random", "deep-blue"]),
        "match": st.sampled_from([*matches, "nowhere"]),
        "since": st.integers(-2, 12),
        "seen": st.integers(-1, 12),
        "action": marks,
        "where": st.sampled_from(["lobby", "table", "match", "moon"]),
        "text": st.none() | st.just(NOTE) | _texts,
        "phrase": st.none() | st.sampled_from(["hello", "en_garde"]),
        "password": st.sampled_from([PASSWORD, PASSWORD, "short"]),
        "new_name": _texts,
        "new_password": st.just(ANOTHER_PASSWORD),
        "everywhere": st.booleans(),
        "player": st.sampled_from(["ada", "bo", "nobody"]),
        "how": st.sampled_from(["no", "mute", "block"]),
        "scopes": st.lists(st.sampled_from(["play", "lobby:read", "lobby:host", "moderate"]), max_size=3),
        "label": _texts,
        "days": st.integers(0, 400),
        "id": st.none() | st.sampled_from([REVOKED, "nothing", *matches, *tables]),
        "games": st.lists(st.sampled_from(["tiny", "density-deck", "chess"]) | sought, max_size=3),
        "rated": st.booleans(),
        "bots_after": st.integers(-1, 90_000_000),
        "party": st.fixed_dictionaries({"code": st.sampled_from(["friends", " ab ", "a"]), "size": st.integers(1, 5)}),
        "offer": st.sampled_from([OFFER, "nothing"]),
        "other": st.sampled_from(["bo", "nobody"]),
        "before": st.integers(0, 2**53),
        "page": st.integers(0, 3),
    }


@st.composite
def commands(
    draw: st.DrawFn, matches: list[str], tables: list[str], but: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """A command with most of what it needs, mostly of the right shape; `but` none of these types."""
    tag = draw(st.sampled_from(sorted(_kinds.keys() - but)))
    named = _fields(matches, tables)
    needed = {field.encode_name for field in msgspec.structs.fields(_kinds[tag])}
    command: dict[str, Any] = {"type": tag}
    for name, strategy in named.items():
        if name in needed and draw(st.integers(0, 9)) > 1:
            command[name] = draw(_mostly(strategy))
    if draw(st.booleans()):
        command["ref"] = draw(_mostly(st.text("abc", min_size=1, max_size=3)))
    if draw(st.integers(0, 9)) == 0:
        command[draw(_texts)] = draw(wild)
    return command


_kinds: dict[str, type[FromClient]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyFromClient)}


@st.composite
def frames(draw: st.DrawFn, matches: list[str], tables: list[str], but: frozenset[str] = frozenset()) -> bytes:
    """Anything that could come over a socket."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(st.binary(max_size=60))
    said = draw(wild) if kind == 1 else draw(commands(matches, tables, but))
    frame = json.dumps(said, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    if kind == 2 and frame:  # one byte is not what it was
        place = draw(st.integers(0, len(frame) - 1))
        return frame[:place] + draw(st.binary(max_size=3)) + frame[place + 1 :]
    return frame


def read(frame: bytes) -> FromClient | None:
    """Return the command, if it is one."""
    try:
        return wire.decode_from_client(frame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def check_answer(frame: bytes, said: list[dict[str, Any]]) -> None:
    """Check that, of all that was said after a frame, exactly one message answers it, and the server is sound."""
    assert [each for each in said if each.get("code") == "internal"] == []
    command = read(frame)
    refusals = [each for each in said if each["type"] == "refused"]
    if command is None:
        assert len(refusals) == 1
        assert all(each.get("ref") is None for each in said if each["type"] != "refused")
    elif command.ref is not None:
        assert [each["ref"] for each in said if each.get("ref") is not None] == [command.ref]
    else:
        assert said
        assert len(refusals) <= 1

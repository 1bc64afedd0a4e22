"""The baseline: no change of the protocol goes unsaid, and after the freeze none breaks a client."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it has no types of its own
import pytest
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.schema import from_client_schema, from_server_schema
from quarterdeck_server.docs_build import baseline
from quarterdeck_server.docs_build.baseline import (
    Baseline,
    BaselineError,
    breaking,
    http_lines,
    lines_of,
    read,
    recorded,
)
from quarterdeck_server.docs_build.files import OPENAPI, PROTOCOL, Files, baseline_of

CHANGELOG = "- It began.\n"


def schema(**definitions: Any) -> dict[str, Any]:
    return {"anyOf": [{"$ref": "#/$defs/Say"}], "$defs": definitions}


def an_object(required: list[str], **fields: Any) -> dict[str, Any]:
    return {"properties": fields, "required": required, "additionalProperties": False}


WORD, NUMBER = {"type": "string", "description": "A word."}, {"type": "integer"}
BEFORE = lines_of(
    {"from-client": schema(Say=an_object(["text"], text=WORD)), "from-server": schema(Code={"enum": ["a"]})}
)
KEPT = Baseline(False, sha256(CHANGELOG.encode()).hexdigest(), BEFORE)


def now(root: str = "from-client", **definitions: Any) -> frozenset[str]:
    there = {"from-client": schema(Say=an_object(["text"], text=WORD)), "from-server": schema(Code={"enum": ["a"]})}
    return lines_of({**there, root: schema(**definitions)})


ADDED = now(Say=an_object(["text"], text=WORD, to={**WORD, "default": None}))


def test_the_baseline_is_what_the_protocol_says_today() -> None:
    files: Files = {
        path.relative_to(PROTOCOL).as_posix(): path.read_bytes()
        for folder in ("schema", "examples")
        for path in (PROTOCOL / folder).rglob("*.json")
    }
    files = {**files, OPENAPI: (PROTOCOL / OPENAPI).read_bytes()}
    assert baseline_of(PROTOCOL, files) == {}, "say it in protocol/CHANGELOG.md, then `make schema`"


def test_every_frame_of_the_baseline_is_still_one() -> None:
    fits: dict[str, dict[str, Any]] = {"client": {}, "server": {}}
    for side, whole in (("client", from_client_schema()), ("server", from_server_schema())):
        for each in whole["anyOf"]:  # a check against all of them is a hundred times as dear
            fields = whole["$defs"][each["$ref"].rpartition("/")[2]]["properties"]
            fits[side][fields["type"]["const"]] = jsonschema.Draft202012Validator({**whole, "anyOf": [each]})
    lines = (PROTOCOL / baseline.FRAMES).read_text(encoding="utf-8").splitlines()
    assert len(lines) > 50
    sides = []
    for line in lines:
        frame = json.loads(line)
        [side] = [side for side, each in fits.items() if frame["type"] in each and each[frame["type"]].is_valid(frame)]
        decode = wire.decode_from_client if side == "client" else wire.decode_from_server
        assert decode(line.encode()) is not None
        sides.append(side)
    assert set(sides) == {"client", "server"}


def test_a_change_without_a_line_in_the_changelog_is_not_recorded_and_is_named() -> None:
    with pytest.raises(BaselineError, match=r"has no line for these changes:\n\+ from-client Say.to optional, null "):
        recorded(KEPT, ADDED, CHANGELOG)
    assert recorded(KEPT, ADDED, CHANGELOG + "- `to`.\n").lines == ADDED


def test_without_a_change_nothing_is_recorded_again_and_words_are_no_change() -> None:
    better = now(Say=an_object(["text"], text={**WORD, "description": "A better sentence."}))
    assert recorded(KEPT, better, CHANGELOG + "- More.\n") is KEPT


@pytest.mark.parametrize(
    ("lines", "is_breaking"),
    [
        (ADDED, False),
        (now(Say=an_object(["text", "to"], text=WORD, to=WORD)), True),
        (now(Say=an_object(["text"], text=NUMBER)), True),
        (now(Say=an_object([])), True),
        (now(Say=an_object(["text"], text=WORD), New=an_object(["x"], x=WORD)), False),
        (now("from-server", Code={"enum": ["a", "b"]}), False),
        (now("from-server", Code={"enum": ["b"]}), True),
        (now("from-server", Code={"enum": ["a"]}, Say=an_object(["new"], new=WORD)), False),
        (BEFORE | {"close 4001 gone"}, False),
    ],
)
def test_after_the_freeze_only_what_breaks_no_client_is_recorded(lines: frozenset[str], is_breaking: bool) -> None:
    assert bool(breaking(BEFORE, lines)) == is_breaking
    frozen = KEPT._replace(is_frozen=True)
    if is_breaking:
        with pytest.raises(BaselineError, match="this would break clients"):
            recorded(frozen, lines, CHANGELOG + "- More.\n")
    else:
        assert recorded(frozen, lines, CHANGELOG + "- More.\n").is_frozen


def test_of_a_game_s_actions_nothing_more_is_asked_under_the_same_rules() -> None:
    played = {"nim@1": schema(Say=an_object(["text"], text=WORD), Event={"properties": {}})}
    more = {"nim@1": schema(Say=an_object(["text", "to"], text=WORD, to=WORD), Event={"properties": {}})}
    told = {"nim@1": schema(Say=an_object(["text"], text=WORD), Event={"properties": {"x": WORD}, "required": ["x"]})}
    next_ = {**played, "nim@2": more["nim@1"]}
    assert breaking(lines_of(played), lines_of(more)) == [
        'asked of clients: nim@1 Say.to required {"type":"string"}',
    ]
    assert breaking(lines_of(played), lines_of(told)) == breaking(lines_of(played), lines_of(next_)) == []


def test_a_code_with_which_a_connection_is_closed_stays() -> None:
    before, now = BEFORE | {"close 4001 gone"}, BEFORE | {"close 4004 gone"}
    assert breaking(before, now) == ["gone or changed: close 4001 gone"]
    kept = read((PROTOCOL / baseline.LINES).read_text(encoding="utf-8")).lines
    assert baseline.close_lines() <= kept


HTTP = {
    "paths": {
        "/x": {
            "post": {
                "parameters": [{"name": "page", "schema": {"type": "string", "enum": ["a"]}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Say"}}}}
                },
            }
        }
    },
    "components": {"schemas": {"Order": an_object(["text"], text=WORD), "Say": an_object(["text"], text=WORD)}},
}


def over_http(**changes: Any) -> frozenset[str]:
    """Return the lines of plain HTTP with something else in the place of parts of it, by their places."""
    changed = json.loads(json.dumps(HTTP))
    for place, value in changes.items():
        *parents, last = place.split("__")
        at = changed
        for name in parents:
            at = at["/" + name if name == "x" else name]
        at["/" + last if last in ("x", "y") else last] = value
    return http_lines(changed)


PARAMETER = {"name": "page", "schema": {"type": "string", "enum": ["a", "b"]}}
POST = HTTP["paths"]["/x"]["post"]


@pytest.mark.parametrize(
    ("lines", "is_breaking"),
    [
        (over_http(paths__y={"get": {"parameters": [{**PARAMETER, "required": True}], "responses": {}}}), False),
        (over_http(paths__x__post__parameters=[PARAMETER]), False),
        (over_http(paths__x__post__parameters=[{**PARAMETER, "required": True}]), True),
        (over_http(paths__x__post__parameters=[*POST["parameters"], {**PARAMETER, "name": "q"}]), False),
        (
            over_http(paths__x__post__parameters=[*POST["parameters"], {**PARAMETER, "name": "q", "required": True}]),
            True,
        ),
        (over_http(paths={}), True),
        (over_http(paths__x__post__responses={}), True),
        (over_http(components__schemas__Order=an_object(["text"], text=WORD, to=WORD)), False),
        (over_http(components__schemas__Order=an_object(["text", "to"], text=WORD, to=WORD)), True),
        (over_http(components__schemas__Say=an_object(["text", "to"], text=WORD, to=WORD)), False),
        (over_http(components__schemas__Say=an_object([])), True),
    ],
)
def test_the_same_holds_for_plain_http(lines: frozenset[str], is_breaking: bool) -> None:
    assert bool(breaking(over_http(), lines)) == is_breaking


def test_the_freeze_keeps_what_stands_there_and_happens_once() -> None:
    frozen = baseline.frozen(KEPT, BEFORE, CHANGELOG)
    assert frozen == KEPT._replace(is_frozen=True)
    with pytest.raises(BaselineError, match="has no line for these changes"):
        baseline.frozen(KEPT, ADDED, CHANGELOG)
    with pytest.raises(BaselineError, match="frozen already"):
        baseline.frozen(frozen, BEFORE, CHANGELOG)


def test_after_the_freeze_frames_stay_as_they_are_and_those_of_new_messages_come_behind_them(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    said = {"schema/from-client.json": json.dumps(schema(Say=an_object([], text=WORD))).encode()}
    first: Files = {**said, "examples/v1/say.json": b'{"type":"say","text":"a"}'}
    published = baseline_of(tmp_path, first, freeze=True)
    assert set(published) == {baseline.LINES, baseline.FRAMES}
    for path, content in published.items():
        (tmp_path / path).write_bytes(content)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG + "- More.\n")
    more: Files = {"schema/from-client.json": json.dumps(schema(Say=an_object([], text=WORD, to=WORD))).encode()}
    added = baseline_of(tmp_path, more)
    assert set(added) == {baseline.LINES}
    assert read(added[baseline.LINES].decode()).is_frozen
    (tmp_path / baseline.LINES).write_bytes(added[baseline.LINES])
    others: Files = {
        **more,
        "examples/v1/say.json": b'{"type":"say","text":"another"}',
        "examples/v1/ask.json": b'{"type":"ask"}',
    }
    assert baseline_of(tmp_path, others) == {
        baseline.FRAMES: b'{"type":"say","text":"a"}\n{"type":"ask"}\n',
    }


def test_it_is_read_as_it_is_written() -> None:
    for written in (KEPT, KEPT._replace(is_frozen=True)):
        assert read(written.text) == written
    alike = KEPT._replace(lines=frozenset({"nim@1 Say an object", "nim@2 Say an object", "http Say an object"}))
    assert alike.text.splitlines()[1:] == ["http,nim@1,nim@2 Say an object"]
    assert read(alike.text) == alike
    for wrong in ("", "frozen\nfrom-client Say"):
        with pytest.raises(BaselineError, match="must begin with"):
            read(wrong)


def test_the_first_one_is_recorded_from_nothing(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    files: Files = {"schema/from-client.json": json.dumps(schema(Say=an_object([], text=WORD))).encode()}
    published = baseline_of(tmp_path, files)
    assert read(published[baseline.LINES].decode()).changelog == KEPT.changelog


def test_the_changelog_says_when_the_newest_first() -> None:
    days = re.findall(r"^### (.*)$", (PROTOCOL / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(days) > 2
    assert days == sorted(days, reverse=True)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day in days)


def test_the_scopes_of_each_command_are_recorded() -> None:
    lines = baseline.scope_lines()
    assert {"scope sit play", "scope get_seats lobby:read play", "scope ping every program"} <= lines
    assert "scope make_token no program" in lines
    found = baseline.scopes_in(["frozen", *lines])
    assert found["get_seats"] == ["lobby:read", "play"]
    assert (found["ping"], found["make_token"]) == (None, ())
    assert len(found) == len(lines)


def test_another_scope_of_a_recorded_command_would_break_clients() -> None:
    lines = baseline.scope_lines()
    changed = (lines - {"scope sit play"}) | {"scope sit lobby:host"}
    assert baseline.breaking(lines, changed) == ["gone or changed: scope sit play"]
    assert baseline.breaking(lines, lines | {"scope wave play"}) == []

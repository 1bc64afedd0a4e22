"""The protocol baseline: a record of the protocol, with which the present code is compared, so that every change must
be written down.

`protocol/baseline.txt` has a line for each message, field and value of the WebSocket and HTTP interfaces. It also has
the codes with which connections are closed, the scopes of each command, and the message shapes of each version of a
game's rules. A line that holds for several of these stands there once, behind all their names.
`protocol/baseline-frames.jsonl` has real frames, and `protocol/baseline-conversation*.jsonl` requests with answers
(`frozen_conversation.py`).

A changed line requires a line in CHANGELOG.md; otherwise the baseline is not recorded again. After the protocol is
frozen (`frozen` in the first line, `quarterdeck schema --freeze`), a change that would break a client is never
recorded, and the frames and conversations stay as they are. Additions get further frames and conversations.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import msgspec
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.sides import FromClient

HTTP = "http"
"""The first word of lines of plain HTTP."""

LINES = "baseline.txt"
FRAMES = "baseline-frames.jsonl"

OPEN, FROZEN = "open", "frozen"
_HEAD = re.compile(r"(open|frozen) ([0-9a-f]{64})")
CLOSED = " an object, closed"
_WORDS = ("title", "description", "$id", "$schema", "$comment", "default", "examples")
"""Texts of a schema for people, and defaults, which have a word of their own here."""

Schemas = Mapping[str, Mapping[str, Any]]
"""The schemas by the names of their roots; `from-client` has the messages of clients."""


class BaselineError(Exception):
    """Error: the baseline must not be recorded again in this state. The text gives the reason."""


class Baseline(NamedTuple):
    """The protocol as it was recorded in the baseline."""

    is_frozen: bool
    changelog: str
    """The SHA-256 of CHANGELOG.md as it was then."""

    lines: frozenset[str]

    @property
    def text(self) -> str:
        head = f"{FROZEN if self.is_frozen else OPEN} {self.changelog}"
        roots: dict[str, list[str]] = defaultdict(list)
        for root, _, rest in (line.partition(" ") for line in sorted(self.lines)):
            roots[rest].append(root)
        return "\n".join([head, *sorted(f"{','.join(names)} {rest}" for rest, names in roots.items())]) + "\n"


def read(text: str) -> Baseline:
    """Return the baseline from the text of its file. Raises `BaselineError`."""
    head, *lines = text.splitlines() or [""]
    found = _HEAD.fullmatch(head)
    if found is None:
        raise BaselineError(f"{LINES} must begin with `open` or `frozen` and the SHA-256 of the changelog")
    parts = [line.partition(" ") for line in lines]
    each = frozenset(f"{root} {rest}" for roots, _, rest in parts for root in roots.split(","))
    return Baseline(found[1] == FROZEN, found[2], each)


def lines_of(schemas: Schemas) -> frozenset[str]:
    """Return the baseline lines for these schemas: one for each message, field and value."""
    return frozenset(line for root, schema in schemas.items() for line in _lines(root, schema))


def breaking(before: frozenset[str], now: frozenset[str]) -> list[str]:
    """Return the changes between two baselines that would break a client of the older one: lines that are gone or
    changed, and new required fields of requests."""
    gone = sorted(f"gone or changed: {line}" for line in before - now)
    closed = {line.removesuffix(CLOSED) for line in before if line.endswith(CLOSED)}
    sent = {each for each in closed if not each.startswith(f"{HTTP} ")}
    new = [line for line in now - before if _is_asked(line, sent) or _is_asked_over_http(line, before)]
    return [*gone, *sorted(f"asked of clients: {line}" for line in new)]


def _is_asked_over_http(line: str, before: frozenset[str]) -> bool:
    """True if a baseline line says that an HTTP path or body that already existed now requires something new from
    clients."""
    root, of, *rest = line.split(" ")
    if root != HTTP:
        return False
    bodies = {each.rpartition(" ")[2] for each in before if each.startswith(f"{HTTP} ") and " takes " in each}
    if "required" in rest[:1]:
        return of.partition(".")[0] in bodies
    path, query, _ = " ".join((of, *rest[:1])).partition("?")
    is_known = any(each.startswith((f"{HTTP} {path} ", f"{HTTP} {path}?")) for each in before)
    return bool(query) and "required" in rest[1:2] and is_known


def _is_asked(line: str, sent: set[str]) -> bool:
    """True if a baseline line adds a required field to a message or game action that clients already send. These allow
    no unknown fields."""
    of, _, rest = line.partition(" required ")
    definition, _, field = of.partition(".")
    return bool(rest and field) and definition in sent


def frozen(before: Baseline | None, lines: frozenset[str], changelog: str) -> Baseline:
    """Return the baseline that freezes the protocol for ever. Raises `BaselineError` like `recorded`, and if the
    protocol is frozen already."""
    if before is not None and before.is_frozen:
        raise BaselineError("version 1 is frozen already; additions are recorded by `quarterdeck schema --write`")
    return recorded(before, lines, changelog)._replace(is_frozen=True)


def recorded(before: Baseline | None, lines: frozenset[str], changelog: str) -> Baseline:
    """Return the new baseline. Raises `BaselineError` if a change has no line in the changelog, or if the protocol is
    frozen and a change would break a client."""
    digest = hashlib.sha256(changelog.encode()).hexdigest()
    if before is None:
        return Baseline(False, digest, lines)
    if before.lines == lines:
        return before
    broken = breaking(before.lines, lines) if before.is_frozen else []
    if broken:
        raise BaselineError("version 1 is frozen, and this would break clients:\n" + "\n".join(broken))
    if before.changelog == digest:
        changes = "\n".join(changes_between(before.lines, lines))
        raise BaselineError(f"protocol/CHANGELOG.md has no line for these changes:\n{changes}")
    return Baseline(before.is_frozen, digest, lines)


def with_frames(kept: bytes | None, frames: Sequence[bytes]) -> bytes:
    """Return the example frames of the new baseline. After the freeze these are the frames in `kept`, followed by one
    frame of each message type that they lack."""
    known = {_type_in(line) for line in (kept or b"").splitlines()}
    return (kept or b"") + b"".join(frame + b"\n" for frame in frames if _type_in(frame) not in known)


def _type_in(frame: bytes) -> str:
    return str(msgspec.json.decode(frame)["type"])


def close_lines() -> frozenset[str]:
    """Return a baseline line for each WebSocket close code that this protocol defines."""
    return frozenset(f"close {code.value} {code.name.lower()}" for code in CloseCode)


def scope_lines() -> frozenset[str]:
    """Return a baseline line for each command with its scopes. A token needs one of them for this command."""
    return frozenset(_scope_line(kind) for kind in get_args(AnyFromClient))


def _scope_line(kind: type[FromClient]) -> str:
    tag, scopes = kind.__struct_config__.tag, kind.open_to
    return f"scope {tag} {'every program' if scopes is None else ' '.join(sorted(scopes)) or 'no program'}"


def scopes_in(lines: Iterable[str]) -> Mapping[str, Sequence[str] | None]:
    """Return the scopes of each recorded command, by the command's type. The list is empty if no token may send the
    command, and `None` if every token may."""
    words = [line.split(" ")[1:] for line in lines if line.startswith("scope ")]
    special: Mapping[str, Sequence[str] | None] = {"every program": None, "no program": ()}
    return {tag: special.get(" ".join(scopes), scopes) for tag, *scopes in words}


def changes_between(before: frozenset[str], now: frozenset[str]) -> list[str]:
    """Return the removed and added baseline lines as text for people."""
    return [*(f"- {line}" for line in sorted(before - now)), *(f"+ {line}" for line in sorted(now - before))]


def _lines(root: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{root} message {_target(one)}" for one in schema.get("anyOf", ()))
    for name, definition in schema["$defs"].items():
        if "properties" in definition:
            yield f"{root} {name} an object" if _is_open(definition) else f"{root} {name}{CLOSED}"
            required = definition.get("required", ())
            for field, shape in definition["properties"].items():
                must = "required" if field in required else f"optional, {_json(shape.get('default', '–'))}"
                yield f"{root} {name}.{field} {must} {_json(_bare(shape))}"
        elif "enum" in definition:
            yield from (f"{root} {name} = {_json(value)}" for value in definition["enum"])
        else:
            yield f"{root} {name} {_json(_bare(definition))}"


def http_lines(openapi: Mapping[str, Any]) -> frozenset[str]:
    """Return a baseline line for each path, parameter, answer and field of the HTTP interface."""
    return frozenset([*_lines(HTTP, {"$defs": openapi["components"]["schemas"]}), *_lines_of_paths(openapi["paths"])])


def _lines_of_paths(paths: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            name = f"{HTTP} {method.upper()} {path}"
            for parameter in operation.get("parameters", ()):
                shape = dict(parameter["schema"])
                place = f"{name}?{parameter['name']}"
                yield from (f"{place} = {_json(word)}" for word in shape.pop("enum", ()))
                yield f"{place} {'required' if parameter.get('required') else 'optional'} {_json(_bare(shape))}"
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                yield f"{name} {kind} takes {_target(body['schema'])}"
            for status, answer in operation["responses"].items():
                if status.startswith("4"):  # `default` stands for all of them
                    continue
                for kind, content in answer.get("content", {}).items():
                    yield f"{name} answers {status} {kind} {_target(content.get('schema', {}))}"


def _is_open(definition: Mapping[str, Any]) -> bool:
    return definition.get("additionalProperties") is not False


def _target(reference: Mapping[str, Any]) -> str:
    return str(reference.get("$ref", _json(reference))).rpartition("/")[2]


def _bare(shape: Any) -> Any:
    """Return a schema without its descriptions, so that a better description is not a change. A list with a type for
    each element is written as at the freeze, with `items` beside `maxItems`, which means the same."""
    match shape:
        case {"prefixItems": first, "maxItems": most} if "items" not in shape and most == len(first):
            return _bare({"items": False, **shape})
        case dict():
            return {key: _bare(value) for key, value in shape.items() if key not in _WORDS}
        case list():
            return [_bare(each) for each in shape]
        case _:
            return shape


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()

"""Generator of parts of PROTOCOL.md, its pages and related documents. The parts come from the code, so they cannot
contradict it.

- A JSON block after `<!-- recorded: LABEL -->` is that frame of the recorded conversation. With `, without A B` all
  fields A and B, however deep, are written as `"…"`; with `, first A B` lists A and B have their first element
  and `"…"`; long ids and hashes are cut with `…`; in commands, fields that are `null`
  are left out.
- The text between `<!-- generated: NAME -->` and `<!-- end -->` is a table or a specification from a docstring.
"""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial
from typing import Any

import msgspec
from quarterdeck_games import decks, dice
from quarterdeck_protocol.fairness import bound_entropy, pack_draws
from quarterdeck_protocol.limits import QuotaCode
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.schema.docstrings import sentences_of

from quarterdeck_server.docs_build.error_catalogue import Reaction, table_of
from quarterdeck_server.matches import chain, standing_orders

WIDTH = 110
LONGEST_WORD = 26
"""Maximum length of a word. Longer ones are ids, hashes or tokens, and are cut."""

_RECORDED = re.compile(
    r"<!-- recorded: (?P<label>[a-z0-9 ]+?)(?:, without (?P<without>[a-z ]+?))?"
    r"(?:, first (?P<first>[a-z ]+))? -->\n```json\n.*?```\n",
    re.S,
)
_GENERATED = re.compile(r"<!-- generated: (?P<name>[a-z]+) -->\n.*?<!-- end -->\n", re.S)


def renewed(document: str, frames: Mapping[str, bytes], parts: Mapping[str, str] | None = None) -> str:
    """Return the document with all generated parts written again, from the code and from `parts`. Raises `KeyError` for
    an unknown label."""

    def frame(found: re.Match[str]) -> str:
        marker, _, _ = found[0].partition("\n")
        return f"{marker}\n```json\n{_shown(found, frames)}\n```\n"

    def part(found: re.Match[str]) -> str:
        name = found["name"]
        text = parts[name] if parts and name in parts else _PARTS[name]()
        return f"<!-- generated: {name} -->\n{text}\n<!-- end -->\n"

    return _GENERATED.sub(part, _RECORDED.sub(frame, document))


def _shown(marker: re.Match[str], frames: Mapping[str, bytes]) -> str:
    label, without, first = marker["label"], (marker["without"] or "").split(), (marker["first"] or "").split()
    message = msgspec.json.decode(frames[label])
    if label[-1].isdigit():  # it is a command
        message = {name: value for name, value in message.items() if value is not None}
    return written(_cut(message, without, first))


def _cut(value: Any, without: list[str], first: list[str]) -> Any:
    """Shorten a recorded frame for a document: leave out fields, keep only the first elements of lists, and cut long
    ids and hashes. Sentences stay complete."""
    match value:
        case dict():
            shown = {name: [*each[:1], "…"] if name in first else each for name, each in value.items()}
            return {name: "…" if name in without else _cut(each, without, first) for name, each in shown.items()}
        case list():
            return [_cut(each, without, first) for each in value]
        case str() if len(value) > LONGEST_WORD and " " not in value:
            return value[:10] + "…"
        case _:
            return value


def written(value: Any, indent: str = "") -> str:
    """Format JSON with line breaks. A value that fits on one line stays on one line."""
    line = msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [
            f"{deeper}{msgspec.json.encode(name).decode()}: {written(each, deeper)}" for name, each in value.items()
        ]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(deeper + written(each, deeper) for each in value) + f"\n{indent}]"


def _codes(codes: type[Enum]) -> str:
    rows = (f"| `{code}` | {sentence} |" for code, sentence in sentences_of(codes).items())
    return "\n".join(["| code | what it says |", "| --- | --- |", *rows])


def _list_in(docstring: str | None) -> str:
    """Return the Markdown list that a docstring contains."""
    before, dash, after = (docstring or "").partition("\n- ")
    assert dash, before  # noqa: S101 - the docstrings below hold one
    return f"- {after}".strip()


_PARTS: Mapping[str, Callable[[], str]] = {
    "refusals": lambda: _codes(RefusalCode),
    "unrated": lambda: _codes(Unrated),
    "quotas": lambda: _codes(QuotaCode),
    "dice": lambda: _list_in(dice.__doc__),
    "codes": lambda: _list_in(decks.__doc__),
    "bound": lambda: _list_in(bound_entropy.__doc__),
    "packs": lambda: _list_in(pack_draws.__doc__),
    "chain": lambda: _list_in(chain.__doc__),
    **{str(reaction): partial(table_of, reaction) for reaction in Reaction},
    "orders": lambda: _list_in(standing_orders.__doc__),
}

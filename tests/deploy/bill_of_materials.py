"""What a bill of materials (CycloneDX) says, read."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from packaging.utils import canonicalize_name


class Component(NamedTuple):
    """A package, as a bill of materials has it."""

    name: str
    version: str
    licenses: tuple[str, ...]
    hashes: frozenset[str]


def components_of(bill: str) -> Sequence[Component]:
    """Return every package of a bill."""
    return [
        Component(
            canonicalize_name(one["name"]),
            one["version"],
            tuple(_license(each) for each in one.get("licenses", ())),
            frozenset(
                each["content"] for where in one.get("externalReferences", ()) for each in where.get("hashes", ())
            ),
        )
        for one in json.loads(bill)["components"]
    ]


def _license(each: dict[str, dict[str, str] | str]) -> str:
    match each:
        case {"expression": str(expression)}:
            return expression
        case {"license": {"id": str(name)} | {"name": str(name)}}:
            return name
        case _:
            raise ValueError(each)

"""Generator of test vectors for JSON patches. Implementations in other languages can be tested with them."""

from collections.abc import Mapping
from typing import Any

import msgspec
from quarterdeck_protocol.patch import AnyOperation, PatchError, patched

_operations = msgspec.json.Decoder(tuple[AnyOperation, ...])

DOCUMENT = b'{"view":{"hand":[1,2,3],"a/b":{"m~n":null},"":0},"choices":[],"result":null}'
"""The document to which most of the patches are applied."""

PATCHES: Mapping[str, tuple[bytes, bytes]] = {
    "nothing": (DOCUMENT, b"[]"),
    "the whole document": (DOCUMENT, b'[{"op":"replace","path":"","value":{"view":1}}]'),
    "a field has another value": (DOCUMENT, b'[{"op":"replace","path":"/result","value":{"places":[1,2]}}]'),
    "a field becomes null and stays": (DOCUMENT, b'[{"op":"replace","path":"/view","value":null}]'),
    "a field is new": (DOCUMENT, b'[{"op":"add","path":"/outlooks","value":[null]}]'),
    "add takes the place of a field that is there": (DOCUMENT, b'[{"op":"add","path":"/choices","value":[0]}]'),
    "a field is gone": (DOCUMENT, b'[{"op":"remove","path":"/result"}]'),
    "a field without a name": (DOCUMENT, b'[{"op":"replace","path":"/view/","value":1}]'),
    "a slash and a tilde in keys": (DOCUMENT, b'[{"op":"replace","path":"/view/a~1b/m~0n","value":[]}]'),
    "a tilde before a one": (b'{"~1":1,"/":2}', b'[{"op":"remove","path":"/~01"}]'),
    "an element before another": (DOCUMENT, b'[{"op":"add","path":"/view/hand/1","value":9}]'),
    "an element at the end": (DOCUMENT, b'[{"op":"add","path":"/view/hand/3","value":[4]}]'),
    "an element in an empty array": (DOCUMENT, b'[{"op":"add","path":"/choices/0","value":{"type":"pass"}}]'),
    "elements move up": (
        DOCUMENT,
        b'[{"op":"remove","path":"/view/hand/0"},{"op":"replace","path":"/view/hand/1","value":7}]',
    ),
    "what was added is changed": (
        DOCUMENT,
        b'[{"op":"add","path":"/view/pile","value":{"cards":[]}},{"op":"add","path":"/view/pile/cards/0","value":5}]',
    ),
    "a number is a key of an object": (b'{"view":{"1":"a"}}', b'[{"op":"replace","path":"/view/1","value":"b"}]'),
    "a key that every object has in JavaScript": (
        b'{"view":{}}',
        b'[{"op":"add","path":"/view/__proto__","value":{"x":1}},{"op":"add","path":"/view/toString","value":2}]',
    ),
    "a field that is not there is replaced": (DOCUMENT, b'[{"op":"replace","path":"/outlooks","value":[]}]'),
    "a field that is not there is removed": (DOCUMENT, b'[{"op":"remove","path":"/outlooks"}]'),
    "a key that only JavaScript has": (DOCUMENT, b'[{"op":"replace","path":"/view/constructor/name","value":1}]'),
    "an element beyond the end": (DOCUMENT, b'[{"op":"add","path":"/view/hand/4","value":1}]'),
    "an element that is not there": (DOCUMENT, b'[{"op":"remove","path":"/view/hand/3"}]'),
    "an index with a zero before it": (DOCUMENT, b'[{"op":"remove","path":"/view/hand/01"}]'),
    "an index below zero": (DOCUMENT, b'[{"op":"remove","path":"/view/hand/-1"}]'),
    "the end by a dash, which is not sent": (DOCUMENT, b'[{"op":"add","path":"/view/hand/-","value":4}]'),
    "within a number": (DOCUMENT, b'[{"op":"add","path":"/view/hand/0/x","value":4}]'),
    "within null": (DOCUMENT, b'[{"op":"add","path":"/result/places","value":[]}]'),
    "a path that does not begin with a slash": (DOCUMENT, b'[{"op":"remove","path":"result"}]'),
}
"""Each with the document to which it is applied, and the patch."""


def patch_vectors() -> dict[str, Any]:
    """Return every test vector: a patch with its result, or with `fits` false if the patch does not fit the value."""
    return {
        "about": "Test vectors for `docs/patches.md`. Written by `quarterdeck schema --write`.",
        "patches": [_vector(name, before, patch) for name, (before, patch) in PATCHES.items()],
    }


def _vector(name: str, before: bytes, patch: bytes) -> dict[str, Any]:
    said = {"name": name, "before": msgspec.json.decode(before), "patch": msgspec.json.decode(patch)}
    try:
        return {**said, "fits": True, "after": patched(msgspec.json.decode(before), _operations.decode(patch))}
    except PatchError:
        return {**said, "fits": False}

"""Patches are carried out as `patch-vectors.json` says, which other languages read too."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import quarterdeck_protocol
from quarterdeck_protocol.patch import AnyOperation, PatchError, patched

VECTORS = json.loads((Path(quarterdeck_protocol.__file__).parent.parent / "patch-vectors.json").read_bytes())["patches"]

named = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])


def made_of(vector: dict[str, Any]) -> Any:
    operations = msgspec.convert(vector["patch"], tuple[AnyOperation, ...])
    return patched(json.loads(json.dumps(vector["before"])), operations)


@named
def test_a_patch_makes_of_a_value_what_the_vector_says(vector: dict[str, Any]) -> None:
    if vector["fits"]:
        assert made_of(vector) == vector["after"]
    else:
        with pytest.raises(PatchError):
            made_of(vector)


def test_the_vectors_have_patches_that_fit_and_patches_that_do_not() -> None:
    assert {vector["fits"] for vector in VECTORS} == {True, False}
    assert {operation["op"] for vector in VECTORS for operation in vector["patch"]} == {"add", "remove", "replace"}

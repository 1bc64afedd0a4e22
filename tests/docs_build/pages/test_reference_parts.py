"""The type of a value is said in a few words, with links to shapes."""

from typing import Any

import pytest
from quarterdeck_server.docs_build.pages.reference_parts import definition, field, kind

ADDRESSES = {"Table": "/docs/messages/tables#Table"}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"$ref": "#/components/schemas/Table"}, '<a href="/docs/messages/tables#Table">Table</a>'),
        ({"allOf": [{"$ref": "#/x/Table"}]}, '<a href="/docs/messages/tables#Table">Table</a>'),
        ({"const": "<a>"}, "<code>&quot;&lt;a&gt;&quot;</code>"),
        ({"enum": ["a", "b"]}, "<code>&quot;a&quot;</code> or <code>&quot;b&quot;</code>"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        ({"type": "array", "items": {"type": "string"}}, "array of string"),
        ({"type": "array", "items": [{"type": "string"}, {"type": "integer"}]}, "array of string, integer"),
        ({"type": "integer", "minimum": 1, "maximum": 4}, "integer, at least 1, at most 4"),
        ({"type": "string", "maxLength": 64}, "string, up to 64 characters"),
        ({}, "any JSON"),
    ],
)
def test_a_type_is_said_in_words(schema: Any, words: str) -> None:
    assert kind(schema, ADDRESSES) == words


def test_a_field_says_if_it_is_needed_and_its_default() -> None:
    assert "needed</span>" in field("name", {"type": "string"}, True, {})
    assert "can be left out, or else <code>null</code>" in field("name", {"type": "string", "default": None}, False, {})


def test_a_shape_without_fields_says_its_type() -> None:
    assert "<p>string</p>" in definition("Word", {"type": "string"}, {})
    assert "<dl>" not in definition("Word", {"enum": ["a"]}, {})

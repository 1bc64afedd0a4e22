"""What a game says of which no types are known: fields are attributes all the same."""

import pytest
from quarterdeck_client.fields import Fields, with_fields


def test_fields_are_attributes_however_deep_and_lists_are_tuples() -> None:
    said = with_fields({"type": "move", "from": "e2", "to": [{"square": "e4"}, None]})
    assert (said.type, said["from"], said.to[0].square, said.to[1]) == ("move", "e2", "e4", None)
    assert (list(said), len(said), "from" in said, "castle" in said) == (["type", "from", "to"], 3, True, False)
    assert repr(said) == "Fields(type='move', from='e2', to=(Fields(square='e4'), None))"
    assert "square" in dir(said.to[0])
    with pytest.raises(AttributeError, match="has no field 'castle'"):
        _ = said.castle


def test_equal_ones_are_equal_and_no_field_is_changed() -> None:
    assert {Fields({"a": 1}), Fields({"a": 1})} == {Fields({"a": 1})}
    assert Fields({"a": 1}) != Fields({"a": 2})
    assert Fields({"a": 1}) != {"a": 1}
    with pytest.raises(AttributeError):
        Fields({"a": 1}).a = 2  # type: ignore[attr-defined]  # that is the test

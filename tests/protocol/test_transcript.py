"""What opens a match says who may see it again when it has ended."""

from typing import Any

import pytest
from msgspec.structs import replace
from quarterdeck_protocol.tables import Access, ReplayAccess
from servers import bot, opening


@pytest.mark.parametrize(
    ("said", "is_open"),
    [
        ({}, True),
        ({"spectators": False}, False),
        ({"access": Access.UNLISTED}, False),
        ({"replays": ReplayAccess.PLAYERS}, False),
        ({"spectators": False, "replays": ReplayAccess.EVERYBODY}, True),
        ({"replays": ReplayAccess.OTHER}, False),
    ],
)
def test_a_match_is_open_again_as_its_table_said_or_as_it_was_played(said: dict[str, Any], is_open: bool) -> None:
    assert replace(opening("m", [bot(1), bot(2)]), **said).is_open_again is is_open

"""Who may see a match again of which its table says nothing."""

import pytest
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.tables import Access, ReplayAccess, usual_replays


@pytest.mark.parametrize(
    ("access", "spectators", "usual"),
    [
        (UNSET, True, ReplayAccess.EVERYBODY),
        (Access.PUBLIC, True, ReplayAccess.EVERYBODY),
        (Access.PUBLIC, False, ReplayAccess.PLAYERS),
        (Access.UNLISTED, True, ReplayAccess.PLAYERS),
        (Access.PASSWORD, True, ReplayAccess.PLAYERS),
        (Access.OTHER, True, ReplayAccess.PLAYERS),
    ],
)
def test_anything_that_everybody_might_watch_everybody_may_see_again(
    access: Access | UnsetType, spectators: bool, usual: ReplayAccess
) -> None:
    assert usual_replays(access, spectators=spectators) is usual

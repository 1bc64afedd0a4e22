"""How fast somebody may go on."""

import pytest
from quarterdeck_protocol.limits import Quota, QuotaCode, QuotaHolder
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.documents import Document
from quarterdeck_server.lobby.flood_control import PACES, one_more

QUOTA = Quota(code=QuotaCode.CHAT_LINES, per=QuotaHolder.PLAYER, at_once=3, per_minute=30)


def after(page: Document | None, at: int) -> Document:
    """Return the document after one more."""
    change = one_more("ada", page, QUOTA, Milliseconds(at))
    assert change.body is not None
    assert change.seconds is not None
    assert 1 <= change.seconds <= 6
    return Document(PACES.key("ada"), change.seen + 1, change.body)


def test_so_many_go_at_once_and_then_one_as_often_as_is_told() -> None:
    page = after(after(after(None, 1_000), 1_000), 1_000)
    with pytest.raises(
        CommandRefused, match="Too many chat messages: the limit for one player is 3 at once and 30 a minute"
    ) as refused:
        after(page, 1_500)
    assert refused.value.retry_in == 1_500
    page = after(page, 3_000)
    with pytest.raises(CommandRefused):
        after(page, 4_999)
    after(page, 5_000)


def test_a_player_who_has_rested_has_no_more_than_everybody() -> None:
    page = after(after(after(after(None, 1_000), 1_000), 90_000), 90_000)
    page = after(page, 90_000)
    with pytest.raises(CommandRefused):
        after(page, 90_000)

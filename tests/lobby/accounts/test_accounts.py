"""What an account holds, and how much of it."""

import pytest
from quarterdeck_protocol.accounts import Avoidance
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import MOST_AVOIDED, AccountRecord, avoiding

ME = AccountRecord(id=PlayerId("me"), name="Ada", kind=PlayerKind.PERSON, made_at=Milliseconds(0))


def test_one_keeps_away_from_so_many_and_from_no_more() -> None:
    account = ME
    for number in range(MOST_AVOIDED):
        account = avoiding(account, PlayerId(f"other-{number}"), Avoidance.MUTE)
    with pytest.raises(CommandRefused) as refused:
        avoiding(account, PlayerId("one-more"), Avoidance.MUTE)
    assert (refused.value.code, refused.value.where) == (RefusalCode.TOO_MANY_KEPT, "$.player")
    assert avoiding(account, PlayerId("other-7"), Avoidance.BLOCK).avoided[-1] == ("other-7", Avoidance.BLOCK)
    assert len(avoiding(account, PlayerId("other-7"), Avoidance.NO).avoided) == MOST_AVOIDED - 1

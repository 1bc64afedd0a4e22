"""What an account holds, and how much of it."""

import msgspec
import pytest
from quarterdeck_protocol.lobby.accounts import Avoidance
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


@pytest.mark.parametrize(
    ("age", "now", "left"),
    [(100, 999, 1_001), (100, 1_100, 900), (100, 2_000, 0), (100, 3_000, 0), (0, 1_900, 0), (0, 1_899, 0)],
)
def test_an_account_is_too_young_only_where_an_age_is_asked(age: int, now: int, left: int) -> None:
    """By the clock of another process it may have been made a moment from now."""
    account = msgspec.structs.replace(ME, made_at=Milliseconds(1_900))
    assert account.too_young_for(Milliseconds(age), Milliseconds(now)) == left

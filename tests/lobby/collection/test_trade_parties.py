"""Who may trade with whom, and how much of it may wait."""

import msgspec
import pytest
from msgspec.structs import replace
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.collection.trades import TradeId
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.collection.trade_parties import Party, check_other, check_room
from quarterdeck_server.lobby.collection.trade_records import DAY, OpenTrade, TraderRecord, TradeSettings

NOON = Milliseconds(10 * DAY)
NOON_AND_LATER = Milliseconds(NOON + 9 * DAY)
SETTINGS = TradeSettings(most_open=4)


def party(name: str, *avoided: str, owner: "Party | None" = None) -> Party:
    """Return somebody who keeps away from these, and whose bot it is."""
    account = AccountRecord(
        id=PlayerId(name),
        name=name.title(),
        kind=PlayerKind.PERSON if owner is None else PlayerKind.BOT,
        owner=None if owner is None else owner.id,
        made_at=Milliseconds(0),
        avoided=tuple((PlayerId(each), Avoidance.BLOCK) for each in avoided),
    )
    return Party(account.id, account, None if owner is None else owner.account)


ADA, BO = party("ada"), party("bo")


def waiting(*senders: str, owner: str | None = None) -> TraderRecord:
    """Return whose offers wait for somebody."""
    whose = None if owner is None else PlayerId(owner)
    return TraderRecord(
        open={
            TradeId(f"{number}-{sender}"): OpenTrade(PlayerId(sender), NOON_AND_LATER, True, whose)
            for number, sender in enumerate(senders)
        }
    )


def is_refused(trader: TraderRecord, theirs: Party = BO) -> bool:
    """Return whether somebody with these trades takes no offer of Ada's."""
    try:
        check_other(ADA, theirs, trader, SETTINGS, NOON)
    except CommandRefused as refused:
        assert refused.code is RefusalCode.NOT_TRADING  # noqa: PT017 - either will do
        return True
    return False


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (ADA, party("bo", "ada")),
        (party("bot-of-ada", owner=ADA), party("bo", "ada")),
        (ADA, party("bot-of-bo", owner=party("bo", "ada"))),
        (party("bot-of-ada", owner=ADA), party("bot-of-bo", owner=party("bo", "ada"))),
        (ADA, party("bot-of-bo", "ada", owner=BO)),
    ],
)
def test_a_player_who_keeps_away_from_somebody_keeps_away_from_their_bots_and_so_do_their_own(
    mine: Party, theirs: Party
) -> None:
    assert theirs.avoids(mine)
    assert not mine.avoids(theirs)


def test_a_player_who_keeps_away_from_a_bot_does_not_keep_away_from_its_owner() -> None:
    theirs = party("bo", "bot-of-ada")
    assert theirs.avoids(party("bot-of-ada", owner=ADA))
    assert not theirs.avoids(ADA)


def test_as_many_offers_wait_for_somebody_as_may_and_all_that_is_open_is_bounded_too() -> None:
    assert not is_refused(waiting("cy", "di", "eve"))
    assert is_refused(waiting("cy", "di", "eve", "fay"))
    own = {TradeId(f"own-{number}"): OpenTrade(PlayerId("di"), NOON_AND_LATER, False) for number in range(8)}
    assert not is_refused(TraderRecord(open=dict(list(own.items())[:7])))
    assert is_refused(TraderRecord(open=own))


def test_anything_that_a_server_of_before_has_noted_waits_for_nobody() -> None:
    noted = msgspec.json.decode(msgspec.json.encode({"open": {str(n): ["cy", NOON_AND_LATER] for n in range(6)}}))
    before = msgspec.convert(noted, TraderRecord)
    assert not is_refused(before)
    check_room(ADA, BO, (before, None), SETTINGS, NOON)


def test_an_account_that_is_young_takes_no_offers_nor_does_one_that_keeps_away() -> None:
    assert BO.account is not None
    assert is_refused(TraderRecord(), party("bo", "ada"))
    assert is_refused(TraderRecord(), Party(BO.id, replace(BO.account, made_at=NOON)))


def test_anything_that_waits_for_oneself_is_not_counted_among_what_one_has_offered() -> None:
    mine = waiting("cy", "di", "eve", "fay", "guy")
    check_room(ADA, BO, (mine, None), SETTINGS, NOON)
    offered = {id_: OpenTrade(each.other, each.expires_at, False) for id_, each in mine.open.items()}
    with pytest.raises(CommandRefused) as refused:
        check_room(ADA, BO, (TraderRecord(open=offered), None), SETTINGS, NOON)
    assert (refused.value.code, refused.value.where) == (RefusalCode.TOO_MANY_TRADES, "$.type")

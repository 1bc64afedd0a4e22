"""Who may trade with whom, and what makes room."""

import pytest
from msgspec.structs import replace
from quarterdeck_protocol.accounts import Avoidance
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.trades import TradeId
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.collection.trade_parties import FullError, Party, check_other, check_room
from quarterdeck_server.lobby.collection.trade_records import DAY, OpenTrade, TraderRecord, TradeSettings

NOON = Milliseconds(10 * DAY)
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
    """Return whose offers wait for somebody, the oldest first, a millisecond apart."""
    whose = None if owner is None else PlayerId(owner)
    ends = Milliseconds(NOON + 9 * DAY)
    return TraderRecord(
        open={
            TradeId(f"{number}-{sender}"): OpenTrade(PlayerId(sender), ends, True, Milliseconds(NOON + number), whose)
            for number, sender in enumerate(senders)
        }
    )


def makes_room(trader: TraderRecord, now: int = NOON + 1000, mine: Party = ADA) -> str | None:
    """Return which offer makes room for another; `None` if none does."""
    try:
        check_other(mine, BO, trader, SETTINGS, Milliseconds(now))
    except FullError as full:
        return full.trade
    except CommandRefused as refused:
        return None if refused.code is RefusalCode.NOT_TRADING else str(refused)
    return "there is room"


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
def test_whoever_keeps_away_from_somebody_keeps_away_from_their_bots_and_so_do_their_own(
    mine: Party, theirs: Party
) -> None:
    assert theirs.avoids(mine)
    assert not mine.avoids(theirs)


def test_who_keeps_away_from_a_bot_does_not_keep_away_from_its_owner() -> None:
    theirs = party("bo", "bot-of-ada")
    assert theirs.avoids(party("bot-of-ada", owner=ADA))
    assert not theirs.avoids(ADA)


def test_whoever_offers_more_than_the_new_one_makes_room_first_their_oldest() -> None:
    assert makes_room(waiting("cy", "di")) == "there is room"
    assert makes_room(waiting("eve", "cy", "di", "cy")) == "1-cy"
    assert makes_room(waiting("cy", "cy", "di", "ada")) is None, "they would only change places"
    assert makes_room(waiting("x", "y", "z", "v", owner="cy")) == "0-x", "bots count as their owner"


def test_where_nobody_offers_more_the_oldest_makes_room_when_it_has_waited_for_a_day() -> None:
    each = waiting("cy", "di", "eve", "fay")
    assert makes_room(each, NOON + DAY - 1) is None
    assert makes_room(each, NOON + DAY) == "0-cy"


def test_an_account_that_is_avoided_or_the_other_one_that_is_young_makes_nobody_go() -> None:
    full = waiting("cy", "cy", "cy", "di")
    with pytest.raises(CommandRefused):
        check_other(ADA, party("bo", "ada"), full, SETTINGS, Milliseconds(NOON))
    assert BO.account is not None
    young = Party(BO.id, replace(BO.account, made_at=NOON))
    with pytest.raises(CommandRefused):
        check_other(ADA, young, full, SETTINGS, Milliseconds(NOON))


def test_what_waits_for_oneself_is_not_counted_among_what_one_has_offered() -> None:
    mine = waiting("cy", "di", "eve", "fay", "guy")
    check_room(ADA, BO, (mine, None), SETTINGS, NOON)
    offered = {id_: OpenTrade(each.other, each.expires_at) for id_, each in mine.open.items()}
    with pytest.raises(CommandRefused) as refused:
        check_room(ADA, BO, (TraderRecord(open=offered), None), SETTINGS, NOON)
    assert (refused.value.code, refused.value.where) == (RefusalCode.TOO_MANY_TRADES, "$.type")

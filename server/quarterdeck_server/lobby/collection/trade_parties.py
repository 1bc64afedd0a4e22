"""Rules for pairs of traders and for the number of open offers. Pure.

A refusal for the player's own reasons names them. All reasons that concern only the other player give one common
refusal, which comes last. A bot counts as its owner: if players avoid each other, so do their bots, and an owner and
all the owner's bots count as one.
"""

from typing import NamedTuple

from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, avoided_as
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.collection.trade_records import HOUR, TraderRecord, TradeSettings

MOST_BETWEEN_TWO = 5
"""Limit of open trades between two players."""

MOST_WAITING_FROM_ONE = 2
"""Limit of offers of one person, including their bots', that wait for the same player's answer."""


class Party(NamedTuple):
    """One of the two parties to a trade: an account and, for a bot, also its owner's account."""

    id: PlayerId
    account: AccountRecord | None
    owner: AccountRecord | None = None

    @property
    def ids(self) -> frozenset[PlayerId]:
        """The ids under which other players may have blocked this party."""
        return frozenset((self.id,)) if self.account is None else avoided_as(self.account.player)

    @property
    def person(self) -> PlayerId:
        """The person on this side of the trade: the owner if the side is a bot."""
        return self.id if self.account is None or self.account.owner is None else self.account.owner

    def avoids(self, other: "Party") -> bool:
        """True if this party, or its owner, has muted or blocked the other party or its owner."""
        accounts = (each for each in (self.account, self.owner) if each is not None)
        return any(avoided in other.ids for each in accounts for avoided, _ in each.avoided)


def check_trader(mine: AccountRecord | None, settings: TradeSettings, now: Milliseconds) -> AccountRecord:
    """Return the account of a player, if the player may trade. Raises `CommandRefused` if the player may not trade with
    anybody."""
    if mine is None:
        raise unknown_token()
    if mine.kind is PlayerKind.GUEST:
        text = Text("You need an account to trade: `register` first.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
    if not settings.most_open:
        raise CommandRefused(RefusalCode.NOT_TRADING, Text("Trading is off on this server."), "$.type")
    young = mine.too_young_for(settings.age, now)
    if young:
        text = Text("Your account is too new to trade: try again in {hours|# hour|# hours}.", hours=-(-young // HOUR))
        raise CommandRefused(RefusalCode.TOO_NEW, text, "$.type", retry_in=young)
    return mine


def check_pair(mine: Party, theirs: Party, settings: TradeSettings, now: Milliseconds) -> None:
    """Raise `CommandRefused` if the first player may not trade at all, or not with the second, for reasons that both
    know or that concern only the first."""
    check_trader(mine.account, settings, now)
    if theirs.account is None:
        text = Text("There is no player `{other}`. The account may have been deleted.", other=theirs.id)
        raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")
    if theirs.account.kind is PlayerKind.GUEST:
        text = Text("{name} has no account: guests cannot trade or receive cards.", name=theirs.account.name)
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.player")
    if mine.avoids(theirs):
        text = Text("You avoid {name}: stop avoiding them before you trade.", name=theirs.account.name)
        raise CommandRefused(RefusalCode.NOT_TRADING, text, "$.player")


def check_room(
    mine: Party,
    theirs: Party,
    traders: tuple[TraderRecord | None, TraderRecord | None],
    settings: TradeSettings,
    now: Milliseconds,
) -> None:
    """Raise `CommandRefused` if a player has reached the limit of open offers, of trades with this other player, or of
    offers waiting for this other player's answer. `traders` are the open trades of the two."""
    own, others = ((each or TraderRecord()).at(now) for each in traders)
    offered = sum(each.waits is False for each in own.open.values())
    if offered >= settings.most_open or len(own.open) >= 2 * settings.most_open:
        text = Text(
            "You have {count|# open trade|# open trades}, the limit for one player: end one first.", count=len(own.open)
        )
        raise CommandRefused(RefusalCode.TOO_MANY_TRADES, text, "$.type")
    if own.count_with(theirs.id) >= MOST_BETWEEN_TWO:
        text = Text("You two have {count|# open trade|# open trades}: end one first.", count=MOST_BETWEEN_TWO)
        raise CommandRefused(RefusalCode.TOO_MANY_TRADES, text, "$.player")
    if others.count_waiting_from(mine.person) >= MOST_WAITING_FROM_ONE:
        text = Text(
            "{count|# offer of yours waits|# offers of yours wait} for this player's answer: end one first.",
            count=MOST_WAITING_FROM_ONE,
        )
        raise CommandRefused(RefusalCode.TOO_MANY_TRADES, text, "$.player")


def check_other(
    mine: Party, theirs: Party, trader: TraderRecord | None, settings: TradeSettings, now: Milliseconds
) -> None:
    """Raise `CommandRefused` for reasons that concern only the other player. All of them give the same refusal, so it
    does not reveal an avoidance. This check comes last: the caller's own refusals would otherwise depend on the other
    player, and reveal it."""
    is_young = theirs.account is not None and theirs.account.too_young_for(settings.age, now) > 0
    if is_young or theirs.avoids(mine):
        raise takes_no_offers()
    noted = (trader or TraderRecord()).at(now).open.values()
    waiting = sum(bool(each.waits) for each in noted)
    if waiting >= settings.most_open or len(noted) >= 2 * settings.most_open:
        raise takes_no_offers()


def takes_offers(
    mine: Party, theirs: Party, trader: TraderRecord | None, settings: TradeSettings, now: Milliseconds
) -> bool:
    """True if the second player accepts offers from the first. The reasons against it are not revealed to the first."""
    try:
        check_other(mine, theirs, trader, settings, now)
    except CommandRefused:
        return False
    return True


def takes_no_offers() -> CommandRefused:
    """Return the common refusal for all reasons that concern only the other player."""
    text = Text("This player does not accept offers from you right now.")
    return CommandRefused(RefusalCode.NOT_TRADING, text, "$.player")

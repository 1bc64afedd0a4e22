"""Who may trade, and whose offers somebody takes. Pure."""

from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.collection.trade_records import HOUR, TraderRecord, TradeSettings


def check_trader(mine: AccountRecord | None, settings: TradeSettings, now: Milliseconds) -> AccountRecord:
    """Return the account of somebody who may trade. Raises `CommandRefused` for one who may not, with whomever."""
    if mine is None:
        raise unknown_token()
    if mine.kind is PlayerKind.GUEST:
        text = Text("Trades are for those with an account of their own: `register` first.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
    if not settings.most_open:
        raise CommandRefused(RefusalCode.NOT_TRADING, Text("Nobody trades on this server."), "$.type")
    young = mine.made_at + settings.age - now
    if young > 0:
        text = Text(
            "Trades are for accounts that have been there for a while: again in {hours|# hour|# hours}.",
            hours=-(-young // HOUR),
        )
        raise CommandRefused(RefusalCode.TOO_NEW, text, "$.type", retry_in=Milliseconds(young))
    return mine


def keeps_away(account: AccountRecord, other: PlayerId) -> bool:
    """Whether somebody keeps away from another, in whichever way."""
    return any(each == other for each, _ in account.avoided)


def takes_offers(
    account: AccountRecord | None,
    of: PlayerId,
    open_trades: TraderRecord | None,
    settings: TradeSettings,
    now: Milliseconds,
) -> bool:
    """Whether somebody takes offers of another; why not is only their own affair."""
    if account is not None and (account.made_at + settings.age > now or keeps_away(account, of)):
        return False
    return len((open_trades or TraderRecord()).at(now).open) < settings.most_open

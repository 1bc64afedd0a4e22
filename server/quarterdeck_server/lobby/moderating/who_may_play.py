"""Who of those who once sat down may still play, and what they are called by now."""

from collections.abc import Collection, Mapping

from quarterdeck_protocol.moderating import SanctionKind
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.accounts.accounts import KeptAccount
from quarterdeck_server.lobby.accounts.pages import ACCOUNTS
from quarterdeck_server.lobby.ledger import Ledger
from quarterdeck_server.lobby.moderating import moderation
from quarterdeck_server.lobby.moderating.pages import SANCTIONS


class WhoMayPlay:
    """Says so, as accounts and moderators have it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def of(self, players: Collection[PlayerId]) -> Mapping[PlayerId, Player]:
        """Give those of these players who may play, as they are called now: without those who have no account any more,
        or are banned, they themselves or whose bot they are. Raises `Unavailable`."""
        accounts = [each for each in await ACCOUNTS.read(self._ledger, list(players)) if each is not None]
        answering = list(dict.fromkeys(id_ for account in accounts for id_ in _answering(account)))
        now, found = await self._ledger.now(), await SANCTIONS.read(self._ledger, answering)
        against = dict(zip(answering, found, strict=True))
        return {
            account.id: account.player
            for account in accounts
            if moderation.together([against[id_] for id_ in _answering(account)]).of(SanctionKind.BAN, now) is None
        }


def _answering(account: KeptAccount) -> tuple[PlayerId, ...]:
    """Give whose sanctions hold for this player."""
    return (account.id,) if account.owner is None else (account.id, account.owner)

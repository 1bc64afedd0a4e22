"""Deletion of accounts that nobody has approved: rejected ones, and those that wait for too long.

The time of the registration or rejection is in an index, so no other write of the account extends it. The account is
deleted as by its player: with its name, and with the data that other services keep.
"""

import structlog
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import REJECTED, UNAPPROVED_KEPT, WAITING
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.moderation.whereabouts import Whereabouts
from quarterdeck_server.periodic_work import PeriodicTask, repeat

SECONDS_BETWEEN_SWEEPS = 600.0
MOST_AT_ONCE = 100

_log = structlog.get_logger()


class UnapprovedAccounts:
    """Deletes accounts that were not approved in time. Other processes do the same at the same time."""

    def __init__(self, documents: DocumentStore, players: Players, elsewhere: Whereabouts) -> None:
        self._documents = documents
        self._players = players
        self._elsewhere = elsewhere
        self._sweeping = PeriodicTask()

    def start(self) -> None:
        """Start to sweep periodically."""
        work = repeat(self.sweep, SECONDS_BETWEEN_SWEEPS, meanwhile="accounts that were not approved are not deleted")
        self._sweeping.start(work)

    async def close(self) -> None:
        """Stop sweeping. Another process continues."""
        await self._sweeping.stop()

    async def sweep(self) -> None:
        """Delete the accounts whose time is over. Raises `Unavailable`."""
        due = Milliseconds(await self._documents.now() - UNAPPROVED_KEPT)
        for index, state in ((WAITING, AccountState.WAITING), (REJECTED, AccountState.REJECTED)):
            for name, _ in await self._documents.listed(index, most=MOST_AT_ONCE, high=due):
                try:
                    await self._delete(PlayerId(name), state)
                except CommandRefused as refusing:
                    _log.info("an account that was not approved is deleted later", player=name, why=str(refusing))
                else:
                    await self._documents.commit([], [IndexEntry(index, name, None)])

    async def _delete(self, player: PlayerId, state: AccountState) -> None:
        account = await self._players.find(player)
        if account is not None and account.state is state:
            await self._elsewhere.leave(player)  # first, because the deletion removes the entry that leads here
            await self._players.remove(player, state)

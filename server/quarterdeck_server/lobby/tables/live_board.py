"""The live list of tables in this process: read completely from time to time, and updated by every notification."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.tables import LobbySnapshot, WatchLobby
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.tables.live_list import Listing, LiveList, Notify, Recipient, wanted_by

SECONDS_UNTIL_READ_AGAIN = 60.0
"""Seconds after which all tables are read again. A table that nobody changes for a day expires without a
notification."""


class LiveBoard:
    """The subscribers of the table list in this process, and the messages to them."""

    def __init__(self, read: Callable[[], Awaitable[Sequence[Listing]]], live: LiveList | None = None) -> None:
        self._read = read
        self._live = LiveList() if live is None else live
        self._reading = asyncio.Lock()
        self._read_at = float("-inf")

    @property
    def is_on(self) -> bool:
        """True if changes are recorded, because at least one client follows the list."""
        return self._live.is_on

    def count(self, online: Callable[[], int]) -> None:
        """Set the function that returns the approximate number of signed-in players."""
        self._live.online = online

    async def subscribe(
        self, notify: Notify, message: WatchLobby, recipient: Recipient = lambda: None
    ) -> LobbySnapshot:
        """Notify a subscriber of the tables it asks for from now on, and return their present state. `recipient` is as
        in `LiveList.subscribe`. Raises `Unavailable`."""
        async with self._reading:
            if not self._live.is_on or time.monotonic() > self._read_at + SECONDS_UNTIL_READ_AGAIN:
                await self._renew()
            return self._live.subscribe(notify, wanted_by(message), message.ref, recipient)

    def has_subscriber(self, notify: Notify) -> bool:
        """True if this subscriber is notified of changes in the list of tables."""
        return self._live.has_subscriber(notify)

    def unsubscribe(self, notify: Notify) -> None:
        """Stop notifying this subscriber of the list of tables."""
        self._live.unsubscribe(notify)
        if not self._reading.locked():
            self._live.rest()

    def hide(self, club: ClubId, players: frozenset[PlayerId]) -> None:
        """Stop notifying these players of the tables of a club."""
        self._live.hide(club, players)

    def note(self, listing: Listing, *, gone: bool) -> None:
        """Record a change of a table in the live list."""
        self._live.note(listing, gone=gone)

    async def renew(self) -> None:
        """Read all tables again, because notifications may have been lost. Raises `Unavailable`."""
        async with self._reading:
            if self._live.is_on:
                await self._renew()

    def close(self) -> None:
        self._live.close()

    async def _renew(self) -> None:
        known = self._live.begin()
        self._live.renew(await self._read(), known)
        self._read_at = time.monotonic()

"""The quick match commands of one client connection."""

import msgspec
from quarterdeck_protocol.lobby.matchmaking import Accept, Decline, OfferChanged, Seek, SoughtGame, Unseek
from quarterdeck_protocol.names import PlayerId, Ref, TableId
from quarterdeck_protocol.sides import FromServer

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.matchmaking.offers import OfferRecord, shown
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import SEEK, SEEK_FROM
from quarterdeck_server.web.watched_tables import WatchedTables


class MatchmakingCommands:
    """Quick match commands and notifications of one connection. Handlers have the names of their commands."""

    __slots__ = ("_caller", "_player", "_quick_match", "_tables")

    def __init__(self, caller: Caller, watched: WatchedTables) -> None:
        self._caller = caller
        self._quick_match = caller.services.quick_match
        self._tables = watched
        self._player: PlayerId | None = None

    async def seek(self, identity: Identity, message: Seek) -> None:
        player, quotas, address = identity.player, self._caller.services.quotas, self._caller.address
        decks = [sought.deck for sought in message.games if isinstance(sought, SoughtGame)]
        with quotas.judging(address, *decks), quotas.taking(SEEK, player.id), quotas.taking(SEEK_FROM, address):
            await self._quick_match.matchmaking.seek(player, message)
        await self._send_state(player.id, message.ref)

    async def unseek(self, identity: Identity, message: Unseek) -> None:
        await self._quick_match.matchmaking.unseek(identity.player.id)
        await self._send_state(identity.player.id, message.ref)

    async def accept(self, identity: Identity, message: Accept) -> None:
        offer = await self._quick_match.matchmaking.accept(identity.player.id, message.offer, message.entropy_hash)
        self._send_offer(offer, identity.player.id, message.ref)

    async def decline(self, identity: Identity, message: Decline) -> None:
        offer = await self._quick_match.matchmaking.decline(identity.player.id, message.offer)
        self._send_offer(offer, identity.player.id, message.ref)

    def signed_in(self, player: PlayerId) -> None:
        """Notify this connection of this player's ticket from now on."""
        self.leave()
        self._player = player
        self._quick_match.here.come(player, self)

    @property
    def is_seeking(self) -> bool:
        """True if the player of this connection searches for a match."""
        return self._player is not None and self._quick_match.here.is_seeking(self._player)

    def resume_as(self, player: PlayerId) -> None:
        """Like `signed_in`, for a connection that another process has notified until now."""
        self._player = player
        self._quick_match.here.resume(player, self)

    def leave(self) -> None:
        """Stop all notifications about quick match tickets."""
        if self._player is not None:
            self._quick_match.here.go(self._player, self)
            self._player = None

    def receive(self, message: FromServer) -> None:
        """Pass a message about the ticket on to the client."""
        self._caller.send(message)

    def watch(self, table: TableId) -> None:
        """Follow the table where the player's match begins."""
        self._tables.watch(table)

    def sit_at(self, table: TableRecord) -> None:
        """Send the client the state of the table of its match."""
        self._tables.notify(table)

    async def _send_state(self, player: PlayerId, ref: Ref | None) -> None:
        self._caller.send(msgspec.structs.replace(await self._quick_match.here.ticket_of(player), ref=ref))

    def _send_offer(self, offer: OfferRecord, player: PlayerId, ref: Ref | None) -> None:
        self._caller.send(OfferChanged(offer=shown(offer, player), now=self._quick_match.now(), ref=ref))

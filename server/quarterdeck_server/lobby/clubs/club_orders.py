"""Orders of moderators about clubs. Each change and its entry in the audit log are one commit."""

import msgspec
from quarterdeck_protocol.lobby.clubs import LONGEST_NAME, ClubAccess
from quarterdeck_protocol.lobby.moderation import ClubOrder, Deed, DeedKind

from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.clubs.club_records import CLUBS, unknown_club
from quarterdeck_server.lobby.clubs.memberships import listed
from quarterdeck_server.lobby.clubs.notifications import ClubStored
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.moderation.sanction_rules import Affair, AffairKind


class ClubOrders:
    """Renames and closes clubs. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, log: AuditLog, orders: Orders) -> None:
        self._documents = documents
        self._log = log
        self._orders = orders

    async def carry_out(self, by: Identity, order: ClubOrder) -> Deed:
        """Rename or close a club. The entry in the log is about its owner, and names the player who made it."""
        name = None if order.name is None else player_text.plain(order.name, LONGEST_NAME, "$.name")
        what = DeedKind.CLOSE_CLUB if name is None else DeedKind.RENAME_CLUB

        async def step() -> AuditRecord:
            (seen,) = await CLUBS.snapshots(self._documents, [order.club])
            club = seen.record
            owner = None if club is None else club.ranked[0].player
            people = [] if club is None or owner is None else [*{owner, club.made_by}]
            judged = await self._orders.judge(by, what, order, owner, order.why, concerned=people)
            if judged.is_done:
                return judged.deed
            if club is None:
                raise unknown_club()
            if club.has_member(frozenset({by.player.id})):
                raise await self._orders.refused(judged.deed, order.ref, Affair(AffairKind.CLUB, club.id), "$.club")
            maker = "" if club.made_by == owner else f" made by {club.made_by}"
            deed = msgspec.structs.replace(judged.deed, detail=f"{club.id}{maker}")
            after = None if name is None else msgspec.structs.replace(club, name=name)
            gone = tuple(each.player for each in club.members) if after is None else ()
            place = listed(club, is_public=after is not None and club.access is not ClubAccess.PRIVATE)
            beside = judged.beside(deed)
            news = notification(ClubStored(club.id, gone))
            await self._documents.commit([seen.becomes(after), *beside.changes], [place, *beside.indexed], news)
            return deed

        return await self._log.shown(await again(step))

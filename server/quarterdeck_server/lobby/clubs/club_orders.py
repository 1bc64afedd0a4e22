"""Orders of moderators about clubs. Each change and its entry in the audit log are one commit."""

import msgspec
from quarterdeck_protocol.lobby.clubs import LONGEST_NAME, ClubAccess
from quarterdeck_protocol.lobby.moderation import ClubOrder, Deed, DeedKind

from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.clubs import club_records
from quarterdeck_server.lobby.clubs.club_records import CLUBS, ClubRecord, unknown_club
from quarterdeck_server.lobby.clubs.memberships import listed
from quarterdeck_server.lobby.clubs.notifications import ClubStored
from quarterdeck_server.lobby.collections import ExtraWrites, again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.moderation.sanction_rules import Affair, AffairKind
from quarterdeck_server.lobby.notices.inbox import INBOXES, SECONDS_KEPT


class ClubOrders:
    """Renames and closes clubs. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, log: AuditLog, orders: Orders) -> None:
        self._documents = documents
        self._log = log
        self._orders = orders

    async def carry_out(self, by: Identity, order: ClubOrder) -> Deed:
        """Rename or close a club. The entry in the log is about the player who has written its name or description, and
        names the owner. The notices of members and invited players have no earlier name."""
        name = None if order.name is None else player_text.plain(order.name, LONGEST_NAME, "$.name")
        what = DeedKind.CLOSE_CLUB if name is None else DeedKind.RENAME_CLUB

        async def step() -> AuditRecord:
            (seen,) = await CLUBS.snapshots(self._documents, [order.club])
            club = seen.record
            owner = None if club is None else club.ranked[0].player
            people = [] if club is None or owner is None else [*{owner, club.author}]
            (author,) = await ACCOUNTS.read(self._documents, ["" if club is None else club.author])
            whom = owner if author is None else author.id
            judged = await self._orders.judge(by, what, order, whom, order.why, concerned=people)
            if judged.is_done:
                return judged.deed
            if club is None:
                raise unknown_club()
            if club.has_member(frozenset({by.player.id})):
                raise await self._orders.refused(judged.deed, order.ref, Affair(AffairKind.CLUB, club.id), "$.club")
            owned = "" if owner == whom else f" owned by {owner}"
            deed = msgspec.structs.replace(judged.deed, detail=f"{club.id}{owned}")
            after = None if name is None else club_records.renamed(club, name, judged.deed.at)
            gone = tuple(each.player for each in club.members) if after is None else ()
            place = listed(club, is_public=after is not None and club.access is not ClubAccess.PRIVATE)
            beside = judged.beside(deed).plus(await self._renamed_in_inboxes(club, name))
            news = notification(ClubStored(club.id, gone))
            await self._documents.commit([seen.becomes(after), *beside.changes], [place, *beside.indexed], news)
            return deed

        return await self._log.shown(await again(step))

    async def _renamed_in_inboxes(self, club: ClubRecord, name: str | None) -> ExtraWrites:
        """Return the writes after which no notice about a club has its earlier name. Notices about a closed
        club go."""
        people = list(dict.fromkeys(club.people))
        changes = []
        for player, document in zip(people, await self._documents.read([*map(INBOXES.key, people)]), strict=True):
            inbox = INBOXES.of(document)
            if inbox is not None and (after := inbox.with_club_named(club.id, name)) != inbox:
                changes.append(INBOXES.put(player, document, after, SECONDS_KEPT))
        return ExtraWrites(tuple(changes))

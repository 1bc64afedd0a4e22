"""Orders of admins about announcements. Each change and its entry in the audit log are one commit."""

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.lobby.announcements import (
    LONGEST_TEXT,
    AnnouncementId,
    AnnouncementOrder,
    Announcements,
    PlannedAnnouncement,
    RemoveAnnouncementOrder,
)
from quarterdeck_protocol.lobby.moderation import Deed, DeedKind
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.announcements.announcement_board import (
    MOST,
    AnnouncementBoard,
    AnnouncementRecord,
    AnnouncementsRecord,
)
from quarterdeck_server.lobby.announcements.notifications import AnnouncementsStored
from quarterdeck_server.lobby.collections import Snapshot, again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord
from quarterdeck_server.lobby.moderation.orders import Judged, Orders
from quarterdeck_server.lobby.moderation.permissions import Permission, may
from quarterdeck_server.translations import LANGUAGES


class AnnouncementOrders:
    """Makes and removes announcements. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, board: AnnouncementBoard, log: AuditLog, orders: Orders) -> None:
        self._documents = documents
        self._board = board
        self._log = log
        self._orders = orders

    async def listed(self, by: Identity) -> Announcements:
        """Return the announcements in force and those that are planned. Those for a club are shown to whoever may
        announce: a club can be private."""
        shows_all = may(by.roles, Permission.ANNOUNCE)
        record = (await self._board.refresh()).record or AnnouncementsRecord()
        return Announcements(
            announcements=tuple(
                PlannedAnnouncement(
                    id=each.id, texts=dict(each.texts), begins=each.begins, ends=each.ends, club=each.club or None
                )
                for each in record.lasting(await self._documents.now())
                if shows_all or not each.club
            )
        )

    async def announce(self, by: Identity, order: AnnouncementOrder) -> Deed:
        """Make an announcement, at once or planned. When this returns, every process has been notified."""
        for language, text in order.texts.items():
            if language not in LANGUAGES:
                right = ", ".join(LANGUAGES)
                wrong = Text("This server speaks {languages}.", languages=right)
                raise CommandRefused(RefusalCode.MALFORMED, wrong, f"$.texts.{language}")
            player_text.plain(text, LONGEST_TEXT, f"$.texts.{language}")
        if order.club is not None and not await self._board.members_of([order.club]):
            unknown = Text("There is no club with this id.")
            raise CommandRefused(RefusalCode.UNKNOWN_CLUB, unknown, "$.club")
        deed = await again(lambda: self._announced(by, order))
        await self._board.refresh()
        return await self._log.shown(deed)

    async def _announced(self, by: Identity, order: AnnouncementOrder) -> AuditRecord:
        judged = await self._orders.judge(by, DeedKind.ANNOUNCE, order, None, order.why)
        if judged.is_done:
            return judged.deed
        deed, seen = judged.deed, await self._board.refresh()
        begins = Milliseconds(max(order.begins or deed.at, deed.at))
        texts = {each: player_text.plain(text, LONGEST_TEXT, "$.texts") for each, text in order.texts.items()}
        ends = Milliseconds(begins + 1000 * order.seconds)
        club = UNSET if order.club is None else order.club
        record = AnnouncementRecord(AnnouncementId(deed.id), texts, begins, ends, club)
        lasting = (seen.record or AnnouncementsRecord()).lasting(deed.at)
        if len(lasting) >= MOST:
            text = Text("There can be at most {most} announcements; remove one first.", most=MOST)
            raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.texts")
        after = AnnouncementsRecord(tuple(sorted((*lasting, record), key=lambda each: each.begins)))
        deed = msgspec.structs.replace(deed, detail=record.id)
        await self._commit(seen, after, judged, deed)
        return deed

    async def remove(self, by: Identity, order: RemoveAnnouncementOrder) -> Deed:
        """Remove an announcement before its end."""
        deed = await again(lambda: self._removed(by, order))
        await self._board.refresh()
        return await self._log.shown(deed)

    async def _removed(self, by: Identity, order: RemoveAnnouncementOrder) -> AuditRecord:
        judged = await self._orders.judge(by, DeedKind.REMOVE_ANNOUNCEMENT, order, None, order.why)
        if judged.is_done:
            return judged.deed
        deed, seen = judged.deed, await self._board.refresh()
        lasting = (seen.record or AnnouncementsRecord()).lasting(deed.at)
        left = tuple(each for each in lasting if each.id != order.announcement)
        if len(left) == len(lasting):
            text = Text("There is no such announcement, or it has ended.")
            raise CommandRefused(RefusalCode.UNKNOWN_ANNOUNCEMENT, text, "$.announcement")
        deed = msgspec.structs.replace(deed, detail=order.announcement)
        await self._commit(seen, AnnouncementsRecord(left), judged, deed)
        return deed

    async def _commit(
        self, seen: Snapshot[AnnouncementsRecord], after: AnnouncementsRecord, judged: Judged, deed: AuditRecord
    ) -> None:
        beside = judged.beside(deed)
        changes = [seen.becomes(after), *beside.changes]
        await self._documents.commit(changes, beside.indexed, notification(AnnouncementsStored()))

"""Reports of players, with the last messages of the chat room. They are kept for 30 days and then deleted."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from quarterdeck_protocol.lobby.chat import LONGEST_NOTE, Reason, Report, Where
from quarterdeck_protocol.lobby.moderation import Deed, DeedKind, FiledReport, FiledReports, ResolveOrder
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, Ref, ReportId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import player_text
from quarterdeck_server.lobby.accounts.address_marks import AddressMarks
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.chat import lines
from quarterdeck_server.lobby.chat.lines import ChatLineRecord
from quarterdeck_server.lobby.chat.service import Matches
from quarterdeck_server.lobby.collections import NOTHING, Collection, Commit, ExtraWrites, again, commit
from quarterdeck_server.lobby.documents import Document, DocumentStore, IndexEntry, IndexSweep
from quarterdeck_server.lobby.moderation import audit
from quarterdeck_server.lobby.moderation.audit import AuditLog, AuditRecord
from quarterdeck_server.lobby.moderation.orders import Orders

HOUR = 60 * 60
SECONDS = 30 * 24 * HOUR
OPEN, RESOLVED = "reports:open", "reports:resolved"


class ReportRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a report."""

    id: ReportId
    at: Milliseconds
    by: PlayerId
    player: PlayerId
    reason: Reason
    text: str
    where: Where | None
    place: str | None
    lines: tuple[ChatLineRecord, ...]
    resolved_at: Milliseconds | None = None
    resolved_by: PlayerId | None = None
    verdict: str | None = None


class ReportingRecord(msgspec.Struct, frozen=True):
    """The record that a player has reported another one, and the time from which they may do so again."""

    until: Milliseconds


class ReporterRecord(msgspec.Struct, frozen=True):
    """The record of the reports of one reporter with their times, the oldest first."""

    made: tuple[tuple[ReportId, Milliseconds], ...] = ()

    def with_report(self, report: ReportRecord) -> "ReporterRecord":
        young = [(id_, at) for id_, at in self.made if at > report.at - 1000 * SECONDS]
        return ReporterRecord((*young, (report.id, report.at)))


REPORTS = Collection("report", ReportRecord)
REPORTERS = Collection("reporter", ReporterRecord)
"""Stored by reporter."""

REPORTINGS = Collection("reporting", ReportingRecord)


class Reports:
    """Reports of players. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        players: Players,
        matches: Matches,
        log: AuditLog,
        orders: Orders,
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._players = players
        self._matches = matches
        self._log = log
        self._orders = orders
        self._chance = chance
        self._marks = AddressMarks(documents, chance)
        self.announced: Callable[[ReportId], ExtraWrites] = lambda _: NOTHING
        """Called when a report is filed. Returns further writes for that commit."""

    async def file(self, by: Identity, message: Report, said: Sequence[ChatLineRecord]) -> ReportId:
        """Store a report with the last messages of the chat room. Repeating the command stores it only once."""
        if message.where is None and message.id is not None:
            raise CommandRefused(
                RefusalCode.MALFORMED, Text("Say in `where` what this `id` belongs to, or leave out `id`."), "$.id"
            )
        if message.player == by.player.id:
            raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("You cannot report yourself."), "$.player")
        if await self._players.find(message.player) is None:
            unknown = Text("There is no player `{player}`. The account may have been deleted.", player=message.player)
            raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, unknown, "$.player")
        text = player_text.plain(message.text, LONGEST_NOTE) if message.text.strip() else ""
        now = await self._documents.now()
        report = ReportRecord(
            id=await self._id_for(by.player.id, message.ref),
            at=now,
            by=by.player.id,
            player=message.player,
            reason=message.reason,
            text=text,
            where=message.where,
            place=message.id,
            lines=tuple(_nameless(line) for line in said),
        )
        pair = hashlib.sha256(f"{by.player.id} {message.player}".encode()).hexdigest()[:32]

        def decide(stored: list[Document | None]) -> Commit[ReportId]:
            reporting, before = REPORTINGS.of(stored[0]), REPORTS.of(stored[1])
            if before is not None:
                if (before.player, before.reason, before.text) != (report.player, report.reason, report.text):
                    raise CommandRefused(
                        RefusalCode.REF_REUSED, Text("You have already used this `ref` for another report."), "$.ref"
                    )
                return Commit(before.id)
            if reporting is not None and reporting.until > now:
                text = Text(
                    "You have already reported this player within the last hour; moderators will see your report."
                )
                wait = Milliseconds(reporting.until - now)
                raise CommandRefused(RefusalCode.ALREADY_REPORTED, text, "$.player", retry_in=wait)
            changes = [
                REPORTINGS.put(pair, stored[0], ReportingRecord(Milliseconds(now + 1000 * HOUR)), HOUR),
                REPORTS.put(report.id, None, report, SECONDS),
                REPORTERS.put(
                    report.by, stored[2], (REPORTERS.of(stored[2]) or ReporterRecord()).with_report(report), SECONDS
                ),
            ]
            old, beside = now - 1000 * SECONDS, self.announced(report.id)
            sweeps = (IndexSweep(OPEN, old), IndexSweep(RESOLVED, old))
            indexed = [IndexEntry(OPEN, report.id, now), *sweeps, *beside.indexed]
            return Commit(report.id, [*changes, *beside.changes], indexed)

        keys = [REPORTINGS.key(pair), REPORTS.key(report.id), REPORTERS.key(report.by)]
        return await commit(self._documents, keys, decide)

    async def _id_for(self, player: PlayerId, ref: Ref | None) -> ReportId:
        """Return the id of the report that a player files with this command. The same `ref` gives the same id. The
        audit log shows the id, so nobody must be able to find the reporter by trying all players."""
        if ref is None:
            return ReportId(self._chance.token_hex(8))
        return ReportId((await self._marks.digest_of(f"report {player} {ref}"))[:16])

    async def made_by(self, player: PlayerId) -> list[ReportRecord]:
        """Return the stored reports that a player has made, newest first."""
        reporter = (await REPORTERS.read(self._documents, [player]))[0] or ReporterRecord()
        reports = await REPORTS.read(self._documents, [id_ for id_, _ in reversed(reporter.made)])
        return [report for report in reports if report is not None]

    async def read(self, reader: Identity, *, resolved: bool, before: str | None, most: int) -> FiledReports:
        """Return the newest open or resolved reports, or those older than a page's `before`. The reader sees neither
        the reporter nor messages of a match that the reader is playing."""
        index = RESOLVED if resolved else OPEN
        readable = partial(self._of_others, reader)
        of_others, following = await audit.readable_page(self._documents, index, before, most, readable)
        players = await self._players.known(id_ for report in of_others for id_ in _players_in(report))
        matches = {each.place for each in of_others if each.where is Where.MATCH and each.place is not None}
        playing = await self._played_by(reader, [MatchId(match) for match in matches])
        withheld = {each.id for each in of_others if each.where is Where.MATCH and each.place in playing}
        reports = tuple(
            FiledReport(
                id=each.id,
                at=each.at,
                by=players[each.by],
                player=players[each.player],
                reason=each.reason,
                text="" if each.id in withheld else each.text,
                where=each.where,
                place=each.place,
                lines=()
                if each.id in withheld
                else tuple(lines.shown(line, players[line.player.id]) for line in each.lines),
                withheld=each.id in withheld,
                resolved_at=each.resolved_at,
                resolved_by=None if each.resolved_by is None else players[each.resolved_by],
                verdict=each.verdict,
            )
            for each in of_others
        )
        return FiledReports(reports=reports, before=following)

    async def _of_others(self, reader: Identity, ids: Sequence[str]) -> list[ReportRecord]:
        """Return the reports that are not about the moderator who reads them."""
        reports = [report for report in await REPORTS.read(self._documents, ids) if report is not None]
        players = await self._players.known(report.player for report in reports)
        return [report for report in reports if not audit.is_concerned(reader.player.id, players[report.player])]

    async def resolve(self, by: Identity, id_: ReportId, order: ResolveOrder) -> Deed:
        """Mark a report as resolved, with a verdict. A second call replaces the verdict."""
        return await self._log.shown(await again(lambda: self._resolved(by, id_, order)))

    async def _resolved(self, by: Identity, id_: ReportId, order: ResolveOrder) -> AuditRecord:
        (page,) = await self._documents.read([REPORTS.key(id_)])
        report = REPORTS.of(page)
        if report is None or not await self._of_others(by, [id_]):  # nobody is told of a report of themselves
            raise CommandRefused(
                RefusalCode.UNKNOWN_REPORT,
                Text("There is no report `{id}`. It may have been deleted.", id=id_),
                "report",
            )
        judged = await self._orders.judge(
            by,
            DeedKind.RESOLVE,
            order,
            report.player,
            order.verdict,
            where="$.verdict",
            subject=id_,
            concerned_at="report",
        )
        if judged.is_done:
            return judged.deed
        deed = msgspec.structs.replace(judged.deed, detail=f"report {id_}")
        resolved = msgspec.structs.replace(report, resolved_at=deed.at, resolved_by=deed.by, verdict=deed.why)
        left, beside = max(1, SECONDS - (deed.at - report.at) // 1000), judged.beside(deed)
        moved = [IndexEntry(OPEN, id_, None), IndexEntry(RESOLVED, id_, report.at), *beside.indexed]
        await self._documents.commit([REPORTS.put(id_, page, resolved, left), *beside.changes], moved)
        return deed

    async def _played_by(self, identity: Identity, matches: Sequence[MatchId]) -> frozenset[MatchId]:
        """Return those of these running matches in which a player or their bot has a seat."""
        account = await self._players.find(identity.player.id) if matches else None
        players = () if account is None else (account.id, *account.bots)
        return frozenset([match for match in matches if await self._is_played(match, players)])

    async def _is_played(self, match: MatchId, players: Sequence[PlayerId]) -> bool:
        try:
            opened = await self._matches.open(match)
        except CommandRefused:
            return False  # it is kept no longer
        return not opened.is_over and any(opened.seat_of(player) is not None for player in players)


def _nameless(line: ChatLineRecord) -> ChatLineRecord:
    """Return a message without names, for long storage. Names are deleted with their accounts, and readers see the
    current ones."""
    return msgspec.structs.replace(line, player=msgspec.structs.replace(line.player, name=""))


def _players_in(report: ReportRecord) -> list[PlayerId]:
    named = [report.by, report.player, *(line.player.id for line in report.lines)]
    return named if report.resolved_by is None else [*named, report.resolved_by]

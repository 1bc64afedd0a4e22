"""Reports of players, with the last lines of the place where it happened; kept for 30 days, then gone."""

import hashlib
import secrets
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.moderating import Deed, DeedKind, FiledReport, FiledReports, ResolveOrder
from quarterdeck_protocol.names import Milliseconds, PlayerId, ReportId
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.talking import LONGEST_NOTE, Reason, Report, Where

from quarterdeck_server.lobby import audit, lines, moderation
from quarterdeck_server.lobby.accounts import shown_as
from quarterdeck_server.lobby.audit import AuditLog, KeptDeed
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.identities import Identity
from quarterdeck_server.lobby.ledger import Ledger, Listed, Page, Swept
from quarterdeck_server.lobby.lines import KeptLine
from quarterdeck_server.lobby.players import Players
from quarterdeck_server.lobby.shelves import Commit, Shelf, commit
from quarterdeck_server.refusing import Refusing

HOUR = 60 * 60
SECONDS = 30 * 24 * HOUR
LONGEST_VERDICT = 200
OPEN, RESOLVED = "reports:open", "reports:resolved"


class KeptReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report as it is kept."""

    id: ReportId
    at: Milliseconds
    by: PlayerId
    player: PlayerId
    reason: Reason
    text: str
    where: Where | None
    place: str | None
    lines: tuple[KeptLine, ...]
    resolved_at: Milliseconds | None = None
    resolved_by: PlayerId | None = None
    verdict: str | None = None


class KeptReporting(msgspec.Struct, frozen=True):
    """That somebody has reported a player, and when they may again."""

    until: Milliseconds


class KeptReporter(msgspec.Struct, frozen=True):
    """What somebody has reported, the oldest first: which reports, and when."""

    made: tuple[tuple[ReportId, Milliseconds], ...] = ()

    def with_report(self, report: KeptReport) -> "KeptReporter":
        young = [(id_, at) for id_, at in self.made if at > report.at - 1000 * SECONDS]
        return KeptReporter((*young, (report.id, report.at)))


REPORTS = Shelf("report", KeptReport)
REPORTERS = Shelf("reporter", KeptReporter)
"""By who has made them."""

REPORTINGS = Shelf("reporting", KeptReporting)


class Reports:
    """All reports. Everything raises `Refusing`, `Unavailable`."""

    def __init__(self, ledger: Ledger, players: Players, log: AuditLog, chance: Chance = secrets) -> None:
        self._ledger = ledger
        self._players = players
        self._log = log
        self._chance = chance

    async def file(self, by: Identity, message: Report, said: Sequence[KeptLine]) -> ReportId:
        """Keep a report, with what was said last where it happened."""
        if message.player == by.player.id:
            raise Refusing(Refusal.NOT_YOURSELF, "Nobody reports themselves.", "$.player")
        if await self._players.find(message.player) is None:
            text = f"There is no player `{message.player}`, or not any more."
            raise Refusing(Refusal.UNKNOWN_PLAYER, text, "$.player")
        text = lines.plain(message.text, LONGEST_NOTE) if message.text.strip() else ""
        now = await self._ledger.now()
        report = KeptReport(
            id=ReportId(self._chance.token_hex(8)),
            at=now,
            by=by.player.id,
            player=message.player,
            reason=message.reason,
            text=text,
            where=message.where,
            place=message.id,
            lines=tuple(said),
        )
        pair = hashlib.sha256(f"{by.player.id} {message.player}".encode()).hexdigest()[:32]

        def decide(pages: list[Page | None]) -> Commit[ReportId]:
            reporting = REPORTINGS.of(pages[0])
            if reporting is not None and reporting.until > now:
                text = "You have reported this player within the last hour; moderators will see it."
                wait = Milliseconds(reporting.until - now)
                raise Refusing(Refusal.ALREADY_REPORTED, text, "$.player", retry_in=wait)
            changes = [
                REPORTINGS.put(pair, pages[0], KeptReporting(Milliseconds(now + 1000 * HOUR)), HOUR),
                REPORTS.put(report.id, None, report, SECONDS),
                REPORTERS.put(
                    report.by, pages[1], (REPORTERS.of(pages[1]) or KeptReporter()).with_report(report), SECONDS
                ),
            ]
            old = now - 1000 * SECONDS
            return Commit(report.id, changes, [Listed(OPEN, report.id, now), Swept(OPEN, old), Swept(RESOLVED, old)])

        return await commit(self._ledger, [REPORTINGS.key(pair), REPORTERS.key(report.by)], decide)

    async def made_by(self, player: PlayerId) -> list[KeptReport]:
        """Give the reports that somebody has made and that are kept, newest first."""
        reporter = (await REPORTERS.read(self._ledger, [player]))[0] or KeptReporter()
        kept = await REPORTS.read(self._ledger, [id_ for id_, _ in reversed(reporter.made)])
        return [report for report in kept if report is not None]

    async def read(self, *, resolved: bool, before: str | None, most: int) -> FiledReports:
        """Give the newest reports that are open, or that are resolved; or those older than a page's `before`."""
        page, following = await audit.paged(self._ledger, RESOLVED if resolved else OPEN, before, most)
        kept = [report for report in await REPORTS.read(self._ledger, page) if report is not None]
        ids = list({id_ for report in kept for id_ in _everybody_in(report)})
        found = dict(zip(ids, await self._players.find_all(ids), strict=True))
        players = {id_: shown_as(id_, account) for id_, account in found.items()}
        reports = tuple(
            FiledReport(
                id=each.id,
                at=each.at,
                by=players[each.by],
                player=players[each.player],
                reason=each.reason,
                text=each.text,
                where=each.where,
                place=each.place,
                lines=tuple(lines.shown(line, players[line.player.id]) for line in each.lines),
                resolved_at=each.resolved_at,
                resolved_by=None if each.resolved_by is None else players[each.resolved_by],
                verdict=each.verdict,
            )
            for each in kept
        )
        return FiledReports(reports=reports, before=following)

    async def resolve(self, by: Identity, id_: ReportId, order: ResolveOrder) -> Deed:
        """Note that a report has been dealt with, and how; once more, to say it otherwise."""
        moderation.check_role(by.roles)
        report = (await REPORTS.read(self._ledger, [id_]))[0]
        if report is None:
            raise _unknown(id_)
        verdict = lines.plain(order.verdict, LONGEST_VERDICT, "$.verdict")
        deed_id = audit.id_of(by.player.id, order.ref, self._chance)
        done = await self._log.find(deed_id, DeedKind.RESOLVE, report.player)
        if done is not None:
            return await self._log.shown(done)
        now = await self._ledger.now()
        deed = KeptDeed(
            id=deed_id,
            at=now,
            by=by.player.id,
            what=DeedKind.RESOLVE,
            whom=report.player,
            why=verdict,
            detail=f"report {id_}",
        )
        beside = audit.noted(deed)

        def decide(pages: list[Page | None]) -> Commit[None]:
            kept = REPORTS.of(pages[0])
            if kept is None:
                raise _unknown(id_)
            resolved = msgspec.structs.replace(kept, resolved_at=now, resolved_by=by.player.id, verdict=verdict)
            left = max(1, SECONDS - (now - kept.at) // 1000)
            changes = [REPORTS.put(id_, pages[0], resolved, left), *beside.changes]
            moved = [Listed(OPEN, id_, None), Listed(RESOLVED, id_, kept.at), *beside.indexed]
            return Commit(None, changes, moved)

        await commit(self._ledger, [REPORTS.key(id_)], decide)
        return await self._log.shown(deed)


def _everybody_in(report: KeptReport) -> list[PlayerId]:
    named = [report.by, report.player, *(line.player.id for line in report.lines)]
    return named if report.resolved_by is None else [*named, report.resolved_by]


def _unknown(id_: ReportId) -> Refusing:
    return Refusing(Refusal.UNKNOWN_REPORT, f"There is no report `{id_}`, or not any more.", "report")

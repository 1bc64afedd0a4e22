"""Expiry of challenges: both players are notified when nobody has answered in time, and the maker of a link.

An open challenge counts as expired from its time on. A sweep in every process commits the stage and both notices. So
an answer and the expiry are two commits of the same document, and one of them is the outcome.
"""

from collections.abc import Callable

import msgspec
import structlog
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.social.challenges import ChallengeId, ChallengeStage
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.challenges.challenge_links import EXPIRING_LINKS, LINKS, SECONDS_OF_A_LINK, LinkRecord
from quarterdeck_server.lobby.challenges.challenge_records import CHALLENGES, notice_of
from quarterdeck_server.lobby.challenges.challenge_writes import EXPIRING, changed, keys_of, known_players
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, added
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.periodic_work import PeriodicTask, repeat

SECONDS_BETWEEN_SWEEPS = 30.0
MOST_AT_ONCE = 100

_log = structlog.get_logger()


class ChallengeExpiry:
    """Ends challenges that nobody has answered. Other processes do the same at the same time."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._open = OpenChallenges(documents, now)
        self._eligibility = EligibilityChecks(documents)
        self._now = now
        self._sweeping = PeriodicTask()

    def start(self) -> None:
        """Start to sweep periodically."""
        work = repeat(self.sweep, SECONDS_BETWEEN_SWEEPS, meanwhile="players are not told of expired challenges")
        self._sweeping.start(work)

    async def close(self) -> None:
        """Stop sweeping. Another process continues."""
        await self._sweeping.stop()

    async def sweep(self) -> None:
        """End the challenges that have expired. Raises `Unavailable`."""
        for id_, _ in await self._documents.listed(EXPIRING, most=MOST_AT_ONCE, high=self._now()):
            try:
                await self._expire(ChallengeId(id_))
            except CommandRefused as refusing:
                _log.info("a challenge expires later", challenge=id_, why=str(refusing))

        for name, _ in await self._documents.listed(EXPIRING_LINKS, most=MOST_AT_ONCE, high=self._now()):
            try:
                await self._expire_link(name)
            except CommandRefused as refusing:
                _log.info("a challenge link expires later", why=str(refusing))

    async def _expire_link(self, name: str) -> None:
        """Notify the maker of a link that nobody has accepted. The link itself counts as expired by its time."""

        async def step() -> None:
            (document,) = await self._documents.read([LINKS.key(name)])
            link, now, ended = LINKS.of(document), self._now(), IndexEntry(EXPIRING_LINKS, name, None)
            if document is None or link is None or link.challenge.stage is not ChallengeStage.OPEN:
                await self._documents.commit([], [ended])
                return
            if link.stage_at(now) is ChallengeStage.OPEN:
                return
            player, made = link.challenge.players[0], link.challenge
            inbox, account = await self._documents.read([INBOXES.key(player), ACCOUNTS.key(player)])
            if account is None:
                await self._documents.commit([], [ended])
                return
            kind = NoticeKind.CHALLENGE_LINK_EXPIRED
            notice = Notice(id=NO_ID, kind=kind, at=now, game=made.game, link=made.id)
            over = msgspec.structs.replace(made, stage=ChallengeStage.EXPIRED, deck=None)
            kept = added({player: inbox}, [(player, notice)])
            put = LINKS.put(name, document, LinkRecord(challenge=over), SECONDS_OF_A_LINK)
            await self._documents.commit(
                [put, *kept.changes, Unchanged(account.key, account.revision)],
                [ended, *kept.indexed],
                notification(InboxesChanged((player,))),
            )

        await again(step)

    async def _expire(self, challenge: ChallengeId) -> None:
        async def step() -> None:
            (document,) = await self._documents.read([CHALLENGES.key(challenge)])
            record, now = CHALLENGES.of(document), self._now()
            if record is None or record.stage is not ChallengeStage.OPEN:
                await self._documents.commit([], [IndexEntry(EXPIRING, challenge, None)])
                return
            if record.stage_at(now) is ChallengeStage.OPEN:
                return
            permit = await self._eligibility.of(record.players, now)
            stored = await self._documents.read(keys_of(record))
            if stored[0] != document:
                await step()  # it was answered meanwhile
                return
            after, known = msgspec.structs.replace(record, stage=ChallengeStage.EXPIRED), known_players(record, permit)
            shown = after.shown(known, self._open.unrated(after, known, stored[5]), now)
            told = tuple(player for player in record.players if player in permit.blocked)
            notices = [(player, notice_of(shown, NoticeKind.CHALLENGE_EXPIRED, now)) for player in told]
            kept = changed(after, stored, notices, now)
            await self._documents.commit(
                [*kept.changes, *permit.while_unchanged], kept.indexed, notification(InboxesChanged(told))
            )

        await again(step)

"""Notices by mail: changes of the ways into an account at once, and the kinds that its player has chosen, gathered.

E-mail is one more channel of the inbox. A mail is committed together with the marks up to which the inbox was mailed.
So of several processes that see the same notice, one writes the mail.
"""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence

from msgspec.structs import replace
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.social.challenges import ChallengeId
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.mail.mail_records import EMAILS, MAILED, EmailRecord, MailRecord, Purpose, written
from quarterdeck_server.lobby.notices.followed_inboxes import FollowedInboxes, Subscribe, Unsubscribe
from quarterdeck_server.lobby.notices.inbox import EMPTY, INBOXES
from quarterdeck_server.lobby.notices.notice_texts import EVENTS, path_of, sentence_of
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.store_errors import Conflict
from quarterdeck_server.translations import said

SECONDS_BETWEEN_ROUNDS = 2.0
MOST_PLAYERS = 100_000
MOST_LINES = 20
"""Limit of notices in one mail: the newest."""

RESTING = 2 * 60_000
"""Age from which a chosen notice is mailed. A player who is here has read it by then."""

BETWEEN = 60 * 60_000
"""Time between two mails with chosen notices to one player."""

OF_ADDRESSES = ("email_added", "email_removed")
"""Reasons of notices for which the address before gets a mail of its own, or there is no address."""


class NoticeMails:
    """Writes notices into the outbox of mails, for players with a confirmed address."""

    def __init__(
        self,
        documents: DocumentStore,
        chance: Chance,
        titles: Mapping[str, str],
        public_url: str,
        is_barred: Callable[[PlayerId], Awaitable[bool]],
        are_open: Callable[[Sequence[ChallengeId]], Awaitable[Container[ChallengeId]]],
    ) -> None:
        """Make the writer. `titles` are the games' names; whoever `is_barred` gets no chosen notices. `are_open`
        returns which of these challenges still wait for an answer."""
        self._documents = documents
        self._chance = chance
        self._titles = titles
        self._public_url = public_url.rstrip("/")
        self._is_barred = is_barred
        self._are_open = are_open
        self._inboxes = FollowedInboxes(documents, MAILED, MOST_PLAYERS, self._wake)
        self._due: dict[PlayerId, int] = {}
        """The times at which inboxes are to be read again, by player."""

        self._task = PeriodicTask()

    def start(self, subscribe: Subscribe, unsubscribe: Unsubscribe) -> None:
        """Start to write. `subscribe` and `unsubscribe` follow an inbox."""

        async def work() -> None:
            await self._inboxes.follow(subscribe, unsubscribe)
            await self.round()

        self._task.start(repeat(work, SECONDS_BETWEEN_ROUNDS, meanwhile="notices wait to be mailed"))

    async def close(self) -> None:
        """Stop writing. Another process continues."""
        await self._task.stop()

    async def round(self) -> None:
        """Write the mails that are due. Raises `Unavailable`."""
        now = await self._documents.now()
        for player in [each for each, at in self._due.items() if at <= now]:
            later: int | None = self._due.pop(player)
            try:
                later = await self._written(player, now)
            except Conflict:  # another process was faster, or the player has changed something
                pass
            finally:
                if later is not None:
                    self._due.setdefault(player, later)

    async def _written(self, player: PlayerId, now: Milliseconds) -> int | None:
        """Write the mails about a player's notices, and return when to look again. Raises `Conflict`."""
        mine, held = await self._documents.read([EMAILS.key(player), INBOXES.key(player)])
        record, inbox = EMAILS.of(mine), INBOXES.of(held) or EMPTY
        if record is None or not record.verified:
            return None
        warnings = [each for each in inbox.after(record.warned, now) if _warns(each)]
        chosen = [each for each in inbox.after(max(record.mailed, inbox.read), now) if _is_chosen(each, record)]
        if chosen and await self._is_barred(player):
            chosen = []
        chosen = await self._present(chosen)
        due = max(chosen[0].at + RESTING, record.mailed_at + BETWEEN) if chosen else None
        after, mails = record, NOTHING
        if warnings:
            after = replace(after, warned=int(warnings[-1].id))
            mails = mails.plus(self._mail(Purpose.WARNING, player, record, warnings, now))
        if due is not None and due <= now:
            after, due = replace(after, mailed=int(chosen[-1].id), mailed_at=now), None
            mails = mails.plus(self._mail(Purpose.NOTICES, player, record, chosen, now))
        if after != record:
            await self._documents.commit([EMAILS.put(player, mine, after), *mails.changes], mails.indexed)
        return due

    async def _present(self, notices: Sequence[Notice]) -> list[Notice]:
        """Return these notices without those of challenges that are over: answered, cancelled, or ended by a block."""
        calls = [each.challenge.id for each in notices if each.challenge and each.kind is NoticeKind.CHALLENGED]
        still = await self._are_open(calls) if calls else ()
        return [
            each
            for each in notices
            if each.kind is not NoticeKind.CHALLENGED or (each.challenge is not None and each.challenge.id in still)
        ]

    def _mail(
        self, purpose: Purpose, player: PlayerId, record: EmailRecord, notices: Sequence[Notice], now: Milliseconds
    ) -> ExtraWrites:
        lines = tuple(self._line(each, record.language) for each in notices[-MOST_LINES:])
        mail = MailRecord(purpose=purpose, player=player, language=record.language, lines=lines)
        return written(self._chance.token_hex(16), mail, now)

    def _line(self, notice: Notice, language: str) -> str:
        sentence = said(sentence_of(notice, self._titles.get(notice.game or "", "")), language)
        return sentence if _warns(notice) else f"{sentence}\n{self._public_url}{path_of(notice)}"

    def _wake(self, player: PlayerId) -> None:
        self._due[player] = 0


def _warns(notice: Notice) -> bool:
    """True if a notice is about the ways into an account."""
    return notice.kind is NoticeKind.SIGN_IN_CHANGED and notice.reason not in OF_ADDRESSES


def _is_chosen(notice: Notice, record: EmailRecord) -> bool:
    event = EVENTS.get(notice.kind)
    return event is not None and event.value in record.notices

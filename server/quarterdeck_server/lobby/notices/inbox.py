"""The inbox of each player: one document with the newest notices and the id up to which they are read.

An action that causes notices reads the inboxes together with its own documents, and commits `added` with its own
changes. So a notice exists if and only if its cause happened. The id of a notice is a number that grows within its
inbox. It is at least the time of the cause in milliseconds, so it keeps growing even after an inbox has expired.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from operator import itemgetter

import msgspec
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.notices import (
    DAYS_KEPT,
    MOST_CHALLENGE_NOTICES,
    MOST_CLUB_NOTICES,
    MOST_MESSAGE_NOTICES,
    MOST_NOTICES,
    MOST_SIGN_IN_NOTICES,
    MOST_TURN_NOTICES,
    ClubNamed,
    Notice,
    NoticeId,
    NoticeKind,
    Notices,
    NoticesRead,
)
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId

from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collections import Collection, Commit, ExtraWrites, commit, seen
from quarterdeck_server.lobby.documents import Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.notices.notifications import InboxesChanged

SECONDS_KEPT = DAYS_KEPT * 24 * 60 * 60
PAGE = 50

NO_ID = NoticeId("")
"""The id of a notice that is not in an inbox yet."""


class InboxRecord(msgspec.Struct, frozen=True):
    """The stored inbox of one player."""

    notices: tuple[Notice, ...] = ()
    """The newest last."""

    newest: int = 0
    """The highest id that was given out here."""

    read: int = 0
    """The read mark."""

    def after(self, position: int, now: Milliseconds) -> tuple[Notice, ...]:
        """Return the notices after this id that have not expired, oldest first."""
        return tuple(each for each in self.lasting(now) if int(each.id) > position)

    def lasting(self, now: Milliseconds) -> tuple[Notice, ...]:
        """Return the notices that have not expired, oldest first."""
        return tuple(each for each in self.notices if each.at > now - 1000 * SECONDS_KEPT)

    def unread(self, now: Milliseconds) -> int:
        """Return the number of unread notices."""
        return len(self.after(self.read, now))

    def with_notice(self, notice: Notice) -> "InboxRecord":
        """Return the inbox with one more notice. If there is no room, the oldest one is removed.

        Challenges and turns make room for their like only: other players cannot push out the end of a match. Of notices
        about sign-ins, those of the most frequent reason make room: who repeats one thing hides nothing else, nor when
        it began, while that is unread.
        """
        newest = max(self.newest + 1, notice.at)
        noted = msgspec.structs.replace(notice, id=NoticeId(str(newest)))
        kept = (*self.lasting(notice.at), noted)
        sort = sort_of(notice)
        alike = [each for each in kept if sort_of(each) is sort]
        if len(alike) > MOST[sort]:
            if sort is Sort.SIGN_IN:
                frequent = max(Counter(each.reason for each in alike).items(), key=itemgetter(1))[0]
                alike = [each for each in alike if each.reason == frequent]
                alike = alike[1:] if int(alike[0].id) > self.read else alike
            kept = tuple(each for each in kept if each is not alike[0])
        return InboxRecord(kept, newest, self.read)

    def turn_in(self, match: MatchId) -> Notice | None:
        """Return the notice of the player's turn in a match; `None` if there is none."""
        turns = (each for each in self.notices if each.kind is NoticeKind.YOUR_TURN and each.match == match)
        return next(turns, None)

    def without_turn(self, match: MatchId) -> "InboxRecord":
        """Return the inbox without the notice of the player's turn in a match."""
        going = self.turn_in(match)
        kept = tuple(each for each in self.notices if each is not going)
        return msgspec.structs.replace(self, notices=kept)

    def without_message_of(self, player: PlayerId) -> "InboxRecord":
        """Return the inbox without the notice of this player's private messages."""
        kept = tuple(
            each for each in self.notices if each.kind is not NoticeKind.PRIVATE_MESSAGE or not _is_by(each, player)
        )
        return msgspec.structs.replace(self, notices=kept)

    def with_club_named(self, club: ClubId, name: str | None) -> "InboxRecord":
        """Return the inbox with the present name of a club in all notices about it; with `None`, without them."""
        about = {each.id for each in self.notices if each.club is not None and each.club.id == club}
        named = None if name is None else ClubNamed(id=club, name=name)
        kept = (
            each if each.id not in about else named and msgspec.structs.replace(each, club=named)
            for each in self.notices
        )
        return msgspec.structs.replace(self, notices=tuple(each for each in kept if each is not None))

    def without(self, player: PlayerId) -> "InboxRecord":
        """Return the inbox without the notices of challenges by or to this player, and of messages, invitations and
        announcements by this player."""
        kept = tuple(each for each in self.notices if not (player in challenging(each) or _is_by(each, player)))
        return msgspec.structs.replace(self, notices=kept)


class Sort(Enum):
    """Sorts of notices. Each sort has a number of places in an inbox, so that one sort cannot push out another."""

    CHALLENGE = auto()
    CLUB = auto()
    MESSAGE = auto()
    SIGN_IN = auto()
    TURN = auto()
    OTHER = auto()


MOST: Mapping[Sort, int] = {
    Sort.CHALLENGE: MOST_CHALLENGE_NOTICES,
    Sort.CLUB: MOST_CLUB_NOTICES,
    Sort.MESSAGE: MOST_MESSAGE_NOTICES,
    Sort.SIGN_IN: MOST_SIGN_IN_NOTICES,
    Sort.TURN: MOST_TURN_NOTICES,
    Sort.OTHER: MOST_NOTICES,
}


def sort_of(notice: Notice) -> Sort:
    """Return the sort of a notice: challenge, club, message, sign-in, turn or other."""
    if notice.challenge is not None:
        return Sort.CHALLENGE
    if notice.club is not None:
        return Sort.CLUB
    if notice.kind is NoticeKind.PRIVATE_MESSAGE:
        return Sort.MESSAGE
    if notice.kind is NoticeKind.SIGN_IN_CHANGED:
        return Sort.SIGN_IN
    return Sort.TURN if notice.kind is NoticeKind.YOUR_TURN else Sort.OTHER


def _is_by(notice: Notice, player: PlayerId) -> bool:
    return notice.player is not None and notice.player.id == player


def challenging(notice: Notice) -> tuple[PlayerId, ...]:
    """Return the two players of the challenge that a notice is about; empty if it is about something else."""
    challenge = notice.challenge
    return () if challenge is None else (challenge.challenger.id, challenge.challenged.id)


INBOXES = Collection("inbox", InboxRecord)
"""By the player."""

EMPTY = InboxRecord()


def added(stored: Mapping[PlayerId, Document | None], notices: Sequence[tuple[PlayerId, Notice]]) -> ExtraWrites:
    """Return the writes that add notices to inboxes. `stored` are the inboxes as they were read."""
    inboxes = {player: INBOXES.of(stored[player]) or EMPTY for player, _ in notices}
    for player, notice in notices:
        inboxes[player] = inboxes[player].with_notice(notice)
    return ExtraWrites(
        tuple(INBOXES.put(player, stored[player], inbox, SECONDS_KEPT) for player, inbox in inboxes.items())
    )


def sign_in_noted(player: PlayerId, inbox: Document | None, reason: str, now: Milliseconds) -> ExtraWrites:
    """Return the writes of a notice about the ways into an account, for the commit of its cause."""
    notice = Notice(id=NO_ID, kind=NoticeKind.SIGN_IN_CHANGED, at=now, reason=reason)
    news = (notification(InboxesChanged((player,))),)
    return added({player: inbox}, [(player, notice)]).plus(ExtraWrites(news=news))


class Inboxes:
    """Reads the inboxes of players, and marks notices as read. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._now = now

    async def of(self, players: Sequence[PlayerId]) -> list[InboxRecord]:
        """Return the inboxes of these players, in one round trip."""
        return [inbox or EMPTY for inbox in await INBOXES.read(self._documents, players)]

    def shown(self, inbox: InboxRecord, after: int) -> Notices:
        """Return the notices of an inbox after this id, newest first."""
        now = self._now()
        return Notices(
            notices=tuple(reversed(inbox.after(after, now))), read=NoticeId(str(inbox.read)), unread=inbox.unread(now)
        )

    async def page(self, player: PlayerId, before: NoticeId | None = None) -> Notices:
        """Return a page of a player's notices, newest first."""
        (inbox,), now = await self.of([player]), self._now()
        found = [each for each in inbox.lasting(now) if before is None or int(each.id) < int(before)]
        page = found[-PAGE:]
        return Notices(
            notices=tuple(reversed(page)),
            before=page[0].id if len(page) < len(found) else None,
            read=NoticeId(str(inbox.read)),
            unread=inbox.unread(now),
        )

    async def read(self, player: PlayerId, up_to: NoticeId) -> NoticesRead:
        """Mark a player's notices up to this one as read. Raises `CommandRefused`."""

        def decide(stored: list[Document | None]) -> Commit[NoticesRead]:
            inbox, now = INBOXES.of(stored[0]) or EMPTY, self._now()
            mark = max(inbox.read, min(int(up_to), inbox.newest))
            after = msgspec.structs.replace(inbox, read=mark)
            answer = NoticesRead(read=NoticeId(str(mark)), unread=after.unread(now))
            changes = [] if mark == inbox.read else [INBOXES.put(player, stored[0], after, SECONDS_KEPT)]
            return Commit(answer, changes)

        return await commit(self._documents, [INBOXES.key(player)], decide)

    async def note_sign_in(self, player: PlayerId, reason: str) -> None:
        """Note that a way to sign in to an account has changed, or that a new device has signed in."""

        def decide(stored: list[Document | None]) -> Commit[None]:
            if stored[1] is None:  # the account is gone, and its inbox with it
                return Commit(None)
            noted = sign_in_noted(player, stored[0], reason, self._now())
            changes = [*noted.changes, Unchanged(ACCOUNTS.key(player), seen(stored[1]))]
            return Commit(None, changes, news=noted.news[0])

        await commit(self._documents, [INBOXES.key(player), ACCOUNTS.key(player)], decide)

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: its inbox is deleted."""
        (document,) = await self._documents.read([INBOXES.key(player)])
        if document is None:
            return ExtraWrites((Unchanged(INBOXES.key(player), 0),))
        return ExtraWrites((INBOXES.drop(player, document),))

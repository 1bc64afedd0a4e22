"""Messages about notices: what a player should learn even if they are away.

A notice is stored in the same commit as its cause, in the inbox of its player. It stays there for thirty days. A client
receives it at least once on each connection that sent `watch_notices`, over `GET /v1/me/events`, and in pages with
`get_notices`. It has the same id each time.
"""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.social.challenges import Challenge, ChallengeId
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.lobby.webhooks import WebhookId
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope

NoticeId = NewType("NoticeId", str)
"""The id of a notice: a number that grows within one inbox, written as digits."""

MOST_NOTICES = 100
"""Maximum number of notices in an inbox, without those with a limit of their own. The oldest one makes room for a new
one."""

MOST_TURN_NOTICES = 40
"""Maximum number of notices of turns in an inbox. They make room for each other only."""

MOST_CHALLENGE_NOTICES = 40
"""Maximum number of notices of challenges in an inbox. They make room for each other only."""

MOST_MESSAGE_NOTICES = 40
"""Maximum number of notices of private messages in an inbox. They make room for each other only."""

MOST_CLUB_NOTICES = 40
"""Maximum number of notices of clubs in an inbox. They make room for each other only."""

MOST_SIGN_IN_NOTICES = 20
"""Maximum number of notices of sign-ins in an inbox. They make room for each other only."""

DAYS_KEPT = 30
"""Number of days for which a notice is kept."""

AnyNoticeId = Annotated[NoticeId, Meta(pattern=r"^(0|[1-9][0-9]{0,15})$", max_length=16)]


class NoticeKind(OpenEnum):
    """Kinds of notices. Later versions of the server may have more."""

    MATCH_ENDED = "match_ended"
    """A match of the player has ended. `match`, `game`, `place` and `reason` are set."""

    CHALLENGED = "challenged"
    """Another player has challenged the player. `game` and `challenge` are set."""

    CHALLENGE_ANSWERED = "challenge_answered"
    """A challenge was accepted, declined or cancelled by the other player. `game` and `challenge` are set, and `match`
    if it was accepted."""

    CHALLENGE_EXPIRED = "challenge_expired"
    """A challenge by or to the player has expired without an answer. `game` and `challenge` are set. Both players
    receive it."""

    CHALLENGE_LINK_EXPIRED = "challenge_link_expired"
    """Nobody has accepted a challenge link of the player in time. `game` and `link` are set."""

    PRIVATE_MESSAGE = "private_message"
    """Another player has sent a private message. `player` is set. A newer message of the same player replaces the
    notice, and it leaves the inbox when the conversation is read."""

    YOUR_TURN = "your_turn"
    """A match waits for the player, who is not connected to it. `match`, `game` and `until` are set. The notice leaves
    the inbox when the turn has ended."""

    ACCOUNT_APPROVED = "account_approved"
    """A moderator has approved the player's account. `reason` has the moderator's words."""

    ACCOUNT_REJECTED = "account_rejected"
    """A moderator has rejected the player's account. `reason` has the moderator's words."""

    ROUND_PAIRED = "round_paired"
    """A round of a tournament is paired. `tournament`, `round` and `game` are set, and `match` unless the player has a
    bye."""

    ROUND_OVER = "round_over"
    """A round of a tournament with `when_ready` is over. The next one, `round`, waits for the players to check in for
    it. `tournament` and `game` are set."""

    TOURNAMENT_ENDED = "tournament_ended"
    """A tournament has ended. `tournament` and `game` are set, and `place` if it had a round. `reason` has the words of
    a director who has ended it."""

    TOURNAMENT_ADMITTED = "tournament_admitted"
    """A place in a tournament has become free, and the player has moved up from the waiting list. `tournament` and
    `game` are set."""

    RULING_APPEALED = "ruling_appealed"
    """A player of a tournament that the recipient directs appeals against a ruling. `tournament`, `game` and `player`
    are set, and `reason` has the player's words."""

    APPEAL_ANSWERED = "appeal_answered"
    """An appeal in a tournament is answered. `tournament` and `game` are set, `player` is the director or moderator,
    and `reason` has the answer. The player who appealed receives it, and all directors but the sender."""

    CLUB_INVITED = "club_invited"
    """A club has invited the player. `club` is set, and `player` is the sender."""

    CLUB_ANSWERED = "club_answered"
    """A club has answered the player's application. `club` is set, and `reason` is `accepted` or `declined`."""

    CLUB_ANNOUNCED = "club_announced"
    """An announcement to the members of a club. `club` is set, `player` is the author, and `reason` has the text."""

    CLUB_OWNED = "club_owned"
    """The player has become the owner of a club. `club` is set."""

    WEBHOOK_DISABLED = "webhook_disabled"
    """The server sends nothing more to a webhook of the player. `webhook` is set, and `reason` is an HTTP status, or
    why there was no answer."""

    SIGN_IN_CHANGED = "sign_in_changed"
    """A way to sign in to the player's account was added or removed, or a new device has signed in. `reason` is
    `new_device`, `password_changed`, `recovery_codes_made`, `second_factor_added`, `second_factor_removed`,
    `identity_linked`, `identity_unlinked`, `passkey_added`, `passkey_removed`,
    `email_added`, `email_removed`, `token_made`, `webhook_added` or `app_allowed`."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a kind that is newer than itself."""


class ClubNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A club with its name at the time of a notice."""

    id: ClubId
    """The id."""

    name: str
    """The name."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice in a player's inbox. It contains only what this player may see."""

    id: NoticeId
    """The id. It is the same each time the notice is delivered, and higher than the ids of older notices."""

    kind: NoticeKind
    at: Milliseconds
    """Time of the cause."""

    match: MatchId | None = None
    """The match that the notice is about."""

    game: GameName | None = None
    """The game of the match."""

    challenge: Challenge | None = None
    """The challenge, as it was at that time."""

    link: ChallengeId | None = None
    """The id of the player's challenge link."""

    player: Player | None = None
    """The sender of a private message or of an invitation to a club, or the author of an announcement."""

    place: Count | None = None
    """The player's place in the match or tournament, from 1; `null` if the match has no result."""

    reason: str | None = None
    """The reason for the end of the match, as in its result; `null` if the match has no result. Of a decision about the
    account, the words of the moderator. Of a tournament, the words of its director, or of the player who appeals. Of a
    club, its answer or the text of its announcement. Of a webhook, the last answer of its receiver."""

    until: Milliseconds | None = None
    """The end of the player's time for the turn, as in `waiting` of `update`."""

    tournament: TournamentId | None = None
    """The tournament that the notice is about."""

    round: Count | None = None
    """The round of the tournament, from 1."""

    club: ClubNamed | None = None
    """The club that the notice is about."""

    webhook: WebhookId | None = None
    """The webhook that the notice is about."""


class GetNotices(FromClient, frozen=True, kw_only=True, tag="get_notices"):
    """List the sender's notices, newest first. Answered by `notices`."""

    open_to = (Scope.PLAY,)

    before: AnyNoticeId | None = None
    """Only notices older than this one: the cursor of `notices`."""


class WatchNotices(FromClient, frozen=True, kw_only=True, tag="watch_notices"):
    """Receive new notices on this connection as `noticed`, until the connection ends or its player changes. Answered by
    `notices` with all notices after `after`, newest first; `before` of it is always `null`."""

    open_to = (Scope.PLAY,)

    after: AnyNoticeId | None = None
    """The newest notice that the client has processed. Without it, the answer has all unread notices."""


class ReadNotices(FromClient, frozen=True, kw_only=True, tag="read_notices"):
    """Mark the sender's notices as read, up to and including this one. Answered by `notices_read`."""

    open_to = (Scope.PLAY,)

    up_to: AnyNoticeId
    """The newest notice that the player has read. A mark never moves back."""


class Notices(FromServer, frozen=True, kw_only=True, tag="notices"):
    """The answer to `get_notices` and `watch_notices`."""

    notices: tuple[Notice, ...]
    """The notices, newest first."""

    before: NoticeId | None = None
    """The cursor for the next page; `null` if this is the last one."""

    read: NoticeId
    """The read mark: notices up to this one are read. `0` if none is."""

    unread: Count
    """Number of notices in the inbox that are not read."""


class Noticed(FromServer, frozen=True, kw_only=True, tag="noticed"):
    """Sent after `watch_notices`, and over `GET /v1/me/events`: a new notice. A notice can arrive twice, with the same
    `id`."""

    notice: Notice


class NoticesRead(FromServer, frozen=True, kw_only=True, tag="notices_read"):
    """The answer to `read_notices`."""

    read: NoticeId
    """The read mark now."""

    unread: Count
    """Number of notices in the inbox that are not read."""

"""Chat messages: lines that players send in the lobby, at tables and in matches, and reports about them.

A **place** is the lobby, a table, or a match. In a match seats and spectators are apart: players receive the lines of
players, spectators those of spectators. When the match has ended, its players may read the lines of the spectators.
Lines are kept for 24 hours.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.names import LineId, Milliseconds, PlayerId, ReportId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import EVERY_PROGRAM, FromClient, FromServer, Player, Scope, ShortId

LONGEST_LINE = 300
LONGEST_NOTE = 1_000


class Where(OpenEnum):
    """The place of a chat line: the lobby, a table or a match."""

    LOBBY = "lobby"
    """The lobby, for all players."""

    TABLE = "table"
    """One table. Players at the table write. All players that may view the table receive the lines."""

    MATCH = "match"
    """One match."""

    CONVERSATION = "conversation"
    """The private messages with one player, whose id is `id`. Only in reports: nobody joins it."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a place that is newer than itself."""


class Audience(OpenEnum):
    """The recipients of a chat line."""

    EVERYBODY = "everybody"
    """All subscribers of this place."""

    SEATS = "seats"
    """The players of the match."""

    SPECTATORS = "spectators"
    """The spectators of the match; its players may read them once it has ended."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a value that is newer than itself."""


class Phrase(OpenEnum):
    """Predefined phrases. Each client shows them in its player's language."""

    HELLO = "hello"
    """Hello!"""

    GOOD_LUCK = "good_luck"
    """Good luck!"""

    WELL_PLAYED = "well_played"
    """Well played!"""

    THANKS = "thanks"
    """Thank you!"""

    ONE_MOMENT = "one_moment"
    """One moment, please."""

    SORRY = "sorry"
    """Sorry!"""

    GOOD_GAME = "good_game"
    """Good game!"""

    OTHER = "other"
    """Not sent by this server: a client uses it for a phrase that is newer than itself."""


class Reason(OpenEnum):
    """Reasons for reporting a player."""

    ABUSE = "abuse"
    """Insults, threats, harassment."""

    CHEATING = "cheating"
    """Cheating: using hidden information, or colluding with others."""

    NAME = "name"
    """An offensive name."""

    SPAM = "spam"
    """Spam or advertising."""

    STALLING = "stalling"
    """Stalling on purpose, or leaving matches."""

    OTHER = "other"
    """Another reason, given in the text."""


class Say(FromClient, frozen=True, kw_only=True, tag="say"):
    """Send a chat line: either free text or a phrase. Answered by `said`."""

    open_to = (Scope.PLAY,)

    where: Where
    id: ShortId | None = None
    """The id of the table or match; `null` in the lobby."""

    text: Annotated[str, Meta(max_length=4 * LONGEST_LINE)] | None = None
    """One line of up to 300 characters, in Unicode normalization form C, without control characters."""

    phrase: Phrase | None = None


class JoinChat(FromClient, frozen=True, kw_only=True, tag="join_chat"):
    """Subscribe to the chat of a place. Answered by `chat_joined`, with the latest lines."""

    open_to = (Scope.LOBBY_READ, Scope.PLAY)

    where: Where
    id: ShortId | None = None


class LeaveChat(FromClient, frozen=True, kw_only=True, tag="leave_chat"):
    """Unsubscribe from the chat of a place. Answered by `chat_left`."""

    open_to = EVERY_PROGRAM

    where: Where
    id: ShortId | None = None


class Report(FromClient, frozen=True, kw_only=True, tag="report"):
    """Report a player to the moderators; the last lines of a place are attached. The reported player is not notified.
    Answered by `reported`. The same player can be reported once an hour."""

    open_to = (Scope.PLAY,)

    player: Annotated[PlayerId, Meta(max_length=64)]
    reason: Reason
    text: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    """A description of the incident, in the reporter's own words."""

    where: Where | None = None
    """The chat place of the incident, if it happened in chat. The reporter must be allowed to read it."""

    id: ShortId | None = None


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of chat."""

    id: LineId
    player: Player
    audience: Audience = Audience.EVERYBODY
    text: str | None = None
    phrase: Phrase | None = None
    at: Milliseconds


class Said(FromServer, frozen=True, kw_only=True, tag="said"):
    """A new chat line. Also answers `say`."""

    where: Where
    id: str | None
    line: Line


class ChatJoined(FromServer, frozen=True, kw_only=True, tag="chat_joined"):
    """The answer to `join_chat`: the latest lines of a place, oldest first."""

    where: Where
    id: str | None
    lines: tuple[Line, ...]


class ChatLeft(FromServer, frozen=True, kw_only=True, tag="chat_left"):
    """The answer to `leave_chat`."""

    where: Where
    id: str | None


class Reported(FromServer, frozen=True, kw_only=True, tag="reported"):
    """The answer to `report`."""

    report: ReportId

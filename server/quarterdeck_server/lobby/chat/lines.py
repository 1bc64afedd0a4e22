"""Rules of chat: the right to write and to read in a chat room. Pure, without a clock or a store.

A spectator sees more of a match than any player at a seat. So during a match no message of a spectator reaches a
player, not even a fixed phrase, since two players could agree on its meaning. After the match nothing can be given away
any more, and its players may read both sides.
"""

import msgspec
from quarterdeck_protocol.lobby.chat import LONGEST_LINE, Audience, Line, Phrase, Where
from quarterdeck_protocol.names import LineId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.visibility import Visibility
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby import player_text


class ChatPlace(msgspec.Struct, frozen=True):
    """A chat room; in a match, one of its two sides (players or spectators)."""

    where: Where
    id: str | None
    audience: Audience = Audience.EVERYBODY
    opening: str = ""
    """The opening of the table, for a table's chat room. A closed table may have had the same id and other players."""

    @property
    def name(self) -> str:
        """The name under which the messages of this room are stored."""
        return ":".join(part for part in (self.where, self.id, self.opening, self.audience) if part)


class ChatLineRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a chat message."""

    id: LineId
    place: ChatPlace
    player: Player
    text: str | None
    phrase: Phrase | None
    at: Milliseconds
    withheld: tuple[PlayerId, ...] = ()
    """Players who do not receive this message, although they read the room."""

    others_from: Milliseconds = msgspec.field(default=Milliseconds(0), name="told_from")
    """The time from which readers without immediate access receive the message."""

    insiders: tuple[PlayerId, ...] = msgspec.field(default=(), name="told_at_once")
    """The players who receive the message at once."""

    @property
    def visibility(self) -> Visibility:
        """The players who may see the message, among those who may read the room."""
        return Visibility(self.insiders, self.others_from)

    @property
    def what(self) -> tuple[str, str | None, Phrase | None]:
        """The content and the room of a chat message, without author and time."""
        return self.place.name, self.text, self.phrase


def place_asked_for(where: Where, id_: str | None) -> None:
    """Raise `CommandRefused` unless these values name a chat room."""
    if where is Where.LOBBY and id_ is not None:
        raise CommandRefused(RefusalCode.MALFORMED, Text("There is only one lobby: leave out `id`."), "$.id")
    if where is not Where.LOBBY and id_ is None:
        raise CommandRefused(RefusalCode.MALFORMED, Text("Name the {where} in `id`.", where=where), "$.id")


def writable_side(match: str, *, has_seat: bool) -> ChatPlace:
    """Return the side of a match (players or spectators) that reads this player's messages."""
    return ChatPlace(Where.MATCH, match, Audience.SEATS if has_seat else Audience.SPECTATORS)


def readable_sides(match: str, *, has_seat: bool, is_over: bool) -> tuple[ChatPlace, ...]:
    """Return the sides of a match (players or spectators) whose messages a reader receives: their own side. Players
    receive both once the match is over."""
    own = writable_side(match, has_seat=has_seat)
    return (own, writable_side(match, has_seat=False)) if has_seat and is_over else (own,)


def checked(text: str | None, phrase: Phrase | None) -> str | None:
    """Return the normal form of a text. Raises `CommandRefused` unless this is either one line of text or one
    phrase."""
    if (text is None) == (phrase is None):
        raise CommandRefused(RefusalCode.MALFORMED, Text("Send either a `text` or a `phrase`."), "$.text")
    if phrase is Phrase.OTHER:
        known = ", ".join(each for each in Phrase if each is not Phrase.OTHER)
        raise CommandRefused(
            RefusalCode.MALFORMED, Text("This phrase is unknown; use one of: {known}.", known=known), "$.phrase"
        )
    return None if text is None else player_text.plain(text, LONGEST_LINE)


def shown(line: ChatLineRecord, player: Player | None = None) -> Line:
    """Return a message in the form that its readers see."""
    return Line(
        id=line.id,
        player=player or line.player,
        audience=line.place.audience,
        text=line.text,
        phrase=line.phrase,
        at=line.at,
    )

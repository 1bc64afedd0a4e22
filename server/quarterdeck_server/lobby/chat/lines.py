"""Rules of chat: the right to write and to read at a place. Pure, without a clock or a store.

A spectator sees more than any seat, so during a match nothing from a spectator reaches a seat: no words, and no phrases
either, since two players can agree on their meaning. After the match there is nothing left to give away, and its
players may read both sides.
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
    """A place of lines and, in a match, one of its two sides."""

    where: Where
    id: str | None
    audience: Audience = Audience.EVERYBODY
    opening: str = ""
    """Of a table: which opening of it. One that has closed may have had the same id, and other people."""

    @property
    def name(self) -> str:
        """Under which it is kept."""
        return ":".join(part for part in (self.where, self.id, self.opening, self.audience) if part)


class ChatLineRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A line as it is kept."""

    id: LineId
    place: ChatPlace
    player: Player
    text: str | None
    phrase: Phrase | None
    at: Milliseconds
    withheld: tuple[PlayerId, ...] = ()
    """Who does not hear it, though they hear what else is said there."""

    told_from: Milliseconds = Milliseconds(0)
    """From when those hear it who are not told at once."""

    told_at_once: tuple[PlayerId, ...] = ()

    @property
    def visibility(self) -> Visibility:
        """The visibility among those who may read it."""
        return Visibility(self.told_at_once, self.told_from)

    @property
    def what(self) -> tuple[str, str | None, Phrase | None]:
        """Text and place, without author and time."""
        return self.place.name, self.text, self.phrase


def place_asked_for(where: Where, id_: str | None) -> None:
    """Raise `CommandRefused` unless this names a place."""
    if where is Where.LOBBY and id_ is not None:
        raise CommandRefused(RefusalCode.MALFORMED, Text("There is only one lobby: leave out `id`."), "$.id")
    if where is not Where.LOBBY and id_ is None:
        raise CommandRefused(RefusalCode.MALFORMED, Text("Name the {where} in `id`.", where=where), "$.id")


def spoken_in_match(match: str, *, has_seat: bool) -> ChatPlace:
    """Return the side that reads a player's lines in a match."""
    return ChatPlace(Where.MATCH, match, Audience.SEATS if has_seat else Audience.SPECTATORS)


def heard_in_match(match: str, *, has_seat: bool, is_over: bool) -> tuple[ChatPlace, ...]:
    """Return the sides that somebody reads in a match: their own; for players, both once it is over."""
    own = spoken_in_match(match, has_seat=has_seat)
    return (own, spoken_in_match(match, has_seat=False)) if has_seat and is_over else (own,)


def checked(text: str | None, phrase: Phrase | None) -> str | None:
    """Return a text in its normal form. Raises `CommandRefused` if this is not one line, or one phrase."""
    if (text is None) == (phrase is None):
        raise CommandRefused(RefusalCode.MALFORMED, Text("Send either a `text` or a `phrase`."), "$.text")
    if phrase is Phrase.OTHER:
        known = ", ".join(each for each in Phrase if each is not Phrase.OTHER)
        raise CommandRefused(
            RefusalCode.MALFORMED, Text("This phrase is unknown; use one of: {known}.", known=known), "$.phrase"
        )
    return None if text is None else player_text.plain(text, LONGEST_LINE)


def shown(line: ChatLineRecord, player: Player | None = None) -> Line:
    """Return a line as its readers see it."""
    return Line(
        id=line.id,
        player=player or line.player,
        audience=line.place.audience,
        text=line.text,
        phrase=line.phrase,
        at=line.at,
    )

"""What those who have no seat at a table are shown of it when its match has just ended, and they are told later: the
table as it was while they played (decision 59). Pure."""

from msgspec.structs import replace
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables.model import HiddenEnd, TableRecord

MOST_HIDDEN = 3
"""How many matches of one table may have ended that others have not been told of; of more, the oldest is shown for
longer."""


def seen_by(table: TableRecord, player: PlayerId | None, now: Milliseconds) -> TableRecord:
    """Return a table as this player knows it, or whoever is nobody there: of a match that has ended, who has played in
    it hears at once, and others later."""
    hidden = table.hidden_end
    if hidden is None or now >= hidden.until or (player is not None and player in hidden.playing.people):
        return table
    return seen_by(hidden.playing, player, now)


def with_hidden_end(table: TableRecord, over: TableRecord, now: Milliseconds) -> TableRecord:
    """Return a table whose match is over now, with what others are shown of it for a while if they are told later."""
    span = table.delay.span
    if not span:
        return over
    until = Milliseconds(now + span)
    if _depth(table) >= MOST_HIDDEN and table.hidden_end is not None:
        return replace(over, hidden_end=replace(table.hidden_end, until=until))
    return replace(over, hidden_end=HiddenEnd(playing=replace(table, done=()), until=until))


def shown_to_all(table: TableRecord, now: Milliseconds) -> TableRecord:
    """Return a table without the ends that all have been told of by now."""
    hidden = table.hidden_end
    if hidden is None:
        return table
    if now >= hidden.until:
        return replace(table, hidden_end=None)
    playing = shown_to_all(hidden.playing, now)
    return table if playing is hidden.playing else replace(table, hidden_end=replace(hidden, playing=playing))


def next_shown(table: TableRecord) -> Milliseconds | None:
    """Return when others are told the next of what has happened at a table; `None` if they know all of it."""
    hidden = table.hidden_end
    if hidden is None:
        return None
    sooner = next_shown(hidden.playing)
    return hidden.until if sooner is None else min(sooner, hidden.until)


def refuse_who_does_not_know(table: TableRecord, player: PlayerId, now: Milliseconds) -> None:
    """Raise `CommandRefused` if this player knows the table only as one whose match goes on: what they are told is the
    same as then."""
    if seen_by(table, player, now) is not table:
        raise CommandRefused(RefusalCode.MATCH_RUNNING, Text("The match at this table is being played."), "$.table")


def _depth(table: TableRecord) -> int:
    return 0 if table.hidden_end is None else 1 + _depth(table.hidden_end.playing)

"""The view of a table, for players without a seat, after a match with a spectator delay has ended: they see the table
as it was during the match until the delay is over (decision 59). Pure."""

from msgspec.structs import replace
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.visibility import of_end
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables.model import HiddenEnd, TableRecord

MOST_HIDDEN = 3
"""Limit of hidden ends of one table. Beyond it, the oldest state is shown for longer."""


def seen_by(table: TableRecord, player: PlayerId | None, now: Milliseconds) -> TableRecord:
    """Return a table as this player, or an anonymous viewer, may see it. The players of a match see its end at once,
    all others after the delay."""
    hidden = table.hidden_end
    if hidden is None or hidden.visibility.is_open_to(player, now):
        return table
    return seen_by(hidden.playing, player, now)


def with_hidden_end(table: TableRecord, over: TableRecord, now: Milliseconds) -> TableRecord:
    """Return the table with its match marked finished. With a spectator delay, the earlier state is stored too, and
    spectators see that state until the delay is over."""
    seen = of_end(table.delay, now, table.people)
    if seen.is_open_to_all(now):
        return over
    until = seen.others_from
    if _depth(table) >= MOST_HIDDEN and table.hidden_end is not None:
        return replace(over, hidden_end=replace(table.hidden_end, until=until))
    return replace(over, hidden_end=HiddenEnd(playing=replace(table, done=()), until=until))


def shown_to_all(table: TableRecord, now: Milliseconds) -> TableRecord:
    """Return the table with each hidden end of a match made visible if its spectator delay is over by now."""
    hidden = table.hidden_end
    if hidden is None:
        return table
    if hidden.visibility.is_open_to_all(now):
        return replace(table, hidden_end=None)
    playing = shown_to_all(hidden.playing, now)
    return table if playing is hidden.playing else replace(table, hidden_end=replace(hidden, playing=playing))


def next_shown(table: TableRecord) -> Milliseconds | None:
    """Return the time at which the next hidden end of a table is shown to others; `None` if there is none."""
    hidden = table.hidden_end
    if hidden is None:
        return None
    sooner = next_shown(hidden.playing)
    return hidden.until if sooner is None else min(sooner, hidden.until)


def refuse_if_uninformed(table: TableRecord, player: PlayerId, now: Milliseconds) -> None:
    """Raise `CommandRefused` if this player may not know yet that the match has ended. The refusal is the same as
    during the match."""
    if seen_by(table, player, now) is not table:
        raise CommandRefused(RefusalCode.MATCH_RUNNING, Text("A match is being played at this table."), "$.table")


def _depth(table: TableRecord) -> int:
    return 0 if table.hidden_end is None else 1 + _depth(table.hidden_end.playing)

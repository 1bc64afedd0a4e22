"""Refusals that are caused by the state of a match, its store or its rules, not by the request itself."""

from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused


def lost(match: MatchId) -> CommandRefused:
    text = Text("The store no longer has match `{match}`: it was lost, or it is too old.", match=match)
    return CommandRefused(RefusalCode.UNKNOWN_MATCH, text, "$.match")


def not_shown_yet(retry_in: Milliseconds | None = None) -> CommandRefused:
    text = Text("Spectators can see this match after it has ended.")
    if retry_in is not None:
        text = Text("Spectators see this match with a delay; its start is shown in a moment.")
    return CommandRefused(RefusalCode.NOT_SHOWN_YET, text, "$.match", retry_in=retry_in)


def not_agreed() -> CommandRefused:
    text = Text("You cannot see a player's hand in this match: not all players have agreed to that.")
    return CommandRefused(RefusalCode.NOT_AGREED, text, "$.seat")


def no_such_seat(seat: Seat, seats: int) -> CommandRefused:
    text = Text("There is no seat {seat}; seats go from 0 to {number}.", number=seats - 1, seat=seat)
    return CommandRefused(RefusalCode.NO_SUCH_SEAT, text, "$.seat")


def no_transcript_yet(opened: Opened) -> CommandRefused:
    """Return the refusal of a transcript before the end, with the spectator delay as `retry_in`. The refusal is the
    same while the match is played and while its end is still hidden from delayed spectators, so that it reveals
    nothing."""
    text = Text("This match is still being played; its seed is secret until it ends.")
    return CommandRefused(RefusalCode.NOT_OVER_YET, text, retry_in=opened.end_delay or None)


def no_replay_yet(opened: Opened) -> CommandRefused:
    """Return the refusal of a replay, with the same `retry_in` as for a transcript."""
    text = Text("This match is still being played; its replay is available after it ends.")
    return CommandRefused(RefusalCode.NOT_OVER_YET, text, retry_in=opened.end_delay or None)


def away() -> CommandRefused:
    return CommandRefused(RefusalCode.UNAVAILABLE, Text("The store cannot be reached; send this again in a moment."))


def mistaken() -> CommandRefused:
    return CommandRefused(RefusalCode.INTERNAL, Text("The server had an internal error; nothing has changed."))


def mistaken_in_showing() -> CommandRefused:
    text = Text("Your action was saved, but the server failed to show the result.")
    return CommandRefused(RefusalCode.INTERNAL, text)


def unreadable() -> CommandRefused:
    return CommandRefused(RefusalCode.INTERNAL, Text("The server cannot read this match; nothing has changed."))


def not_there_yet(where: str) -> CommandRefused:
    text = Text("This version does not exist yet; look at the newest state and try again.")
    return CommandRefused(RefusalCode.STALE, text, where)


def overtaken(tries: int) -> CommandRefused:
    text = Text("Others were faster {tries} times; look at the newest state and try again.", tries=tries)
    return CommandRefused(RefusalCode.STALE, text, "$.seen")


def too_many() -> CommandRefused:
    return CommandRefused(
        RefusalCode.TOO_MANY, Text("Too many actions are waiting in this match; send it again in a moment."), "$.match"
    )

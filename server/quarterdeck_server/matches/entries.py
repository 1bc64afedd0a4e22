"""Construction of log entries: the rules compute the effect of an action in the current state of a match."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.names import Ref, Seat, Version
from quarterdeck_protocol.transcripts.transcript import (
    Acted,
    Entry,
    HistoryLost,
    Obeyed,
    Resigned,
    Returned,
    TimedOut,
    Voided,
)

from quarterdeck_server.matches.codec import AnyEntry, Codec
from quarterdeck_server.matches.draws import noted
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.record import Record

_RETURNED = Returned()
_RESIGNED = Resigned()
_TIMED_OUT = TimedOut()
_OBEYED = Obeyed()
_VOIDED = Voided()


def opening_entry(record: Record) -> AnyEntry:
    """Return the first log entry of a match: the server opens the match, shuffles and deals the cards."""
    dice = record.next_dice()
    events = _whole(record.game.start(record.state, dice))
    draws = noted(dice.draws, events) if record.notes_draws else UNSET
    return Entry(version=record.next_version, seat=None, cause=record.opened, events=events, draws=draws)


def returned_entry(record: Record, seat: Seat) -> AnyEntry:
    """Return the log entry that records the return of an absent seat."""
    events = record.game.returned(record.state, seat)
    return Entry(version=record.next_version, seat=seat, cause=_RETURNED, events=_whole(events))


def resigned_entry(record: Record, seat: Seat, ref: Ref | None) -> AnyEntry:
    """Return the log entry that records that a player has left the match for good."""
    dice = record.next_dice()
    events = _whole(record.game.resigned(record.state, seat, dice))
    draws = _draws(record, dice, events)
    return Entry(version=record.next_version, seat=seat, cause=_RESIGNED, events=events, ref=ref, draws=draws)


def timed_out_entry(record: Record, seat: Seat) -> AnyEntry:
    """Return the log entry for an expired clock: the server plays for the seat."""
    dice = record.next_dice()
    events = _whole(record.game.timed_out(record.state, seat, dice))
    draws = _draws(record, dice, events)
    return Entry(version=record.next_version, seat=seat, cause=_TIMED_OUT, events=events, draws=draws)


def obeyed_entry(record: Record, seat: Seat) -> AnyEntry:
    """Return the log entry with which the server answers for a seat by a standing order: an instruction that the player
    left in advance."""
    dice = record.next_dice()
    events = _whole(record.game.obeyed(record.state, seat, dice))
    draws = _draws(record, dice, events)
    return Entry(version=record.next_version, seat=seat, cause=_OBEYED, events=events, draws=draws)


def voided_entry(record: Record) -> AnyEntry:
    """Return the log entry with which the server voids a match."""
    return Entry(version=record.next_version, seat=None, cause=_VOIDED, events=())


def lost_entry(record: Record, known: Record) -> AnyEntry:
    """Return the log entry that records that the store has lost entries. `known` is another record of the match, with
    more entries than `record`."""
    since = known.parts_from(record)
    cause = HistoryLost(epoch=record.epoch, since=since, was=known.version, link=known.link.hex())
    return Entry(version=record.next_version, seat=None, cause=cause, events=())


def voided_after(version: Version) -> bytes:
    """Return an encoded log entry that voids a match after this version. It is for a match whose entries the rules
    cannot apply."""
    entry: AnyEntry = Entry(version=Version(version + 1), seat=None, cause=_VOIDED, events=())
    return Codec.stored(entry)


def is_voided(last: Stamped) -> bool:
    """True if this last log entry has voided the match."""
    return isinstance(msgspec.json.decode(last.entry, type=Entry[Raw]).cause, Voided)


def acted_entry(record: Record, seat: Seat, action: Any, canonical: Raw, ref: Ref | None) -> AnyEntry:
    """Return the log entry for a seat's action. Raises `IllegalAction`."""
    dice = record.next_dice()
    events = _whole(record.game.decide_among(record.choices[seat], record.state, seat, action, dice))
    draws = _draws(record, dice, events)
    version = Version(record.version + 1)
    return Entry(version=version, seat=seat, cause=Acted(action=canonical), events=events, ref=ref, draws=draws)


def _draws(record: Record, dice: Dice, events: Sequence[Any]) -> Raw | UnsetType:
    """Return the encoded records of the random draws of a log entry; `UNSET` for most entries, which have none."""
    return noted(dice.draws, events) if dice.draws and record.notes_draws else UNSET


def _whole(events: Sequence[Any]) -> tuple[Any, ...]:
    """Return the events as a tuple. A tuple that `decide` has returned is kept as the same object, so that its effect
    need not be computed again."""
    return events if isinstance(events, tuple) else tuple(events)

"""Connection between matches and the lobby: the lobby is notified when a match begins and when it ends."""

import asyncio
from collections.abc import Iterator

import msgspec
import structlog
from msgspec import UNSET
from quarterdeck_protocol.lobby.moderation import DeedKind
from quarterdeck_protocol.messages import Result, Waiting
from quarterdeck_protocol.names import DeedId, MatchId, Milliseconds, Seat
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Opened

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.moderation.audit import AuditRecord, noted
from quarterdeck_server.lobby.ratings.match_results import FinishedMatch
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.record import Record
from quarterdeck_server.store_errors import Unavailable

MILLISECONDS_UNTIL_HOPELESS = 24 * 60 * 60 * 1000
"""Milliseconds for which a match may make no progress, or wait for a process that can open it, before it is given
up."""

_log = structlog.get_logger()


class MatchLifecycle:
    """Begins matches for the lobby, and ensures that each of them is settled after its end."""

    def __init__(self, matches: Matches, settling: Settlement) -> None:
        self._matches = matches
        self._settling = settling
        matches.when_ended(lambda record: settling.match_ended(finished_by(record)))

    async def begin(self, opened: Opened) -> None:
        """Open a match. Idempotent: a second call changes nothing. Raises `Unavailable`."""
        # Both leave in one round trip. If only the second is carried out and this process dies, the table still waits
        # for its match, so another begins it once more, and notes it.
        await asyncio.gather(self._settling.note(opened.match, self._matches.clock.now()), self._matches.begin(opened))

    async def is_over(self, match: MatchId) -> bool:
        """True if this match has ended or does not exist any more. Raises `Unavailable`."""
        return await self._matches.is_over(match)

    async def waits_for(self, match: MatchId, seat: Seat) -> tuple[bool, Waiting | None]:
        """Return true if the match is running, and what it waits for from this seat; `None` if it does not wait for the
        seat. Raises `Unavailable`."""
        try:
            record = (await self._matches.open(match)).record
        except Unavailable:
            raise
        except CommandRefused:  # no longer there, or played on by a process that knows its rules
            return False, None
        except Exception as error:  # nobody is kept out of the server by it
            _log.error("a match cannot be folded", match=match, traceback=frames_of(error))
            return False, None
        return record.result is None, next((each for each in record.waiting if each.seat == seat), None)

    async def ended_match(self, match: MatchId) -> FinishedMatch | None:
        """Return a match that has ended or can never end; `None` while it goes on. Raises `CommandRefused` if the match
        does not exist, `Unavailable`."""
        try:
            record = await self._matches.fold(match)
        except Unavailable:
            raise
        except CommandRefused as refusing:
            if refusing.code is RefusalCode.UNKNOWN_MATCH:
                raise
            return await self._hopeless(match)
        except Exception as error:
            _log.error("a match cannot be folded", match=match, traceback=frames_of(error))
            return await self._hopeless(match)
        if record.result is not None:
            return finished_by(record)
        until = record.next_until
        return await self._tried(record) if until is not None and self._is_long_ago(until) else None

    async def _tried(self, stood: Record) -> FinishedMatch | None:
        """Void a match in which nothing has happened for too long. If the server can still play for the late seat, the
        match is not voided, because the server itself may have been down. If it cannot, the rules have failed."""
        held = await self._matches.open(stood.opened.match)
        held.run_clock()
        if held.is_over or not (held.is_moving or held.record.version > stood.version):
            return finished_by(held.record)
        return None

    async def _hopeless(self, match: MatchId) -> FinishedMatch | None:
        """Void a match that this process cannot open, unless its last action was recent: a process with another version
        can perhaps open it."""
        opened, log = await self._matches.opening(match)
        began, ended = log[0].at, log[-1].at
        return _finished(opened, began, ended, len(log), (), None) if self._is_long_ago(ended) else None

    def _is_long_ago(self, at: Milliseconds) -> bool:
        return at < self._matches.clock.now() - MILLISECONDS_UNTIL_HOPELESS


def deed_of(finished: FinishedMatch) -> ExtraWrites:
    """Return the entry of the audit log for a match that the server has voided."""
    return noted(
        AuditRecord(
            id=DeedId(f"void-{finished.match}"),
            at=finished.ended,
            by=None,
            what=DeedKind.VOID_MATCH,
            whom=None,
            why="its rules failed; see the server's log",
            detail=f"match {finished.match} of {finished.game}, {finished.entries} entries",
        )
    )


def finished_by(record: Record) -> FinishedMatch:
    """Return the match in its current state, in the form for its settlement."""
    finished = _finished(record.opened, record.began_at, record.at, record.version, tuple(record.acted), record.result)
    others_from = record.opened.visibility_of_end(record.at).others_from
    return msgspec.structs.replace(
        finished,
        rewound=record.lost is not None,
        others_from=others_from,
        decks=tuple(_cards_of(record)),
        idle=record.idle,
        is_unplayed=record.is_unplayed,
    )


def _cards_of(record: Record) -> Iterator[tuple[str, ...]]:
    """Yield the card ids of each deck of a match. Different printings of a card count as the same card."""
    catalogue = record.game.catalogue
    for deck in record.opened.decks:
        faces = [*(card for card, _ in deck.cards), *deck.beside]
        known = {} if catalogue is None else catalogue.by_face
        yield tuple(sorted({str(known[face].id) if face in known else face for face in faces}))


def _finished(
    opened: Opened,
    began: Milliseconds,
    ended: Milliseconds,
    entries: int,
    acted: tuple[int, ...],
    result: Result | None,
) -> FinishedMatch:
    return FinishedMatch(
        match=opened.match,
        game=opened.game,
        players=opened.players,
        rated=opened.rated,
        result=result,
        began=began,
        ended=ended,
        entries=entries,
        acted=acted,
        rules=opened.rules,
        is_public=opened.spectators and opened.access is UNSET,
        has_spectators=opened.spectators,
        table=opened.table,
    )

"""The open turns of running matches, read from their logs for the notices of turns."""

from collections.abc import Mapping, Sequence

import structlog
from quarterdeck_protocol.names import MatchId, Milliseconds

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.notices.turn_notices import Turn
from quarterdeck_server.matches.faults import frames_of
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.store_errors import Unavailable

_log = structlog.get_logger()


class OpenTurns:
    """Reads the open turns of running matches, without keeping the matches in memory."""

    def __init__(self, matches: Matches, log: MatchLog) -> None:
        self._matches = matches
        self._entries = log

    async def slow(self, until: Milliseconds) -> Sequence[MatchId]:
        """Return the running matches whose deadline is later than this. Raises `Unavailable`."""
        return await self._entries.due_after(until)

    async def heads(self, matches: Sequence[MatchId]) -> Mapping[MatchId, object]:
        """Return the end of the log of each match. Raises `Unavailable`."""
        return await self._entries.heads(matches)

    async def turns(self, match: MatchId) -> tuple[Turn, ...]:
        """Return the open turns of players in a match; none if it is over, or cannot be read here. The server's bots
        and absent players, for whom the server plays, have none. Raises `Unavailable`."""
        try:
            record = await self._matches.fold(match)
        except Unavailable:
            raise
        except CommandRefused:  # it is gone, or is played by a process that knows its rules
            return ()
        except Exception as error:
            _log.error("a match cannot be folded", match=match, traceback=frames_of(error))
            return ()
        if record.result is not None:
            return ()
        return tuple(
            Turn(match, record.opened.game, each.seat, player.id, record.clocks[each.seat].asked_at, each.until)
            for each in record.waiting
            if (player := record.players[each.seat]).bot is None and not record.is_absent(each.seat)
        )

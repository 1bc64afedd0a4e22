"""The services of quick match in one process, and the code that connects them."""

import asyncio
import secrets
from collections.abc import Callable

from quarterdeck_protocol.lobby.moderation import SanctionKind

from quarterdeck_server.lobby.accounts.notifications import SessionsEnded
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.matchmaking.notifier import MatchmakingNotifier
from quarterdeck_server.lobby.matchmaking.repository import MatchmakingRepository
from quarterdeck_server.lobby.matchmaking.rounds import MatchmakingRounds
from quarterdeck_server.lobby.matchmaking.service import Matchmaking
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.moderation.notifications import PlayersSanctioned
from quarterdeck_server.lobby.ratings.lookup import NoRatings, RatingLookup
from quarterdeck_server.lobby.tables.composition import LobbyTables
from quarterdeck_server.metrics import Metrics


class QuickMatch:
    """The services of quick match: commands of players (`matchmaking`), rounds of pairing (`rounds`) and notifications
    (`here`)."""

    def __init__(
        self,
        foundation: LobbyFoundation,
        tables: LobbyTables,
        bot_for: Callable[[str], str | None],
        ratings: RatingLookup | None = None,
        chance: Chance = secrets,
        metrics: Metrics | None = None,
    ) -> None:
        """Make the quick match service. `bot_for` returns the server's bot that fills seats in a game, or `None` if
        there is none. Without `ratings` all players count as new."""
        self.now = foundation.now
        repository = MatchmakingRepository(foundation.documents)
        eligibility = EligibilityChecks(foundation.documents, foundation.guests_play)
        self.matchmaking = Matchmaking(
            foundation,
            repository,
            tables.service,
            ratings or NoRatings(),
            eligibility,
            tables.repository.pause,
            chance,
            metrics,
        )
        tables.reveals.penalty = self.matchmaking.missed
        self.here = MatchmakingNotifier(repository, tables.repository, foundation.now, foundation.event_bus)
        self.rounds = MatchmakingRounds(repository, self.matchmaking, eligibility, bot_for, chance)
        self._running: asyncio.Task[None] | None = None
        self._event_bus = foundation.event_bus

    def start(self, *, rounds: bool = True) -> None:
        """Begin to notify players of their tickets and, if `rounds` is true, take part in the rounds."""
        self.here.start()
        if rounds:
            self.listen()
            self._running = asyncio.ensure_future(self.rounds.run())

    def listen(self) -> None:
        """Subscribe to bans and deleted accounts, so that rounds remove these players at once."""
        self._event_bus.subscribe(PlayersSanctioned, self._sanctioned)
        self._event_bus.subscribe(SessionsEnded, self._ended)

    def _sanctioned(self, news: PlayersSanctioned) -> None:
        if news.kind is SanctionKind.BAN and not news.revoked:
            self.rounds.check_soon(news.players)

    def _ended(self, news: SessionsEnded) -> None:
        if news.programs:  # the account is gone, with all that belonged to it
            self.rounds.check_soon([news.player])

    async def close(self) -> None:
        """Cancel all background tasks of quick match."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self.here.close()

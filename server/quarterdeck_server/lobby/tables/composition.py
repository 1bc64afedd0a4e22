"""The services for tables in one process, and the code that connects them."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.match_pause import MatchPause
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.ratings.lookup import NoRatings
from quarterdeck_server.lobby.tables.background_tasks import BackgroundTasks
from quarterdeck_server.lobby.tables.invites import Invites
from quarterdeck_server.lobby.tables.owned_decks import OwnedDecks
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.lobby.tables.repository import MatchStarter, TableRepository
from quarterdeck_server.lobby.tables.reveal_deadlines import RevealDeadlines
from quarterdeck_server.lobby.tables.seat_limits import SeatLimits
from quarterdeck_server.lobby.tables.service import EntryRules, HouseBot, HouseBots, TableService
from quarterdeck_server.lobby.tables.subscribers import TableSubscribers
from quarterdeck_server.lobby.tables.sweeper import TableSweeper


@dataclass(frozen=True, slots=True)
class LobbyTables:
    """The services for tables in one process."""

    subscribers: TableSubscribers
    """The subscribers of changes."""

    repository: TableRepository
    """Reads, changes and stores."""

    reveals: RevealDeadlines
    """Refuses deals after their deadline."""

    sweeper: TableSweeper
    """Does work that no other process has done."""

    service: TableService
    """Carries out players' commands."""

    tasks: BackgroundTasks

    async def close(self) -> None:
        """Cancel all tasks and timers of the table services."""
        self.repository.close()
        await self.tasks.close()


def compose(
    games: Mapping[str, AnyGame],
    bots: Mapping[str, HouseBot],
    documents: DocumentStore,
    event_bus: EventBus,
    dealer: MatchStarter,
    now: Callable[[], Milliseconds],
    bot_delay: Milliseconds,
    *,
    chance: Chance = secrets,
    tables_per_player: int = 0,
    tables_per_address: int = 0,
    times: Callable[[str], int] = lambda _: 1,
    ratings: RatingCache | None = None,
    eligibility: EligibilityChecks | None = None,
    pause: MatchPause | None = None,
    ledger: Ledger | None = None,
    default_bot: Callable[[str], str | None] = lambda _: "random",
) -> LobbyTables:
    """Return the parts that serve the tables of a store. `tables_per_player` limits the tables at which one player may
    sit, `tables_per_address` those opened from one address; 0 is no limit. Without `ratings` all players are new.
    Without `pause` it follows the pause of the whole server."""
    pause = MatchPause(documents, event_bus) if pause is None else pause
    known = RatingCache(NoRatings(), list(games)) if ratings is None else ratings
    subscribers, tasks = TableSubscribers(games, now), BackgroundTasks()
    owned = OwnedDecks(Ledger(documents, now, chance) if ledger is None else ledger, documents, games)
    foundation = LobbyFoundation(games, documents, event_bus, now)
    repository = TableRepository(foundation, dealer, known, subscribers, tasks, bot_delay, pause, owned)
    reveals = RevealDeadlines(repository, documents, tasks, now, chance)
    sweeper = TableSweeper(repository, dealer, reveals, tasks, now)
    seat_limits = SeatLimits(documents, repository.find, tables_per_player, tables_per_address, times)
    entry = EntryRules(Invites(documents, chance), seat_limits, eligibility)
    house = HouseBots(bots, default_bot)
    service = TableService(foundation, repository, sweeper, entry, house, dealer, known, chance)
    return LobbyTables(subscribers, repository, reveals, sweeper, service, tasks)

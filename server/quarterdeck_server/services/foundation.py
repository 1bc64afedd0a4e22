"""Objects that all services of a process share: settings, store, games, bots and sources of randomness."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from quarterdeck_games import AnyGame

from quarterdeck_server.bots.roster import Bot, bots_for
from quarterdeck_server.bots.search_pool import SearchPool
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.lobby.announcements.announcement_board import AnnouncementBoard
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.clubs.memberships import members_of
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.mail.email_addresses import EmailAddresses
from quarterdeck_server.lobby.match_pause import MatchPause
from quarterdeck_server.lobby.sign_on.provider_file import is_only_way
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.metrics import Metrics
from quarterdeck_server.settings import Settings
from quarterdeck_server.site.current_site import CurrentSite
from quarterdeck_server.storage.archive.archive_address import archive_at
from quarterdeck_server.storage.archive.match_archive import MatchArchive
from quarterdeck_server.storage.archive.read_through_log import with_archive
from quarterdeck_server.storage.measured_store import MeasuredStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.venues import Venues


@dataclass(frozen=True, slots=True, kw_only=True)
class Randomness:
    """Sources of unguessable randomness: the module `secrets`. Tests replace them with repeatable values."""

    matches: Chance = secrets
    """Source of seeds, and of ids of tables and offers."""

    players: Chance = secrets
    """Source of ids of players, tokens, chat lines and reports."""

    moderation: Chance = secrets
    """Source of ids of moderators' actions, and of passwords that they hand out."""

    packs: Chance = secrets
    """Source of seeds and ids of packs."""

    keys: Chance = secrets
    """Source of the keys with which the server signs."""


REAL = Randomness()


@dataclass(frozen=True, slots=True, kw_only=True)
class Foundation:
    """Objects that all services of a process share."""

    settings: Settings
    store: MeasuredStore
    archive: MatchArchive | None
    log: MatchLog
    """The store's logs, with the archive's behind them if there is one."""

    event_bus: EventBus
    pause: MatchPause
    board: AnnouncementBoard
    site: CurrentSite
    emails: EmailAddresses
    """The service for e-mail addresses. Where providers are the only way to sign in, there are none."""

    games: dict[str, AnyGame]
    bots: Mapping[str, Bot]
    search_pool: SearchPool
    venues: Venues
    randomness: Randomness
    metrics: Metrics

    @property
    def documents(self) -> DocumentStore:
        return self.store.documents


def foundation_of(
    settings: Settings,
    store: Store,
    games: Mapping[str, AnyGame] | None,
    bots: Mapping[str, Bot] | None,
    randomness: Randomness,
    budgets: Mapping[str, int],
) -> Foundation:
    """Return the shared objects of one process: its store with metrics, the archive, games and bots."""
    games = dict(games_with(settings.cards_directory, settings.sets) if games is None else games)
    metrics = Metrics(games)
    measured = MeasuredStore(store, metrics)
    archive = MatchArchive(archive_at(settings.archive)) if settings.archive else None
    event_bus = EventBus(measured.documents)
    has_mail = settings.mail_file is not None and not is_only_way(settings.sign_on_file)
    return Foundation(
        settings=settings,
        store=measured,
        archive=archive,
        log=measured.log if archive is None else with_archive(measured.log, archive, metrics.retention),
        event_bus=event_bus,
        pause=MatchPause(measured.documents, event_bus, is_on_here=not settings.new_matches.is_on),
        board=AnnouncementBoard(measured.documents, event_bus, partial(members_of, measured.documents)),
        site=CurrentSite(settings.site_directory, metrics.site),
        emails=EmailAddresses(measured.documents, randomness.players, is_on=has_mail),
        games=games,
        bots=bots_for(games, are_searching=settings.bot_processes > 0) if bots is None else bots,
        search_pool=SearchPool(
            settings.bot_processes,
            settings.bot_queue,
            metrics.searches,
            settings.cards_directory,
            settings.sets,
            budgets,
        ),
        venues=Venues(settings.venues),
        randomness=randomness,
        metrics=metrics,
    )

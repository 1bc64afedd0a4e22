"""The one wiring: what serves players, the same for a server, for the recorded documents and for tests.

Following a call needs only "go to definition". Whoever needs something else than a server's own says so here: a clock
that stands still, chance that repeats itself, other bots.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from quarterdeck_games import AnyGame
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.rule_versions import held_versions
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.messages import GameOffer, Titled
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.wishes import MOST_WISHES

from quarterdeck_server.bots import Bot, bots_for, bots_of, default_of, titled
from quarterdeck_server.bots.levels import LEVELS
from quarterdeck_server.bots.search_pool import SearchPool
from quarterdeck_server.card_files import games_with
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.decks import MOST_DECKS
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.attendance import Attendance
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.chat.reports import Reports
from quarterdeck_server.lobby.chat.service import ChatService
from quarterdeck_server.lobby.chat.table_chat import TableChat
from quarterdeck_server.lobby.collection.code_batches import CodeBatchService
from quarterdeck_server.lobby.collection.code_claims import CodeClaims
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.collection.movements import Face, parts_of
from quarterdeck_server.lobby.collection.owned_copies import OwnedCopyList
from quarterdeck_server.lobby.collection.pack_records import HOUR, PackSettings
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.collection.trade_notifier import TradeNotifier
from quarterdeck_server.lobby.collection.trade_orders import TradeOrders
from quarterdeck_server.lobby.collection.trade_records import TradeSettings
from quarterdeck_server.lobby.collection.trade_terms import faces_of
from quarterdeck_server.lobby.collection.trader_search import TraderSearch
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.collection.wishes import WishService
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.export import Exports
from quarterdeck_server.lobby.kept_decks import KeptDecks
from quarterdeck_server.lobby.match_pause import MatchPause
from quarterdeck_server.lobby.matchmaking.quick_match import QuickMatch
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.moderation.pause_orders import PauseOrders
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.player_removal import PlayerRemoval
from quarterdeck_server.lobby.ratings.card_plays import CardPlayCounts
from quarterdeck_server.lobby.ratings.documents import out_of_ladders, parted
from quarterdeck_server.lobby.ratings.patterns import PatternList
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.lobby.seats import PlayerSeats
from quarterdeck_server.lobby.server_keys import ServerKeys
from quarterdeck_server.lobby.tables.composition import LobbyTables, compose
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.match_lifecycle import MatchLifecycle, deed_of
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.matches.log import MatchLog
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.metrics import Metrics
from quarterdeck_server.program import SERVER_NAME
from quarterdeck_server.retention import Retention
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.archive_address import archive_at
from quarterdeck_server.storage.match_archive import MatchArchive
from quarterdeck_server.storage.measured_store import MeasuredStore
from quarterdeck_server.storage.read_through_log import with_archive
from quarterdeck_server.storage.store import Store
from quarterdeck_server.translations import LANGUAGES, offer_in
from quarterdeck_server.venues import Venues
from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.presence import Presence
from quarterdeck_server.web.rate_limit.quotas import QUOTAS, SAY, TRADE_OFFERS, Quotas


class Leaving(Protocol):
    """What keeps something of players that goes with their accounts."""

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return what has to be committed as an account is removed. Raises `Unavailable`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Randomness:
    """Where that comes from which nobody may guess; not `secrets` only where it must be the same every time."""

    matches: Chance = secrets
    """For seeds, and ids of tables and offers."""

    players: Chance = secrets
    """For ids of players, tokens, and ids of what is said and reported."""

    moderation: Chance = secrets
    """For ids of what moderators do, and passwords that they give out."""

    packs: Chance = secrets
    """For seeds of packs, and their ids."""

    keys: Chance = secrets
    """For the keys with which the server signs."""


REAL = Randomness()


@dataclass(frozen=True, slots=True)
class ServerParts:
    """What serves players in one process, and what works by itself there."""

    games: dict[str, AnyGame]
    venues: Venues
    services: Services
    settlement: Settlement
    lifecycle: MatchLifecycle
    retention: Retention
    event_bus: EventBus
    store: Store
    metrics: Metrics
    search_pool: SearchPool

    async def start(self, *, does_the_lobbys_work: bool) -> None:
        """Begin what works by itself; a part of it only where this process does the lobby's work."""
        services = self.services
        await self.store.start()
        services.pause.start()
        services.matches.start()
        services.attendance.start()
        if does_the_lobbys_work:
            services.tables.sweeper.start()
        services.quick_match.start(rounds=does_the_lobbys_work)
        self.settlement.start(self.lifecycle.look if does_the_lobbys_work else None)
        if does_the_lobbys_work:
            self.retention.start()

    async def close(self) -> None:
        """End all of it, the store's side of this process last."""
        await self.services.attendance.close()
        await self.services.quick_match.close()
        await self.retention.close()
        await self.settlement.close()
        await self.services.pause.close()
        await self.services.trade_notifier.close()
        await self.services.tables.close()
        await self.services.matches.close()
        await self.search_pool.close()
        await self.store.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Foundation:
    """What all parts stand on."""

    settings: Settings
    store: MeasuredStore
    archive: MatchArchive | None
    log: MatchLog
    """The store's logs, with the archive's behind them if there is one."""

    event_bus: EventBus
    pause: MatchPause
    games: dict[str, AnyGame]
    bots: Mapping[str, Bot]
    search_pool: SearchPool
    venues: Venues
    randomness: Randomness
    metrics: Metrics

    @property
    def documents(self) -> DocumentStore:
        return self.store.documents


def wired(
    settings: Settings,
    store: Store,
    *,
    games: Mapping[str, AnyGame] | None = None,
    bots: Mapping[str, Bot] | None = None,
    clock: StoreClock | None = None,
    passwords: Passwords | None = None,
    randomness: Randomness = REAL,
    name: str = SERVER_NAME,
    budgets: Mapping[str, int] = LEVELS,
) -> ServerParts:
    """Return what serves players on a store; with the shipped games and those in the settings, and the house's bots,
    unless there are others; those that search simulate so many actions.
    First how matches are played, then who plays, where they meet, and how they behave."""
    on = _foundation(settings, store, games, bots, randomness, budgets)
    matches, settlement, lifecycle = _matches(on, clock)
    owned = _collection(on, matches.clock.now)
    players, bot_accounts, standings = _players(on, owned.leaving, passwords, matches.clock.now)
    tables, quick_match = _tables(on, matches, lifecycle, standings, owned.ledger)
    moderation, player_removal, talk, reports = _conduct(on, matches, players, tables, quick_match)
    decks = KeptDecks(on.games, on.documents, matches.clock.now)
    quotas = Quotas(QUOTAS if settings.quotas.is_on else (), times=on.venues.times)
    presence = Presence(on.event_bus)
    attendance = _attendance(on, matches, tables, presence)
    server_keys = ServerKeys(on.documents, on.randomness.keys)
    matches.sign_with(server_keys.sign)
    services = Services(
        name=name,
        limits=_limits(settings, quotas),
        offers=MadeWhenAsked(LANGUAGES, lambda language: tuple(_offers(on.games, on.bots, language))),
        matches=matches,
        tables=tables,
        players=players,
        bot_accounts=bot_accounts,
        presence=presence,
        attendance=attendance,
        quotas=quotas,
        quick_match=quick_match,
        moderation=moderation,
        player_removal=player_removal,
        talk=talk,
        reports=reports,
        standings=standings,
        exports=Exports(
            on.documents,
            players,
            bot_accounts,
            standings,
            talk,
            reports,
            moderation.audit,
            decks,
            owned.copies,
            owned.packs,
            owned.trades,
            owned.wishes,
        ),
        seats=PlayerSeats(tables, quick_match, lifecycle),
        decks=decks,
        ledger=owned.ledger,
        owned_copies=owned.copies,
        packs=owned.packs,
        trades=owned.trades,
        trade_notifier=TradeNotifier(owned.trades, on.event_bus, matches.clock.now),
        trade_orders=TradeOrders(on.documents, owned.trades, moderation.audit, on.randomness.moderation),
        wishes=owned.wishes,
        trader_search=TraderSearch(on.documents, owned.trades, matches.clock.now),
        code_claims=owned.code_claims,
        code_batches=CodeBatchService(
            on.documents, owned.packs, on.games, moderation.audit, matches.clock.now, on.randomness.moderation
        ),
        card_plays=CardPlayCounts(
            on.documents, {name: held_versions(game) for name, game in on.games.items()}, matches.clock.now
        ),
        patterns=PatternList(on.documents, players),
        server_keys=server_keys,
        pause=on.pause,
        pause_orders=PauseOrders(on.documents, on.pause, moderation.audit, settlement, on.randomness.moderation),
    )
    return ServerParts(
        on.games,
        on.venues,
        services,
        settlement,
        lifecycle,
        _retention(on),
        on.event_bus,
        on.store,
        on.metrics,
        on.search_pool,
    )


def _foundation(
    settings: Settings,
    store: Store,
    games: Mapping[str, AnyGame] | None,
    bots: Mapping[str, Bot] | None,
    randomness: Randomness,
    budgets: Mapping[str, int],
) -> Foundation:
    games = dict(games_with(settings.cards_directory, settings.sets) if games is None else games)
    metrics = Metrics(games)
    measured = MeasuredStore(store, metrics)
    archive = MatchArchive(archive_at(settings.archive)) if settings.archive else None
    event_bus = EventBus(measured.documents)
    return Foundation(
        settings=settings,
        store=measured,
        archive=archive,
        log=measured.log if archive is None else with_archive(measured.log, archive, metrics.retention),
        event_bus=event_bus,
        pause=MatchPause(measured.documents, event_bus, is_on_here=not settings.new_matches.is_on),
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


def _retention(on: Foundation) -> Retention:
    """Return what moves finished matches out of the store."""
    return Retention(
        on.store.log, on.documents, on.metrics.retention, keep_days=on.settings.keep_finished, archive=on.archive
    )


def _attendance(on: Foundation, matches: Matches, tables: LobbyTables, presence: Presence) -> Attendance:
    """Return what counts who is here, for the list of tables and for matches."""
    attendance = Attendance(on.documents, lambda: presence.players, matches.watched)
    matches.watching = attendance.watching
    tables.repository.board.count(attendance.online)
    return attendance


def _matches(on: Foundation, clock: StoreClock | None) -> tuple[Matches, Settlement, MatchLifecycle]:
    """Return what plays matches, what settles them, and what leads each from its beginning to its end."""
    runs_clocks = on.settings.role.runs_clocks
    remembers = on.settings.after_data_loss == "restore"
    matches = Matches(
        on.games,
        on.log,
        on.bots,
        runs_clocks=runs_clocks,
        metrics=on.metrics,
        remembers=remembers,
        most_spectators=on.settings.spectators_per_match,
        searches=on.search_pool,
    )
    if clock is not None:
        matches.clock = clock
    settlement = Settlement(on.documents, deed_of)
    return matches, settlement, MatchLifecycle(matches, settlement)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionParts:
    """What players own, and how it comes and goes."""

    ledger: Ledger
    copies: OwnedCopyList
    packs: PackService
    trades: TradeService
    wishes: WishService
    code_claims: CodeClaims

    @property
    def leaving(self) -> tuple[Leaving, ...]:
        """What of it goes with an account."""
        return (self.ledger, self.packs, self.trades, self.wishes, self.code_claims)


def _collection(on: Foundation, now: Callable[[], Milliseconds]) -> CollectionParts:
    """Return what players own: the ledger, and what moves copies in it."""
    documents, games, settings, chance = on.documents, on.games, on.settings, on.randomness
    ledger = Ledger(documents, now, chance.players, partial(_called, games))
    packs = PackService(documents, ledger, games, _pack_settings(settings), now, chance.packs)
    faces, pace = faces_of(games), TRADE_OFFERS if settings.quotas.is_on else None
    return CollectionParts(
        ledger=ledger,
        copies=OwnedCopyList(ledger, games),
        packs=packs,
        trades=TradeService(documents, ledger, faces, _trade_settings(settings), chance.players, pace),
        wishes=WishService(documents, ledger, faces, now),
        code_claims=CodeClaims(documents, ledger, packs, now, chance.players),
    )


def _players(
    on: Foundation,
    owning: Sequence[Leaving],
    passwords: Passwords | None,
    now: Callable[[], Milliseconds],
) -> tuple[Players, BotAccounts, Standings]:
    """Return who plays: people, bots of their own, and how well they do."""

    async def leaving(player: PlayerId) -> ExtraWrites:
        beside = out_of_ladders(player, tuple(on.games)).plus(parted(player, now()))
        for part in owning:
            beside = beside.plus(await part.leaving(player))
        return beside

    players = Players(on.documents, passwords, on.randomness.players, leaving)
    bot_accounts = BotAccounts(on.documents, players, on.randomness.players)
    return players, bot_accounts, Standings(on.games, on.documents, players, on.store.log.versions, now)


def _tables(
    on: Foundation, matches: Matches, lifecycle: MatchLifecycle, standings: Standings, ledger: Ledger
) -> tuple[LobbyTables, QuickMatch]:
    """Return where players meet: at tables, and in quick match, which opens some."""
    tables = compose(
        on.games,
        on.bots,
        on.documents,
        on.event_bus,
        lifecycle,
        matches.clock.now,
        Milliseconds(on.settings.bot_delay),
        tables_per_player=on.settings.tables_per_player,
        tables_per_address=on.settings.tables_per_address,
        times=on.venues.times,
        ratings=RatingCache(standings, list(on.games), on.event_bus),
        permits=EligibilityChecks(on.documents),
        chance=on.randomness.matches,
        pause=on.pause,
        ledger=ledger,
        default_bot=partial(default_of, on.bots),
    )
    matches.when_ended(lambda record: tables.sweeper.match_ended(record.opened.table, record.opened.match))
    quick_match = QuickMatch(
        on.games,
        on.documents,
        on.event_bus,
        tables,
        now=matches.clock.now,
        bot_for=partial(default_of, on.bots),
        ratings=standings,
        chance=on.randomness.matches,
        metrics=on.metrics,
    )
    return tables, quick_match


def _conduct(
    on: Foundation, matches: Matches, players: Players, tables: LobbyTables, quick_match: QuickMatch
) -> tuple[Moderation, PlayerRemoval, ChatService, Reports]:
    """Return how players talk, are reported, and are judged."""
    player_removal = PlayerRemoval(tables.service, quick_match.matchmaking)
    moderation = Moderation(on.documents, players, on.randomness.moderation, elsewhere=player_removal)
    talk = ChatService(
        on.documents,
        players,
        TableChat(tables.repository),
        matches,
        on.event_bus,
        guests_talk=on.settings.guests_talk.is_on,
        pace=SAY if on.settings.quotas.is_on else None,
        chance=on.randomness.players,
    )
    reports = Reports(on.documents, players, matches, moderation.audit, on.randomness.players)
    return moderation, player_removal, talk, reports


def _pack_settings(settings: Settings) -> PackSettings:
    return PackSettings(
        first=settings.first_packs,
        per_day=settings.packs_per_day,
        per_match=settings.packs_per_match,
        age=Milliseconds(settings.packs_account_age * HOUR),
    )


def _trade_settings(settings: Settings) -> TradeSettings:
    return TradeSettings(
        most_open=settings.open_trades,
        lasts=Milliseconds(settings.trades_last * HOUR),
        age=Milliseconds(settings.trades_account_age * HOUR),
    )


def _called(games: Mapping[str, AnyGame], face: Face) -> str:
    """Return what people call a card or a printing; its name in the ledger if it is not here any more."""
    game, card = parts_of(face)
    catalogue = games[game].catalogue if game in games else None
    return face if catalogue is None else catalogue.called.get(card, face)


def _limits(settings: Settings, quotas: Quotas) -> Limits:
    return Limits(
        messages_per_second=settings.messages_per_second,
        messages_at_once=2 * settings.messages_per_second,
        spectators=settings.spectators_per_match,
        tables_per_player=settings.tables_per_player,
        tables_per_address=settings.tables_per_address,
        decks_per_player=MOST_DECKS,
        open_trades=settings.open_trades,
        wishes=MOST_WISHES,
        silence=Milliseconds(settings.silence),
        quotas=quotas.quotas,
    )


def _titled_decks(support: DeckSupport) -> Iterator[Titled]:
    for name, deck in support.ready.items():
        yield Titled(name=name, title=deck.name or name, description=support.about.get(name, ""))


def _offers(games: Mapping[str, AnyGame], bots: Mapping[str, Bot], language: str) -> Iterator[GameOffer]:
    for game in games.values():
        if game.listed:
            yield offer_in(language, game, _offer(game, bots_of(bots, game.name), default_of(bots, game.name)))


def _offer(game: AnyGame, bots: tuple[str, ...], default_bot: str | None) -> GameOffer:
    return GameOffer(
        name=GameName(game.name),
        title=game.title,
        version=game.version,
        least_seats=game.seats[0],
        most_seats=game.seats[-1],
        default_seats=game.default_seats,
        bots=bots,
        default_bot=default_bot,
        decks=() if game.decks is None else tuple(game.decks.ready),
        bot_titles=tuple([titled(bot) for bot in bots]),
        deck_titles=() if game.decks is None else tuple(_titled_decks(game.decks)),
        limits_a_turn=game.limits_a_turn,
    )

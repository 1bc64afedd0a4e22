"""The wiring of all services: the same for a server, for recorded documents and for tests.

To follow a call, "go to definition" is enough. Callers that need other components pass them here: a stopped clock,
repeatable randomness, other bots.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import held_versions
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.lobby.collection.wishes import MOST_WISHES
from quarterdeck_protocol.lobby.social.challenges import ChallengeId, ChallengeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.bots.roster import Bot, default_of
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.bots.search_pool import SearchPool
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.decks import MOST_DECKS
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.admission.approvals import Approvals
from quarterdeck_server.lobby.admission.invite_orders import InviteOrders
from quarterdeck_server.lobby.admission.newcomers import Newcomers
from quarterdeck_server.lobby.admission.unapproved_accounts import UnapprovedAccounts
from quarterdeck_server.lobby.announcements.announcement_orders import AnnouncementOrders
from quarterdeck_server.lobby.apps.app_grants import AppGrants
from quarterdeck_server.lobby.apps.device_grants import DeviceGrants
from quarterdeck_server.lobby.attendance import Attendance
from quarterdeck_server.lobby.challenges.bot_list import BotList
from quarterdeck_server.lobby.challenges.challenge_links import ChallengeLinks
from quarterdeck_server.lobby.challenges.challenge_records import (
    CHALLENGES,
    MOST_A_DAY,
    MOST_A_DAY_BETWEEN_TWO,
    MOST_SENT,
)
from quarterdeck_server.lobby.challenges.expiry import ChallengeExpiry
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.challenges.removal import ChallengeRemoval
from quarterdeck_server.lobby.challenges.service import ChallengeService
from quarterdeck_server.lobby.chat.reports import Reports
from quarterdeck_server.lobby.chat.service import ChatService
from quarterdeck_server.lobby.chat.table_chat import TableChat
from quarterdeck_server.lobby.clubs.club_orders import ClubOrders
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.clubs.notifications import ClubStored
from quarterdeck_server.lobby.clubs.service import ClubService
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
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.console.figures import Figures
from quarterdeck_server.lobby.console.many_players import ManyPlayers
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.export import CollectionSources, ConductSources, Exports
from quarterdeck_server.lobby.followed_players.follow_lists import FollowLists
from quarterdeck_server.lobby.followed_players.online_players import OnlinePlayers
from quarterdeck_server.lobby.kept_decks import KeptDecks
from quarterdeck_server.lobby.lobby_foundation import LobbyFoundation
from quarterdeck_server.lobby.mail.mail_delivery import MailDelivery
from quarterdeck_server.lobby.mail.mail_file import read_mail_file
from quarterdeck_server.lobby.matchmaking.quick_match import QuickMatch
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.moderation.looks import Looks
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.moderation.pause_orders import PauseOrders
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.notices.delivery import NoticeDelivery
from quarterdeck_server.lobby.notices.inbox import Inboxes
from quarterdeck_server.lobby.notices.notice_mails import NoticeMails
from quarterdeck_server.lobby.notices.turn_notices import MILLISECONDS_LEFT, TurnNotices
from quarterdeck_server.lobby.operator_duties import OperatorDuties
from quarterdeck_server.lobby.player_removal import PlayerRemoval
from quarterdeck_server.lobby.player_webhooks.service import WebhookService
from quarterdeck_server.lobby.private_messages.service import PrivateMessages
from quarterdeck_server.lobby.programs.coin_flips import CoinFlips
from quarterdeck_server.lobby.programs.device_codes import DeviceCodes
from quarterdeck_server.lobby.programs.program_links import ProgramLinks
from quarterdeck_server.lobby.programs.session_list import SessionList
from quarterdeck_server.lobby.ratings.card_plays import CardPlayCounts
from quarterdeck_server.lobby.ratings.documents import out_of_ladders, parted
from quarterdeck_server.lobby.ratings.notifications import MatchSettled
from quarterdeck_server.lobby.ratings.patterns import PatternList
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.lobby.seats import PlayerSeats
from quarterdeck_server.lobby.server_keys import ServerKeys
from quarterdeck_server.lobby.shared_affairs import SharedAffairs
from quarterdeck_server.lobby.sign_on.identity_links import IdentityLinks
from quarterdeck_server.lobby.sign_on.passkey_records import relying_party
from quarterdeck_server.lobby.sign_on.passkeys import Passkeys
from quarterdeck_server.lobby.sign_on.provider_file import is_only_way, takes_passkeys
from quarterdeck_server.lobby.tables.composition import LobbyTables, compose
from quarterdeck_server.lobby.tables.notifications import TableStored
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.lobby.tournaments.pairing_process import paired
from quarterdeck_server.lobby.tournaments.round_matches import RoundMatches
from quarterdeck_server.lobby.tournaments.schedules.service import TournamentSchedules
from quarterdeck_server.lobby.tournaments.service import TournamentService
from quarterdeck_server.lobby.tournaments.tournament_rounds import TournamentRounds
from quarterdeck_server.lobby.webhooks.hooks import HookFile, read_hook_file
from quarterdeck_server.lobby.webhooks.outbox import Outbox
from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.spectator_room import SpectatorRoom
from quarterdeck_server.metrics import Metrics
from quarterdeck_server.program import SERVER_NAME
from quarterdeck_server.services.foundation import REAL, Foundation, Randomness, foundation_of
from quarterdeck_server.services.game_offers import offers_in
from quarterdeck_server.services.match_lifecycle import MatchLifecycle, deed_of
from quarterdeck_server.services.open_turns import OpenTurns
from quarterdeck_server.services.retention import Retention
from quarterdeck_server.services.webhook_causes import WebhookCauses
from quarterdeck_server.services.webhook_parts import Webhooks, webhooks_of
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.store import Store
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.venues import Venues
from quarterdeck_server.web.connection_services import Services
from quarterdeck_server.web.console.match_inspector import MatchInspector
from quarterdeck_server.web.mail.smtp import MailSender
from quarterdeck_server.web.presence import Presence
from quarterdeck_server.web.previews.public_facts import OWN_NAME
from quarterdeck_server.web.rate_limit.quotas import QUOTAS, SAY, TRADE_OFFERS, Quotas


class Leaving(Protocol):
    """Interface of services that store data of a player and remove it when the account is deleted."""

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes that remove a player's data, to commit with the deletion of the account. Raises
        `Unavailable`."""
        ...


@dataclass(frozen=True, slots=True)
class ServerParts:
    """All services for players in one process, and its background work."""

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
    turn_notices: TurnNotices
    challenge_expiry: ChallengeExpiry
    unapproved_accounts: UnapprovedAccounts
    operator_duties: OperatorDuties
    webhooks: Webhooks
    mail_delivery: MailDelivery | None
    notice_mails: NoticeMails | None
    tournament_rounds: TournamentRounds

    async def start(self, *, does_the_lobbys_work: bool) -> None:
        """Start the background work. A part of it starts only in processes with the lobby's work."""
        services = self.services
        await self.store.start()
        services.pause.start()
        services.board.start()
        services.site.start()
        services.matches.start()
        services.attendance.start()
        services.online_players.start()
        if does_the_lobbys_work:
            services.tables.sweeper.start()
        services.quick_match.start(rounds=does_the_lobbys_work)
        self.settlement.start(self.lifecycle.ended_match if does_the_lobbys_work else None)
        if does_the_lobbys_work:
            self.retention.start()
            self.turn_notices.start()
            self.challenge_expiry.start()
            self.unapproved_accounts.start()
            self.operator_duties.start()
            self.webhooks.start(services.notice_delivery)
            if self.mail_delivery is not None:
                self.mail_delivery.start()
            if self.notice_mails is not None:
                self.notice_mails.start(services.notice_delivery.subscribe, services.notice_delivery.unsubscribe)
            self.tournament_rounds.start()
            services.schedules.start()

    async def close(self) -> None:
        """End all services and background work, and at last the connection to the store."""
        await self.webhooks.close()
        if self.mail_delivery is not None:
            await self.mail_delivery.close()
        if self.notice_mails is not None:
            await self.notice_mails.close()
        await self.turn_notices.close()
        await self.challenge_expiry.close()
        await self.unapproved_accounts.close()
        await self.operator_duties.close()
        await self.tournament_rounds.close()
        await self.services.schedules.close()
        await self.services.attendance.close()
        await self.services.online_players.close()
        await self.services.quick_match.close()
        await self.retention.close()
        await self.settlement.close()
        await self.services.site.close()
        await self.services.board.close()
        await self.services.pause.close()
        await self.services.trade_notifier.close()
        await self.services.notice_delivery.close()
        await self.services.tables.close()
        await self.services.matches.close()
        await self.search_pool.close()
        await self.store.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerParts:
    """Services for accounts: players, their bots, and their ratings."""

    players: Players
    bot_accounts: BotAccounts
    standings: Standings
    online_players: OnlinePlayers
    follow_lists: FollowLists
    private_messages: PrivateMessages


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductParts:
    """Services for chat, reports and moderation."""

    orders: Orders
    moderation: Moderation
    player_removal: PlayerRemoval
    chat: ChatService
    reports: Reports


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionParts:
    """Services for the cards that players own and trade."""

    ledger: Ledger
    copies: OwnedCopyList
    packs: PackService
    trades: TradeService
    wishes: WishService
    code_claims: CodeClaims

    @property
    def leaving(self) -> tuple[Leaving, ...]:
        """The services that remove a player's data when the account is deleted."""
        return (self.ledger, self.packs, self.trades, self.wishes, self.code_claims)


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
    """Build all services of a process on a store, in the order matches, players, meeting places, conduct. The games are
    the shipped ones and those of the settings. The bots are the server's unless `bots` is given. `budgets` is the
    number of actions that each level of searching bots simulates."""
    on = foundation_of(settings, store, games, bots, randomness, budgets)
    matches, settlement, lifecycle = _matches(on, clock)
    owned = _collection(on, matches.clock.now)
    inboxes = Inboxes(on.documents, matches.clock.now)
    removal = ChallengeRemoval(on.documents, matches.clock.now)
    newcomers = Newcomers(on.documents, on.randomness.players)
    clubs = ClubMemberships(on.documents, matches.clock.now)
    hooks = _webhooks(on, matches.clock.now)
    lasting = (hooks.service, _links(on), _passkeys(on))
    leaving = (*owned.leaving, inboxes, removal, newcomers, clubs, *lasting, on.emails)
    people = _players(on, leaving, lasting, passwords, matches.clock)
    tables, quick_match = _tables(on, matches, lifecycle, people.standings, owned.ledger)
    conduct = _conduct(on, matches, people.players, tables, quick_match)
    seats = PlayerSeats(tables, quick_match, lifecycle)
    _announce(on, hooks.outbox, settlement, tables, conduct.reports, matches.clock.now)
    pause_orders = PauseOrders(on.documents, on.pause, conduct.moderation.audit, settlement, conduct.orders)
    services = _services(
        on, name, matches, people, tables, quick_match, conduct, owned, seats, pause_orders, inboxes, hooks
    )
    return ServerParts(
        games=on.games,
        venues=on.venues,
        services=services,
        settlement=settlement,
        lifecycle=lifecycle,
        retention=_retention(on),
        event_bus=on.event_bus,
        store=on.store,
        metrics=on.metrics,
        search_pool=on.search_pool,
        turn_notices=TurnNotices(on.documents, OpenTurns(matches, on.log), services.attendance.seated),
        challenge_expiry=ChallengeExpiry(on.documents, matches.clock.now),
        unapproved_accounts=UnapprovedAccounts(on.documents, people.players, conduct.player_removal),
        operator_duties=OperatorDuties(on.documents, on.metrics.duties),
        webhooks=hooks,
        mail_delivery=_mail_delivery(on),
        notice_mails=_notice_mails(on),
        tournament_rounds=_tournament_rounds(on, tables, hooks.outbox, matches.clock.now),
    )


def _services(
    on: Foundation,
    name: str,
    matches: Matches,
    people: PlayerParts,
    tables: LobbyTables,
    quick_match: QuickMatch,
    conduct: ConductParts,
    owned: CollectionParts,
    seats: PlayerSeats,
    pause_orders: PauseOrders,
    inboxes: Inboxes,
    hooks: Webhooks,
) -> Services:
    """Return all services that a client connection can use."""
    now, audit = matches.clock.now, conduct.moderation.audit
    quotas = Quotas(QUOTAS if on.settings.quotas.is_on else (), times=on.venues.times)
    presence = Presence(on.event_bus)
    on.search_pool.address_of = presence.address_of
    people.online_players.here, presence.noted = presence.registered, people.online_players.change
    decks = KeptDecks(on.games, on.documents, now)
    invite_orders = InviteOrders(on.documents, audit, conduct.orders, on.randomness.moderation)
    device_codes = DeviceCodes(on.documents, people.bot_accounts, now, on.randomness.players)
    app_grants = AppGrants(on.documents, on.randomness.players)
    server_keys = ServerKeys(on.documents, on.randomness.keys)
    challenges = ChallengeService(on.documents, on.games, tables, now, on.randomness.matches)
    matches.sign_with(server_keys.sign)
    tournaments = TournamentService(
        on.documents, on.games, people.standings, ClubMemberships(on.documents, now), now, on.randomness.matches
    )
    looks = Looks(on.documents, conduct.orders)
    return Services(
        name=name,
        news=on.settings.news,
        site=on.site,
        limits=_limits(on.settings, quotas),
        offers=MadeWhenAsked(LANGUAGES, lambda language: tuple(offers_in(language, on.games, on.bots))),
        matches=matches,
        tables=tables,
        players=people.players,
        identity_links=_links(on),
        passkeys=_passkeys(on),
        emails=on.emails,
        providers_alone=is_only_way(on.settings.sign_on_file),
        app_grants=app_grants,
        bot_accounts=people.bot_accounts,
        newcomers=Newcomers(on.documents, on.randomness.players),
        invite_orders=invite_orders,
        board=on.board,
        announcement_orders=AnnouncementOrders(on.documents, on.board, audit, conduct.orders),
        approvals=Approvals(on.documents, audit, conduct.orders),
        presence=presence,
        attendance=_attendance(on, matches, tables, presence),
        online_players=people.online_players,
        follow_lists=people.follow_lists,
        private_messages=people.private_messages,
        quotas=quotas,
        quick_match=quick_match,
        moderation=conduct.moderation,
        looks=looks,
        player_removal=conduct.player_removal,
        chat=conduct.chat,
        reports=conduct.reports,
        standings=people.standings,
        exports=_exports(on, people, conduct, decks, owned, invite_orders, hooks.service),
        seats=seats,
        decks=decks,
        inboxes=inboxes,
        challenges=challenges,
        bot_list=BotList(on.documents, on.games, now),
        webhooks=hooks.service,
        club_orders=ClubOrders(on.documents, audit, conduct.orders),
        clubs=ClubService(on.documents, now, on.randomness.matches),
        tournaments=tournaments,
        schedules=TournamentSchedules(on.documents, tournaments, now, on.randomness.matches),
        challenge_links=ChallengeLinks(on.documents, on.games, tables, now, on.randomness.matches),
        notice_delivery=_delivery(on, inboxes),
        ledger=owned.ledger,
        owned_copies=owned.copies,
        packs=owned.packs,
        trades=owned.trades,
        trade_notifier=TradeNotifier(owned.trades, on.event_bus, now),
        trade_orders=TradeOrders(on.documents, owned.trades, audit, conduct.orders),
        wishes=owned.wishes,
        trader_search=TraderSearch(on.documents, owned.trades, now),
        code_claims=owned.code_claims,
        code_batches=CodeBatchService(
            on.documents, owned.packs, on.games, audit, now, conduct.orders, on.randomness.moderation
        ),
        card_plays=CardPlayCounts(on.documents, {game: held_versions(each) for game, each in on.games.items()}, now),
        patterns=PatternList(on.documents, people.players),
        server_keys=server_keys,
        sessions=SessionList(on.documents),
        device_codes=device_codes,
        device_grants=DeviceGrants(on.documents, device_codes, app_grants, on.randomness.players),
        program_links=ProgramLinks(on.documents, people.players, people.bot_accounts),
        coin_flips=CoinFlips(on.documents, on.randomness.players),
        pause=on.pause,
        pause_orders=pause_orders,
        figures=Figures(on.documents, now),
        many_players=ManyPlayers(on.documents, conduct.moderation, presence.connected, now),
        match_inspector=MatchInspector(matches, looks),
    )


def _webhooks(on: Foundation, now: Callable[[], Milliseconds]) -> Webhooks:
    """Return the webhooks of the host and of players."""
    file = on.settings.webhooks_file
    found = HookFile() if file is None else read_hook_file(file)
    return webhooks_of(on.documents, found, on.settings.public_url, on.games, now, on.randomness.matches)


def _announce(
    on: Foundation,
    outbox: Outbox,
    settlement: Settlement,
    tables: LobbyTables,
    reports: Reports,
    now: Callable[[], Milliseconds],
) -> None:
    """Let tables, settled matches and reports write into the outbox of webhooks."""
    causes = WebhookCauses(outbox, on.games, now)
    settlement.announced = causes.of_match
    tables.repository.announced = causes.of_table
    reports.announced = causes.of_report


def _tournament_rounds(
    on: Foundation, tables: LobbyTables, outbox: Outbox, now: Callable[[], Milliseconds]
) -> TournamentRounds:
    """Return the background work on tournaments."""
    matches = RoundMatches(on.documents, tables, now, on.randomness.matches)
    eligibility = EligibilityChecks(on.documents, on.site.lets_guests_play)
    rounds = TournamentRounds(on.documents, matches, eligibility, now, paired)
    rounds.announced = WebhookCauses(outbox, on.games, now).of_tournament
    return rounds


def _delivery(on: Foundation, inboxes: Inboxes) -> NoticeDelivery:
    """Return the delivery of notices. A settled match has changed the inboxes of its players."""
    delivery = NoticeDelivery(inboxes, on.event_bus)
    on.event_bus.subscribe(MatchSettled, lambda news: delivery.refresh(news.verdict.people))
    on.event_bus.subscribe(TableStored, lambda news: delivery.refresh(news.inboxes))
    on.event_bus.subscribe(ClubStored, lambda news: delivery.refresh(news.inboxes))
    return delivery


def _exports(
    on: Foundation,
    people: PlayerParts,
    conduct: ConductParts,
    decks: KeptDecks,
    owned: CollectionParts,
    invite_orders: InviteOrders,
    webhooks: WebhookService,
) -> Exports:
    """Return the service that collects all stored data of a player."""
    return Exports(
        on.documents,
        people.players,
        people.bot_accounts,
        people.standings,
        decks,
        ConductSources(
            conduct.chat,
            conduct.reports,
            conduct.moderation.audit,
            OpenChallenges(on.documents, lambda: owned.ledger.now),
            people.follow_lists,
            people.private_messages,
            invite_orders,
            ClubMemberships(on.documents, lambda: owned.ledger.now),
        ),
        CollectionSources(owned.copies, owned.packs, owned.trades, owned.wishes),
        webhooks,
    )


def _retention(on: Foundation) -> Retention:
    """Return the service that compresses finished matches and moves them out of the store."""
    return Retention(
        on.store.log, on.documents, on.metrics.retention, keep_days=on.settings.keep_finished, archive=on.archive
    )


def _attendance(on: Foundation, matches: Matches, tables: LobbyTables, presence: Presence) -> Attendance:
    """Return the counter of players and spectators, for the list of tables and for matches."""
    attendance = Attendance(
        on.documents,
        lambda: presence.players,
        matches.watched,
        seated=lambda: matches.seated(Milliseconds(matches.clock.now() + MILLISECONDS_LEFT)),
    )
    matches.watching = attendance.watching
    tables.repository.board.count(attendance.online)
    return attendance


def _matches(on: Foundation, clock: StoreClock | None) -> tuple[Matches, Settlement, MatchLifecycle]:
    """Return the services that play matches, settle them, and follow each match from its begin to its end."""
    runs_clocks = on.settings.role.runs_clocks
    remembers = on.settings.after_data_loss == "restore"
    matches = Matches(
        on.games,
        on.log,
        on.bots,
        runs_clocks=runs_clocks,
        metrics=on.metrics,
        remembers=remembers,
        spectator_room=SpectatorRoom(on.settings.spectators_per_match, on.venues.times),
        searches=on.search_pool,
    )
    matches.offer_undo(is_on=on.settings.undo.is_on)
    if clock is not None:
        matches.clock = clock
    settlement = Settlement(on.documents, deed_of)
    return matches, settlement, MatchLifecycle(matches, settlement)


def _collection(on: Foundation, now: Callable[[], Milliseconds]) -> CollectionParts:
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


async def _time(on: Foundation, clock: StoreClock) -> Milliseconds:
    """Return the store's time as it has sent it last, a second ago at most, without a request once it has."""
    if not clock.is_right:
        clock.correct(await on.documents.now())
    return clock.last_sent()


def _players(
    on: Foundation,
    owning: Sequence[Leaving],
    lasting: Sequence[Leaving],
    passwords: Passwords | None,
    clock: StoreClock,
) -> PlayerParts:
    now = clock.now

    online_players = OnlinePlayers(on.documents, on.event_bus, now)
    follow_lists = FollowLists(on.documents, online_players, now)
    private_messages = PrivateMessages(
        on.documents,
        now,
        is_on=on.settings.private_messages.is_on,
        pace=SAY if on.settings.quotas.is_on else None,
        chance=on.randomness.players,
    )

    async def leaving(player: PlayerId) -> ExtraWrites:
        beside = out_of_ladders(player, tuple(on.games)).plus(parted(player, now()))
        for part in (*owning, follow_lists, private_messages):
            beside = beside.plus(await part.leaving(player))
        return beside

    async def ending(player: PlayerId) -> ExtraWrites:
        writes = NOTHING
        for part in lasting:
            writes = writes.plus(await part.leaving(player))
        return writes

    providers_alone = is_only_way(on.settings.sign_on_file)
    players = Players(
        on.documents,
        passwords,
        on.randomness.players,
        leaving,
        ending=ending,
        mailed=on.emails,
        only_operators=providers_alone,
        now=partial(_time, on, clock),
    )
    bot_accounts = BotAccounts(on.documents, players, on.randomness.players)
    standings = Standings(on.games, on.documents, players, on.store.log.versions, now)
    return PlayerParts(
        players=players,
        bot_accounts=bot_accounts,
        standings=standings,
        online_players=online_players,
        follow_lists=follow_lists,
        private_messages=private_messages,
    )


def _links(on: Foundation) -> IdentityLinks:
    alone = is_only_way(on.settings.sign_on_file)
    return IdentityLinks(on.documents, on.randomness.players, is_only_way=alone)


def _passkeys(on: Foundation) -> Passkeys:
    """Return the service for passkeys."""
    party = relying_party(on.settings.public_url) if takes_passkeys(on.settings.sign_on_file) else None
    return Passkeys(on.documents, on.randomness.players, party)


def _mail_delivery(on: Foundation) -> MailDelivery | None:
    """Return the delivery of mails; `None` if this server sends none."""
    file = on.settings.mail_file
    if file is None or not on.emails.is_on:
        return None
    send, url = MailSender(read_mail_file(file)).send, on.settings.public_url
    return MailDelivery(
        on.documents,
        send,
        on.randomness.players,
        url,
        lambda: OWN_NAME if on.site.now is None else on.site.now.name,
        on.metrics.mails,
    )


def _notice_mails(on: Foundation) -> NoticeMails | None:
    """Return the writer of notices into mails; `None` if this server sends none."""
    if on.settings.mail_file is None or not on.emails.is_on:
        return None
    eligibility = EligibilityChecks(on.documents)

    async def is_barred(player: PlayerId) -> bool:
        return player in (await eligibility.of([player], await on.documents.now())).gone

    async def are_open(challenges: Sequence[ChallengeId]) -> frozenset[ChallengeId]:
        found, now = await CHALLENGES.read_many(on.documents, challenges), await on.documents.now()
        return frozenset([each.id for each in found if each and each.stage_at(now) is ChallengeStage.OPEN])

    titles = {name: game.title for name, game in on.games.items()}
    return NoticeMails(on.documents, on.randomness.players, titles, on.settings.public_url, is_barred, are_open)


def _tables(
    on: Foundation, matches: Matches, lifecycle: MatchLifecycle, standings: Standings, ledger: Ledger
) -> tuple[LobbyTables, QuickMatch]:
    """Return the services where players meet: tables, and quick match, which opens tables."""
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
        eligibility=EligibilityChecks(on.documents, on.site.lets_guests_play),
        chance=on.randomness.matches,
        pause=on.pause,
        ledger=ledger,
        default_bot=partial(default_of, on.bots),
    )
    matches.when_ended(lambda record: tables.sweeper.match_ended(record.opened.table, record.opened.match))
    quick_match = QuickMatch(
        LobbyFoundation(on.games, on.documents, on.event_bus, matches.clock.now, on.site.lets_guests_play),
        tables,
        bot_for=partial(default_of, on.bots),
        ratings=standings,
        chance=on.randomness.matches,
        metrics=on.metrics,
    )
    return tables, quick_match


def _conduct(
    on: Foundation, matches: Matches, players: Players, tables: LobbyTables, quick_match: QuickMatch
) -> ConductParts:
    player_removal = PlayerRemoval(tables.service, quick_match.matchmaking)
    chance = on.randomness.moderation
    orders = Orders(on.documents, SharedAffairs(on.documents), chance)
    now = partial(_time, on, matches.clock)
    moderation = Moderation(on.documents, players, orders, chance, elsewhere=player_removal, now=now)
    chat = ChatService(
        on.documents,
        players,
        TableChat(tables.repository),
        matches,
        on.event_bus,
        guests_talk=on.settings.guests_talk.is_on,
        pace=SAY if on.settings.quotas.is_on else None,
        chance=on.randomness.players,
    )
    reports = Reports(on.documents, players, matches, moderation.audit, orders, on.randomness.players)
    return ConductParts(orders=orders, moderation=moderation, player_removal=player_removal, chat=chat, reports=reports)


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
    """Return the name of a card or printing; its name in the ledger if the server no longer has the card."""
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
        open_challenges=MOST_SENT,
        challenges_a_day=MOST_A_DAY,
        challenges_a_day_to_one=MOST_A_DAY_BETWEEN_TWO,
        silence=Milliseconds(settings.silence),
        quotas=quotas.quotas,
    )

"""The services of the server that a connection uses."""

from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import web
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.messages import Capability, GameOffer

from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.admission.approvals import Approvals
from quarterdeck_server.lobby.admission.invite_orders import InviteOrders
from quarterdeck_server.lobby.admission.newcomers import Newcomers
from quarterdeck_server.lobby.announcements.announcement_board import AnnouncementBoard
from quarterdeck_server.lobby.announcements.announcement_orders import AnnouncementOrders
from quarterdeck_server.lobby.apps.app_grants import AppGrants
from quarterdeck_server.lobby.apps.device_grants import DeviceGrants
from quarterdeck_server.lobby.attendance import Attendance
from quarterdeck_server.lobby.challenges.bot_list import BotList
from quarterdeck_server.lobby.challenges.challenge_links import ChallengeLinks
from quarterdeck_server.lobby.challenges.service import ChallengeService
from quarterdeck_server.lobby.chat.reports import Reports
from quarterdeck_server.lobby.chat.service import ChatService
from quarterdeck_server.lobby.clubs.club_orders import ClubOrders
from quarterdeck_server.lobby.clubs.service import ClubService
from quarterdeck_server.lobby.collection.code_batches import CodeBatchService
from quarterdeck_server.lobby.collection.code_claims import CodeClaims
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.collection.owned_copies import OwnedCopyList
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.collection.trade_notifier import TradeNotifier
from quarterdeck_server.lobby.collection.trade_orders import TradeOrders
from quarterdeck_server.lobby.collection.trader_search import TraderSearch
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.collection.wishes import WishService
from quarterdeck_server.lobby.console.figures import Figures
from quarterdeck_server.lobby.console.many_players import ManyPlayers
from quarterdeck_server.lobby.export import Exports
from quarterdeck_server.lobby.followed_players.follow_lists import FollowLists
from quarterdeck_server.lobby.followed_players.online_players import OnlinePlayers
from quarterdeck_server.lobby.kept_decks import KeptDecks
from quarterdeck_server.lobby.mail.email_addresses import EmailAddresses
from quarterdeck_server.lobby.match_pause import MatchPause
from quarterdeck_server.lobby.matchmaking.quick_match import QuickMatch
from quarterdeck_server.lobby.moderation.looks import Looks
from quarterdeck_server.lobby.moderation.pause_orders import PauseOrders
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.notices.delivery import NoticeDelivery
from quarterdeck_server.lobby.notices.inbox import Inboxes
from quarterdeck_server.lobby.player_removal import PlayerRemoval
from quarterdeck_server.lobby.player_webhooks.service import WebhookService
from quarterdeck_server.lobby.private_messages.service import PrivateMessages
from quarterdeck_server.lobby.programs.coin_flips import CoinFlips
from quarterdeck_server.lobby.programs.device_codes import DeviceCodes
from quarterdeck_server.lobby.programs.program_links import ProgramLinks
from quarterdeck_server.lobby.programs.session_list import SessionList
from quarterdeck_server.lobby.ratings.card_plays import CardPlayCounts
from quarterdeck_server.lobby.ratings.patterns import PatternList
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.lobby.seats import PlayerSeats
from quarterdeck_server.lobby.server_keys import ServerKeys
from quarterdeck_server.lobby.sign_on.identity_links import IdentityLinks
from quarterdeck_server.lobby.sign_on.passkeys import Passkeys
from quarterdeck_server.lobby.tables.composition import LobbyTables
from quarterdeck_server.lobby.tournaments.schedules.service import TournamentSchedules
from quarterdeck_server.lobby.tournaments.service import TournamentService
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.site.current_site import CurrentSite
from quarterdeck_server.web.console.match_inspector import MatchInspector
from quarterdeck_server.web.presence import Presence
from quarterdeck_server.web.rate_limit.quotas import Quotas


@dataclass(frozen=True, slots=True)
class Services:
    """The services of the server that a connection uses."""

    name: str
    news: str
    """News of the operator for all players; empty for none."""

    site: CurrentSite
    limits: Limits
    offers: Mapping[str, tuple[GameOffer, ...]]
    """The games of this server, in each language."""

    matches: Matches
    tables: LobbyTables
    players: Players
    app_grants: AppGrants
    identity_links: IdentityLinks
    passkeys: Passkeys
    emails: EmailAddresses
    providers_alone: bool
    """True if players sign in and register by providers alone."""

    bot_accounts: BotAccounts
    newcomers: Newcomers
    invite_orders: InviteOrders
    approvals: Approvals
    board: AnnouncementBoard
    announcement_orders: AnnouncementOrders
    presence: Presence
    attendance: Attendance
    online_players: OnlinePlayers
    follow_lists: FollowLists
    private_messages: PrivateMessages
    quotas: Quotas
    quick_match: QuickMatch
    moderation: Moderation
    looks: Looks
    player_removal: PlayerRemoval
    chat: ChatService
    reports: Reports
    standings: Standings
    exports: Exports
    seats: PlayerSeats
    decks: KeptDecks
    inboxes: Inboxes
    challenges: ChallengeService
    challenge_links: ChallengeLinks
    bot_list: BotList
    tournaments: TournamentService
    schedules: TournamentSchedules
    clubs: ClubService
    club_orders: ClubOrders
    webhooks: WebhookService
    notice_delivery: NoticeDelivery
    ledger: Ledger
    owned_copies: OwnedCopyList
    packs: PackService
    trades: TradeService
    trade_notifier: TradeNotifier
    trade_orders: TradeOrders
    wishes: WishService
    trader_search: TraderSearch
    code_claims: CodeClaims
    code_batches: CodeBatchService
    card_plays: CardPlayCounts
    patterns: PatternList
    server_keys: ServerKeys
    sessions: SessionList
    device_codes: DeviceCodes
    device_grants: DeviceGrants
    program_links: ProgramLinks
    coin_flips: CoinFlips
    pause: MatchPause
    pause_orders: PauseOrders
    figures: Figures
    many_players: ManyPlayers
    match_inspector: MatchInspector


def capabilities_of(services: Services) -> tuple[Capability, ...]:
    """Return the capabilities of this server, as the host has set them."""
    is_on = {
        Capability.PRIVATE_MESSAGES: services.private_messages.is_on,
        Capability.WEBHOOKS: services.webhooks.is_on,
        Capability.UNDO: services.matches.offers_undo,
        Capability.RECESS: services.matches.offers_undo,
    }
    return tuple(each for each in wire.CAPABILITIES if is_on.get(each, True))


SERVICES: web.AppKey[Services] = web.AppKey("services", Services)

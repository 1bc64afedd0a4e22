"""How everything is wired: the only file that knows everybody."""

import asyncio
import secrets
import weakref
from collections.abc import AsyncIterator, Mapping
from functools import partial
from importlib.metadata import version

from aiohttp import WSCloseCode, web
from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import GameOffer, Limits
from quarterdeck_protocol.names import GameName, Milliseconds

from quarterdeck_server.bots import Bot, bots_for, bots_of, strongest_of
from quarterdeck_server.card_files import games_with
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.chat.reports import Reports
from quarterdeck_server.lobby.chat.service import ChatService
from quarterdeck_server.lobby.chat.table_chat import TableChat
from quarterdeck_server.lobby.export import Exports
from quarterdeck_server.lobby.matchmaking.quick_match import QuickMatch
from quarterdeck_server.lobby.moderation.eligibility import EligibilityChecks
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.notifications import EventBus
from quarterdeck_server.lobby.player_removal import PlayerRemoval
from quarterdeck_server.lobby.ratings.documents import out_of_ladders
from quarterdeck_server.lobby.ratings.patterns import PatternList
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.lobby.tables.rating_cache import RatingCache
from quarterdeck_server.lobby.tables.service import TableService
from quarterdeck_server.match_lifecycle import MatchLifecycle, deed_of
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.open_files import room_for_connections
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.store import Store
from quarterdeck_server.venues import Venues
from quarterdeck_server.web.connection_limits import CONNECTIONS, Connections
from quarterdeck_server.web.http import moderation_routes
from quarterdeck_server.web.http.answers import harden_prepared
from quarterdeck_server.web.http.catalogues import catalogue_answers
from quarterdeck_server.web.http.ratings_routes import standing_routes
from quarterdeck_server.web.http.requests import answered, counted, held
from quarterdeck_server.web.http.routes import CATALOGUES, GAMES, READINESS, Readiness, routes
from quarterdeck_server.web.presence import Presence
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES, Addresses
from quarterdeck_server.web.rate_limit.quotas import QUOTAS, SAY, Quotas
from quarterdeck_server.web.send_queue import Flusher, SendQueue
from quarterdeck_server.web.services import Services
from quarterdeck_server.web.socket import FLUSHER, ORIGINS, SEND_QUEUES, SERVICES

SETTLING = web.AppKey("settling", Settlement)

SECONDS_FOR_LAST_ANSWERS = 3.0
"""How long those who are still being answered when the process stops may take their answers."""

SERVER_NAME = f"quarterdeck {version('quarterdeck')}"


def build(
    settings: Settings, store: Store, *, chance: Chance = secrets, bots: Mapping[str, Bot] | None = None
) -> web.Application:
    """Return the application of one process. It starts and stops the store's side of this process with itself. Only
    where a match must go the same way every time is there another `chance`, or are there other `bots` than the house's.
    """
    games = dict(games_with(settings.cards_directory))
    venues = Venues(settings.venues)
    bots = bots_for(games) if bots is None else bots
    matches = Matches(games, store.log, bots, runs_clocks=settings.role != "lobby")
    settling = Settlement(store.documents, deed_of)
    scored = MatchLifecycle(matches, settling)
    event_bus = EventBus(store.documents)
    players = Players(store.documents, leaving=lambda player: out_of_ladders(player, tuple(games)))
    programs = BotAccounts(store.documents, players)
    standings = Standings(games, store.documents, players, store.log.versions)
    lobby = TableService(
        games,
        bots,
        store.tables,
        store.documents,
        scored,
        matches.clock.now,
        Milliseconds(settings.bot_delay),
        tables_per_player=settings.tables_per_player,
        tables_per_address=settings.tables_per_address,
        times=venues.times,
        ratings=RatingCache(standings, list(games), event_bus),
        permits=EligibilityChecks(store.documents),
        chance=chance,
    )
    matches.when_ended(lambda record: lobby.match_ended(record.opened.table, record.opened.match))
    quick_match = QuickMatch(
        games,
        store.documents,
        lobby,
        now=matches.clock.now,
        bot_for=partial(strongest_of, bots),
        ratings=standings,
        chance=chance,
    )
    following_up = PlayerRemoval(lobby, quick_match.matchmaking)
    moderation = Moderation(store.documents, players, elsewhere=following_up)
    guests_talk, pace = settings.guests_talk == "on", SAY if settings.quotas == "on" else None
    talk = ChatService(
        store.documents, players, TableChat(lobby), matches, event_bus, guests_talk=guests_talk, pace=pace
    )
    reports = Reports(store.documents, players, matches, moderation.audit)
    quotas = Quotas(QUOTAS if settings.quotas == "on" else (), times=venues.times)

    app = web.Application(middlewares=[answered, held, counted])
    app[SERVICES] = Services(
        name=SERVER_NAME,
        limits=_limits(settings, quotas),
        offers=tuple(_offer(game, bots_of(bots, game.name)) for game in games.values() if game.listed),
        matches=matches,
        lobby=lobby,
        players=players,
        programs=programs,
        presence=Presence(event_bus),
        quotas=quotas,
        quick_match=quick_match,
        moderation=moderation,
        following_up=following_up,
        talk=talk,
        reports=reports,
        standings=standings,
        exports=Exports(store.documents, players, programs, standings, talk, reports, moderation.audit),
        patterns=PatternList(store.documents, players),
    )
    app[CONNECTIONS] = Connections(
        room_for_connections(settings.connections),
        settings.connections_per_address,
        venues.times,
        behind_proxies=settings.trusted_proxies > 0,
    )
    app[SETTLING] = settling
    app[ADDRESSES] = Addresses(settings.trusted_proxies)
    app[FLUSHER] = flusher = Flusher()
    send_queues: weakref.WeakSet[SendQueue] = weakref.WeakSet()
    app[SEND_QUEUES] = send_queues
    app[ORIGINS] = frozenset(settings.origins)
    app[READINESS] = Readiness(store.ping)
    app[GAMES] = games
    app[CATALOGUES] = dict(catalogue_answers(games))
    app.add_routes(routes)
    app.add_routes(moderation_routes.routes)
    app.add_routes(standing_routes)

    async def running(_: web.Application) -> AsyncIterator[None]:
        does_the_lobbys_work = settings.role != "match"
        flusher.start()
        await store.start()
        matches.start()
        if does_the_lobbys_work:
            lobby.start()
            quick_match.listen(event_bus)
        quick_match.start(rounds=does_the_lobbys_work)
        settling.start(scored.look if does_the_lobbys_work else None)
        yield
        await quick_match.close()
        await settling.close()
        await lobby.close()
        await matches.close()
        await store.close()
        await flusher.close()

    app.cleanup_ctx.append(running)
    app.on_shutdown.append(_say_goodbye)
    app.on_response_prepare.append(harden_prepared)
    return app


def _limits(settings: Settings, quotas: Quotas) -> Limits:
    return Limits(
        messages_per_second=settings.messages_per_second,
        messages_at_once=2 * settings.messages_per_second,
        tables_per_player=settings.tables_per_player,
        tables_per_address=settings.tables_per_address,
        quotas=quotas.quotas,
    )


def _offer(game: AnyGame, bots: tuple[str, ...]) -> GameOffer:
    return GameOffer(
        name=GameName(game.name),
        title=game.title,
        version=game.version,
        least_seats=game.seats[0],
        most_seats=game.seats[-1],
        default_seats=game.default_seats,
        bots=bots,
        decks=() if game.decks is None else tuple(game.decks.ready),
        limits_a_turn=game.limits_a_turn,
    )


async def _say_goodbye(app: web.Application) -> None:
    # aiohttp waits for every answer that is not taken, twice as long as it is told, and then holds up what comes after.
    asyncio.get_running_loop().call_later(SECONDS_FOR_LAST_ANSWERS, app[CONNECTIONS].end_all)
    send_queues = app[SEND_QUEUES]
    goodbyes = [
        send_queue.close(WSCloseCode.SERVICE_RESTART, "restarting: reconnect") for send_queue in list(send_queues)
    ]
    await asyncio.gather(*goodbyes, return_exceptions=True)

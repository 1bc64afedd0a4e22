"""How everything is wired: the only file that knows everybody."""

import asyncio
import weakref
from collections.abc import AsyncIterator
from importlib.metadata import version

from aiohttp import WSCloseCode, web
from quarterdeck_games import AnyGame
from quarterdeck_protocol.messages import GameOffer, Limits
from quarterdeck_protocol.names import GameName, Milliseconds

from quarterdeck_server.bots import bots_for
from quarterdeck_server.card_files import games_with
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.programs import Programs
from quarterdeck_server.lobby.exporting import Exports
from quarterdeck_server.lobby.following_up import FollowingUp
from quarterdeck_server.lobby.gathering.lobby import Lobby
from quarterdeck_server.lobby.gathering.ratings_here import RatingsHere
from quarterdeck_server.lobby.moderating.moderating import Moderation
from quarterdeck_server.lobby.moderating.permits import Permits
from quarterdeck_server.lobby.seeking.quick_match import QuickMatch
from quarterdeck_server.lobby.standing.pages import out_of_ladders
from quarterdeck_server.lobby.standing.patterns import PatternList
from quarterdeck_server.lobby.standing.settling import Settling
from quarterdeck_server.lobby.standing.standings import Standings
from quarterdeck_server.lobby.talking.reports import Reports
from quarterdeck_server.lobby.talking.talk import Talk
from quarterdeck_server.lobby.talking.talk_at_tables import TalkAtTables
from quarterdeck_server.lobby.telling import Herald
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.open_files import room_for_connections
from quarterdeck_server.scoring import Scored, deed_of
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.store import Store
from quarterdeck_server.venues import Venues
from quarterdeck_server.web import http_moderation
from quarterdeck_server.web.addresses import ADDRESSES, Addresses
from quarterdeck_server.web.answers import harden_prepared
from quarterdeck_server.web.asking import answered, counted, held
from quarterdeck_server.web.catalogues import documents
from quarterdeck_server.web.connections import CONNECTIONS, Connections
from quarterdeck_server.web.house import House
from quarterdeck_server.web.http_standing import standing_routes
from quarterdeck_server.web.outbox import Outbox, Postman
from quarterdeck_server.web.presence import Presence
from quarterdeck_server.web.quotas import QUOTAS, SAY, Quotas
from quarterdeck_server.web.routes import CATALOGUES, GAMES, READINESS, Readiness, routes
from quarterdeck_server.web.socket import HOUSE, ORIGINS, OUTBOXES, POSTMAN

BOT_THAT_FILLS_SEATS = "greedy"
"""Which of the house's bots plays with whom nobody else is there for."""

SETTLING = web.AppKey("settling", Settling)

SERVER_NAME = f"quarterdeck {version('quarterdeck')}"


def build(settings: Settings, store: Store) -> web.Application:
    """Give the application of one process. It starts and stops the store's side of this process with itself."""
    games = dict(games_with(settings.cards_directory))
    venues = Venues(settings.venues)
    bots = bots_for(games)
    matches = Matches(games, store.log, bots, runs_clocks=settings.role != "lobby")
    settling = Settling(store.ledger, deed_of)
    scored = Scored(matches, settling)
    herald = Herald(store.ledger)
    players = Players(store.ledger, leaving=lambda player: out_of_ladders(player, tuple(games)))
    programs = Programs(store.ledger, players)
    standings = Standings(games, store.ledger, players, store.log.versions)
    lobby = Lobby(
        games,
        bots,
        store.tables,
        store.ledger,
        scored,
        matches.clock.now,
        Milliseconds(settings.bot_delay),
        tables_per_player=settings.tables_per_player,
        tables_per_address=settings.tables_per_address,
        times=venues.times,
        ratings=RatingsHere(standings, list(games), herald),
        permits=Permits(store.ledger),
    )
    matches.when_ended(lambda record: lobby.match_ended(record.opened.table, record.opened.match))
    quick_match = QuickMatch(
        games,
        store.ledger,
        lobby,
        now=matches.clock.now,
        bot=BOT_THAT_FILLS_SEATS,
        ratings=standings,
    )
    following_up = FollowingUp(lobby, quick_match.seeking)
    moderation = Moderation(store.ledger, players, elsewhere=following_up)
    guests_talk, pace = settings.guests_talk == "on", SAY if settings.quotas == "on" else None
    talk = Talk(store.ledger, players, TalkAtTables(lobby), matches, herald, guests_talk=guests_talk, pace=pace)
    reports = Reports(store.ledger, players, matches, moderation.audit)
    quotas = Quotas(QUOTAS if settings.quotas == "on" else (), times=venues.times)

    app = web.Application(middlewares=[answered, held, counted])
    app[HOUSE] = House(
        name=SERVER_NAME,
        limits=_limits(settings, quotas),
        offers=tuple(_offer(game, tuple(bots)) for game in games.values() if game.listed),
        matches=matches,
        lobby=lobby,
        players=players,
        programs=programs,
        presence=Presence(herald),
        quotas=quotas,
        quick_match=quick_match,
        moderation=moderation,
        following_up=following_up,
        talk=talk,
        reports=reports,
        standings=standings,
        exports=Exports(store.ledger, players, programs, standings, talk, reports, moderation.audit),
        patterns=PatternList(store.ledger, players),
    )
    app[CONNECTIONS] = Connections(
        room_for_connections(settings.connections),
        settings.connections_per_address,
        venues.times,
        behind_proxies=settings.trusted_proxies > 0,
    )
    app[SETTLING] = settling
    app[ADDRESSES] = Addresses(settings.trusted_proxies)
    app[POSTMAN] = postman = Postman()
    outboxes: weakref.WeakSet[Outbox] = weakref.WeakSet()
    app[OUTBOXES] = outboxes
    app[ORIGINS] = frozenset(settings.origins)
    app[READINESS] = Readiness(store.ping)
    app[GAMES] = games
    app[CATALOGUES] = dict(documents(games))
    app.add_routes(routes)
    app.add_routes(http_moderation.routes)
    app.add_routes(standing_routes)

    async def running(_: web.Application) -> AsyncIterator[None]:
        does_the_lobbys_work = settings.role != "match"
        postman.start()
        await store.start()
        matches.start()
        if does_the_lobbys_work:
            lobby.start()
            quick_match.listen(herald)
        quick_match.start(waves=does_the_lobbys_work)
        settling.start(scored.look if does_the_lobbys_work else None)
        yield
        await quick_match.close()
        await settling.close()
        await lobby.close()
        await matches.close()
        await store.close()
        await postman.close()

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
    outboxes = app[OUTBOXES]
    goodbyes = [outbox.close(WSCloseCode.SERVICE_RESTART, "restarting: reconnect") for outbox in list(outboxes)]
    await asyncio.gather(*goodbyes, return_exceptions=True)

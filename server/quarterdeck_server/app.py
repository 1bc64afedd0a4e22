"""The aiohttp application of one process: its services, routes and middlewares."""

import asyncio
import os
import secrets
import weakref
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from aiohttp import web
from quarterdeck_games import AnyGame

from quarterdeck_server.bots.roster import Bot
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.cards.pictures.gallery import galleries
from quarterdeck_server.fair_queue import FairTurns
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.notices.turn_notices import TurnNotices
from quarterdeck_server.lobby.operator_duties import OperatorDuties
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.lobby.sign_on.provider_file import read_providers
from quarterdeck_server.services.foundation import Randomness
from quarterdeck_server.services.repeatable_chance import RepeatableChance, repeatable_bots
from quarterdeck_server.services.retention import Retention
from quarterdeck_server.services.server_parts import ServerParts, wired
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.store import Store
from quarterdeck_server.telemetry.collector import Monitored
from quarterdeck_server.telemetry.endpoint import REGISTRY, registry_of
from quarterdeck_server.telemetry.event_loop import LoopLag
from quarterdeck_server.telemetry.queues import Queued
from quarterdeck_server.telemetry.server_state import server_state
from quarterdeck_server.web.connection_limits import CONNECTIONS, Connections
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.console.console_routes import STATE, State, console_routes
from quarterdeck_server.web.discord.discord_routes import ANSWERED_AT, DISCORD, discord_routes
from quarterdeck_server.web.drain import close_conversations
from quarterdeck_server.web.frames.deflate_windows import negotiate_client_window, use_small_windows
from quarterdeck_server.web.frames.input_turns import InputTurns
from quarterdeck_server.web.frames.send_queue import Flusher, SendQueue
from quarterdeck_server.web.frames.unsent_frames import UnsentFrames
from quarterdeck_server.web.handover import HANDOVER, Handover
from quarterdeck_server.web.http import packed_answers, replay_turns
from quarterdeck_server.web.http.browser_files import shipped_files
from quarterdeck_server.web.http.catalogues import catalogue_answers
from quarterdeck_server.web.http.cors import open_to_origins, preflighted
from quarterdeck_server.web.http.event_streams import EVENT_STREAMS, EventStream
from quarterdeck_server.web.http.paced_answers import UNSENT_BODIES, UnsentBodies, paced
from quarterdeck_server.web.http.packed_answers import PACKING, packed
from quarterdeck_server.web.http.private_server import close_streams, private
from quarterdeck_server.web.http.replay_files import REPLAY_FILES, ReplayFiles, replay_file_routes
from quarterdeck_server.web.http.replay_turns import MAKING
from quarterdeck_server.web.http.replays import REPLAYS, ReplayCache, replay_routes
from quarterdeck_server.web.http.requests import answered, counted, held
from quarterdeck_server.web.http.responses import harden_prepared
from quarterdeck_server.web.http.routes import moderation_routes
from quarterdeck_server.web.http.routes.admission_routes import admission_routes
from quarterdeck_server.web.http.routes.browser_routes import (
    BROWSER,
    FRAME_ORIGINS,
    HAS_PREVIEW,
    PAGE_TAGS,
    browser_routes,
    paged,
)
from quarterdeck_server.web.http.routes.card_routes import CARD_DATABASES, card_databases, card_routes
from quarterdeck_server.web.http.routes.club_routes import club_routes
from quarterdeck_server.web.http.routes.codes_routes import codes_routes
from quarterdeck_server.web.http.routes.collection_routes import collection_routes
from quarterdeck_server.web.http.routes.command_routes import command_routes
from quarterdeck_server.web.http.routes.decks_routes import decks_routes
from quarterdeck_server.web.http.routes.docs_routes import docs_routes
from quarterdeck_server.web.http.routes.game_routes import CATALOGUES, DOCUMENTS, GAMES, routes
from quarterdeck_server.web.http.routes.keys_routes import keys_routes
from quarterdeck_server.web.http.routes.notice_routes import notice_routes
from quarterdeck_server.web.http.routes.picture_routes import PICTURE_ANSWERS, picture_answers, picture_routes
from quarterdeck_server.web.http.routes.ratings_routes import standing_routes
from quarterdeck_server.web.http.routes.site_routes import site_routes
from quarterdeck_server.web.http.routes.spectator_routes import spectator_routes
from quarterdeck_server.web.http.routes.tournament_routes import tournament_routes
from quarterdeck_server.web.http.routes.trade_routes import trade_routes
from quarterdeck_server.web.http.routes.wish_routes import wish_routes
from quarterdeck_server.web.http.site_answers import SITE_ANSWERS, SiteAnswers
from quarterdeck_server.web.mail.mail_routes import mail_routes
from quarterdeck_server.web.oauth.oauth_routes import oauth_routes
from quarterdeck_server.web.open_files import room_for_connections
from quarterdeck_server.web.previews.card_words import CARD_WORDS, card_words
from quarterdeck_server.web.previews.preview_routes import PREVIEW_PICTURES, PreviewPictures, preview_routes
from quarterdeck_server.web.previews.preview_tags import PUBLIC_URL, tags_for
from quarterdeck_server.web.previews.public_facts import has_preview
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES, Addresses
from quarterdeck_server.web.readiness import READINESS, Readiness
from quarterdeck_server.web.sign_on.installed_providers import installed_providers
from quarterdeck_server.web.sign_on.passkey_routes import passkey_routes
from quarterdeck_server.web.sign_on.provider_client import ProviderClient
from quarterdeck_server.web.sign_on.sign_on_routes import PROVIDERS, Client, sign_on_routes
from quarterdeck_server.web.socket import CONVERSATIONS, FLUSHER, INPUT_TURNS, ORIGINS, SEND_QUEUES, Conversations

if TYPE_CHECKING:  # its packages need not be installed
    from quarterdeck_server.telemetry.traces import ActionTracer

SETTLING = web.AppKey("settling", Settlement)
TURN_NOTICES = web.AppKey("turn_notices", TurnNotices)
RETENTION = web.AppKey("retention", Retention)
OPERATOR_DUTIES = web.AppKey("operator_duties", OperatorDuties)

ROUTES = (
    routes,
    moderation_routes.routes,
    console_routes,
    admission_routes,
    standing_routes,
    card_routes,
    picture_routes,
    keys_routes,
    decks_routes,
    collection_routes,
    trade_routes,
    tournament_routes,
    club_routes,
    wish_routes,
    notice_routes,
    oauth_routes,
    sign_on_routes,
    passkey_routes,
    mail_routes,
    command_routes,
    codes_routes,
    docs_routes,
    spectator_routes,
    replay_routes,
    replay_file_routes,
    site_routes,
    preview_routes,
    discord_routes,
    browser_routes,
)
"""The last are the pages, which are found where nothing else is."""


def build(
    settings: Settings,
    store: Store,
    *,
    games: Mapping[str, AnyGame] | None = None,
    chance: Chance = secrets,
    bots: Mapping[str, Bot] | None = None,
    passwords: Passwords | None = None,
    budgets: Mapping[str, int] = LEVELS,
) -> web.Application:
    """Return the application of one process, which connects to the store at its start and disconnects at its end.
    `chance` and `bots` replace the normal ones where matches and packs must be repeatable. Tests also pass a cheaper
    hash for `passwords`, other `budgets` for searching bots, and `games` that they have read before."""
    if settings.test_seed is not None:
        games = games or games_with(settings.cards_directory, settings.sets)
        chance, bots = RepeatableChance(settings.test_seed), repeatable_bots(settings.test_seed, games)
    randomness = Randomness(matches=chance, packs=chance)
    parts = wired(settings, store, games=games, bots=bots, passwords=passwords, randomness=randomness, budgets=budgets)
    app = web.Application(middlewares=[paced, packed, answered, held, preflighted, counted, paged, private])
    _furnish(app, settings, parts)
    monitored = _monitored(app, parts)
    app[REGISTRY] = registry_of(monitored)
    state: State = partial(server_state, monitored, settings, os.environ)
    app[STATE] = state
    for group in ROUTES:
        app.add_routes(group)
    app.cleanup_ctx.append(_running(settings, parts))
    app.on_shutdown.append(close_conversations)
    for prepared in (open_to_origins, harden_prepared, negotiate_client_window):
        app.on_response_prepare.append(prepared)
    use_small_windows()
    return app


def _furnish(app: web.Application, settings: Settings, parts: ServerParts) -> None:
    """Store the objects in the application that routes look up."""
    app[SERVICES] = parts.services
    app[CONNECTIONS] = Connections(
        room_for_connections(settings.connections),
        settings.connections_per_address,
        parts.venues.times,
        behind_proxies=settings.trusted_proxies > 0,
    )
    app[UNSENT_BODIES] = UnsentBodies(parts.venues.times)
    app[SETTLING] = parts.settlement
    app[TURN_NOTICES] = parts.turn_notices
    app[RETENTION] = parts.retention
    app[OPERATOR_DUTIES] = parts.operator_duties
    app[ADDRESSES] = Addresses(settings.trusted_proxies)
    app[FLUSHER] = Flusher(parts.metrics.flushed, UnsentFrames(parts.venues.times))
    app[INPUT_TURNS] = InputTurns()
    app[SEND_QUEUES] = set[SendQueue]()
    app[CONVERSATIONS] = Conversations()
    app[HANDOVER] = Handover(app, settings.inherited_handover or ("",))
    app[EVENT_STREAMS] = weakref.WeakSet[EventStream]()
    parts.services.site.subscribe(partial(close_streams, app))
    app[ORIGINS] = frozenset(settings.origins)
    app[READINESS] = Readiness(parts.store.ping, lambda: parts.retention.archive_state)
    app[BROWSER] = browser = shipped_files() if settings.web.is_on else None
    app[SITE_ANSWERS] = SiteAnswers(parts.services.site, browser)
    app[GAMES] = parts.games
    app[DOCUMENTS] = {}
    app[REPLAYS] = ReplayCache()
    app[MAKING] = FairTurns(1, replay_turns.MOST_WAITING)
    app[PACKING] = FairTurns(1, packed_answers.MOST_WAITING)
    app[REPLAY_FILES] = ReplayFiles(parts.games)
    pictures = galleries(parts.games, settings.cards_directory)
    app[PICTURE_ANSWERS] = picture_answers(pictures)
    app[CATALOGUES] = catalogue_answers(parts.games, pictures)
    app[PAGE_TAGS], app[HAS_PREVIEW] = tags_for, has_preview
    app[PUBLIC_URL] = settings.public_url
    app[DISCORD], app[ANSWERED_AT] = settings.discord, parts.store.documents
    app[FRAME_ORIGINS] = settings.frame_origins
    providers = () if settings.sign_on_file is None else read_providers(settings.sign_on_file)
    clients: dict[str, Client] = {**installed_providers()}
    app[PROVIDERS] = clients | {provider.id: ProviderClient(provider) for provider in providers}
    app[CARD_WORDS] = card_words(parts.games)
    app[PREVIEW_PICTURES] = PreviewPictures()
    app[CARD_DATABASES] = card_databases(parts.games)


def _monitored(app: web.Application, parts: ServerParts) -> Monitored:
    """Return the parts of the process that Prometheus monitors."""
    send_queues = app[SEND_QUEUES]
    event_streams: weakref.WeakSet[EventStream] = app[EVENT_STREAMS]
    queued = Queued(
        send_queues=send_queues,
        event_streams=event_streams,
        matches=parts.services.matches,
        metrics=parts.metrics,
        settlement=parts.settlement,
        quotas=parts.services.quotas,
        presence=parts.services.presence,
        ratings=parts.services.tables.repository.ratings,
        search_pool=parts.search_pool,
        replays=app[REPLAYS],
        makings=app[MAKING],
        packings=app[PACKING],
        replay_files=app[REPLAY_FILES].turns,
        password_checks=parts.services.players.password_turns,
        unsent_bodies=app[UNSENT_BODIES],
        unsent_frames=app[FLUSHER].unsent,
    )
    return Monitored(parts, app[CONNECTIONS], send_queues, app[FLUSHER], app[READINESS], queued, app[HANDOVER])


def _running(settings: Settings, parts: ServerParts) -> Callable[[web.Application], AsyncIterator[None]]:
    """Return a context that connects this process to the store before the first request and disconnects after the
    last."""
    lag = LoopLag(parts.metrics.loop_lag)
    traces = _traces(settings, parts) if settings.traces else None
    parts.metrics.tracer = traces

    async def running(app: web.Application) -> AsyncIterator[None]:
        lag.start()
        await parts.start(does_the_lobbys_work=settings.role.does_the_lobbys_work)
        if settings.inherited_handover:
            app[HANDOVER].start()
        yield
        await app[HANDOVER].close()
        await parts.close()
        lag.close()
        await app[FLUSHER].close()
        if traces is not None:
            await asyncio.to_thread(traces.close)

    return running


def _traces(settings: Settings, parts: ServerParts) -> "ActionTracer":
    from quarterdeck_server.telemetry.traces import exported_traces

    return exported_traces(settings.traces, parts.services.name, parts.store.process)

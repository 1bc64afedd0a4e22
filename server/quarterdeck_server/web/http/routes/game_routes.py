"""Plain HTTP routes for matches and games: health, games, rules, cards, schema, transcripts."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from aiohttp import hdrs, web
from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import UnknownRules, rules_of
from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.http.lessons import Lesson
from quarterdeck_protocol.http.responses import GameDescription, Games, Health, Readiness
from quarterdeck_protocol.lobby.tables import DeckQuestion, DeckRead
from quarterdeck_protocol.names import GameName, MatchId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.schema import (
    from_client_schema,
    from_server_schema,
    game_schema,
    plain_schema,
    protocol_schema,
    transcript_schema,
)
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.cards.lessons import lesson_of
from quarterdeck_server.cards.rule_books import phrases_of, rule_book
from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.store_errors import Unfit
from quarterdeck_server.translations import deck_read_in, schema_in
from quarterdeck_server.web.connection_limits import CONNECTIONS
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http import rule_pages
from quarterdeck_server.web.http.catalogues import StaticAnswer
from quarterdeck_server.web.http.endpoints import Flag, WholeNumber, endpoint
from quarterdeck_server.web.http.replay_access import check_transcript
from quarterdeck_server.web.http.replay_turns import making
from quarterdeck_server.web.http.requests import body_of, in_language, language_of
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import READ_DECK, TRANSCRIPT
from quarterdeck_server.web.readiness import READINESS
from quarterdeck_server.web.socket import socket

GAMES: web.AppKey[dict[str, AnyGame]] = web.AppKey("games", dict)
DOCUMENTS: web.AppKey[dict[tuple[str, str | None], StaticAnswer]] = web.AppKey("documents", dict)
CATALOGUES: web.AppKey[MadeWhenAsked[tuple[str, int, str], StaticAnswer]] = web.AppKey("catalogues", MadeWhenAsked)

LARGEST_DECK = 65_536
"""Largest request about a deck in bytes: the size of a frame of the socket."""

DOORSTEP = """{server}: a match server for turn-based card games.

To play:         quarterdeck play --url {address}
To write a bot:  a WebSocket at {address}/v1/socket, subprotocol quarterdeck.v1
What is played:  {address}/v1/games
All messages:    {address}/v1/schema
Documents:       {address}/docs
"""

MOST_RULES = 1_000_000
RULES = WholeNumber(
    "rules",
    1,
    MOST_RULES,
    "The version of the game's rules, as a match was begun under it; without it that of new matches.",
)

MARKS = Flag(
    "marks",
    "Whether the schema carries our own keywords, such as `x-names`, as it does without this. Say `false` for a"
    " validator that refuses unknown keywords.",
)

ROOTS = {"from-client": from_client_schema, "from-server": from_server_schema, "transcript": transcript_schema}
"""The schemas that have one root."""

routes = web.RouteTableDef()


@routes.get("/v1/socket")
@endpoint(kinds=(), status=101)
async def get_socket(request: web.Request) -> web.StreamResponse:
    """Open a WebSocket with the subprotocol `quarterdeck.v1`, which `/v1/asyncapi.json` describes."""
    return await socket(request)


@routes.get("/")
@endpoint(kinds=("text/plain",))
async def get_doorstep(request: web.Request) -> web.Response:
    """Show a short introduction to this server as text in a terminal. A browser gets the page of the browser client."""
    address = f"{request.scheme}://{request.host}"
    text = DOORSTEP.format(server=request.app[SERVICES].name, address=address)
    return web.Response(text=text, headers={hdrs.VARY: hdrs.ACCEPT})


@routes.get("/healthz")
@endpoint(Health)
async def get_health(request: web.Request) -> web.Response:
    """Return a success status, because this process is running."""
    return as_json(Health(status="alive"))


@routes.get("/readyz")
@endpoint(Readiness)
async def get_readiness(request: web.Request) -> web.Response:
    """Return the readiness of this process: it needs room for more connections, and a store that keeps its data."""
    readiness = request.app[READINESS]
    readiness.check()
    request.app[CONNECTIONS].check_room()
    try:
        await readiness.ping()
    except Unfit as unfit:
        text = Text("The store answers but cannot save matches; the server's log says why.")
        raise CommandRefused(RefusalCode.UNAVAILABLE, text) from unfit
    pause = request.app[SERVICES].pause
    return as_json(Readiness(status="ready", new_matches=not pause.is_on, archive=readiness.archive_state()))


@routes.get("/v1/games")
@endpoint(Games)
async def get_games(request: web.Request) -> web.Response:
    """List the games of this server."""
    language = language_of(request)
    return _document(request, "games", lambda: Games(games=request.app[SERVICES].offers[language]), language)


@routes.get("/v1/games/{game}")
@endpoint(GameDescription, query=(RULES, MARKS))
async def get_game(request: web.Request) -> web.Response:
    """Return everything that a client without rules needs for one game: the phrases for its events and actions, and its
    schemas."""
    name = request.match_info["game"]
    game = await _game_asked(request)
    language = language_of(request)
    offer = next((offer for offer in request.app[SERVICES].offers[language] if offer.name == name), None)
    is_plain = MARKS.of(request) is False

    def document() -> object:
        schema = game_schema(game.options, game.actions, game.published_events, game.views, name)
        if is_plain:
            schema = plain_schema(schema)
        return GameDescription(
            offer=offer, phrases=phrases_of(game, language), schema=schema_in(language, game, schema)
        )

    return _document(request, f"game {name} {game.version} {is_plain}", document, language)


@routes.get("/v1/games/{game}/rules")
@endpoint(kinds=("text/markdown", "text/html"), query=(RULES,))
async def get_rules(request: web.Request) -> web.Response:
    """Return the rule book of a game, with an anchor for every rule that a refusal cites."""
    game = await _game_asked(request)
    book = rule_book(game, language_of(request))
    if book is None:
        raise CommandRefused(RefusalCode.NO_RULES, Text("{title} has no rule book.", title=game.title))
    return rule_pages.answer(request, book)


@routes.get("/v1/games/{game}/lesson")
@endpoint(Lesson)
async def get_lesson(request: web.Request) -> web.Response:
    """Return the lesson of a game: a guided first match, which a client plays without the server."""
    game = await _game_asked(request)
    language = language_of(request)
    lesson = lesson_of(game, language)
    if lesson is None:
        raise CommandRefused(RefusalCode.NO_LESSON, Text("{title} has no lesson.", title=game.title))
    return _document(request, f"lesson {game.name}", lambda: lesson, language)


@routes.get("/v1/games/{game}/cards")
@endpoint(RawCatalogue, query=(RULES,))
async def get_cards(request: web.Request) -> web.Response:
    """Return all cards of a game, with their printed values and their effects as data."""
    game = await _game_asked(request)
    document = await request.app[CATALOGUES].asked((game.name, game.version, language_of(request)))
    if document is None:
        raise CommandRefused(RefusalCode.NO_CARDS, Text("{title} has no catalogue of cards.", title=game.title))
    return document.answer(request)


@routes.post("/v1/games/{game}/deck")
@endpoint(DeckRead, body=DeckQuestion, quotas=(READ_DECK,))
async def post_deck(request: web.Request) -> web.Response:
    """Check a deck: return its cards, its code, and all its faults."""
    asked = await body_of(request, DeckQuestion, LARGEST_DECK)
    service = request.app[SERVICES].tables.service
    judged = service.judged_deck(GameName(request.match_info["game"]), asked.options, asked.deck)
    language = language_of(request)
    answer = as_json(deck_read_in(language, judged))
    in_language(answer, language)
    return answer


@routes.get("/v1/matches/{match}")
@endpoint(Transcript, quotas=(TRANSCRIPT,))
async def get_transcript(request: web.Request) -> web.Response:
    """Return the transcript of a finished match. If the match was private, only its players get it."""
    match = MatchId(request.match_info["match"])
    async with making(request):
        body = await request.app[SERVICES].matches.encoded_transcript(match, partial(check_transcript, request))
    return web.Response(body=body, content_type="application/json")


@routes.get("/v1/schema")
@endpoint(dict[str, Any], query=(MARKS,))
async def get_schema(request: web.Request) -> web.Response:
    """Return the JSON Schema of all messages."""
    return _schema(request, "schema", protocol_schema)


@routes.get("/v1/schema/{root}.json")
@endpoint(dict[str, Any], query=(MARKS,))
async def get_schema_of_a_root(request: web.Request) -> web.Response:
    """Return the JSON Schema of one direction alone, `from-client` or `from-server`, or of a file: `transcript`."""
    make = ROOTS.get(request.match_info["root"])
    if make is None:
        raise web.HTTPNotFound
    return _schema(request, f"schema {request.match_info['root']}", make)


async def _game_asked(request: web.Request) -> AnyGame:
    """Return the game named in a path, under the requested version of its rules. Raises `CommandRefused`."""
    name, games = request.match_info["game"], request.app[GAMES]
    if name not in games:
        raise unknown_game(name, games)
    rules = RULES.of(request)
    if rules is None or rules == games[name].version:
        return games[name]
    try:
        return await asyncio.to_thread(rules_of, games, name, rules)
    except UnknownRules as unknown:
        text = Text(
            "This server does not have these rules of {title}: {held}.", title=games[name].title, held=unknown.held_here
        )
        raise CommandRefused(RefusalCode.UNKNOWN_RULES, text, "?rules") from unknown


def _schema(request: web.Request, name: str, make: Callable[[], dict[str, Any]]) -> web.Response:
    """Answer with a JSON Schema, without the project's own keywords (marks) if the request asks so."""
    if MARKS.of(request) is False:
        return _document(request, f"plain {name}", lambda: plain_schema(make()))
    return _document(request, name, make)


def _document(request: web.Request, name: str, make: Callable[[], object], language: str | None = None) -> web.Response:
    """Answer with a document that is the same for all clients, or for all clients of one language. It is made and
    compressed at the first request."""
    documents = request.app[DOCUMENTS]
    if (name, language) not in documents:
        documents[name, language] = StaticAnswer(wire.encode(msgspec.to_builtins(make())), language=language)
    return documents[name, language].answer(request)

"""Facts about an address of this server that everybody may know, as the preview of a link to it.

Nothing is taken from a private state: a match, table or player that strangers may not see has the same preview as one
that does not exist, which is that of the server. Reading changes nothing: no player counts as back, and a match is
neither held in memory nor has its clock run.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from aiohttp import web
from msgspec import UNSET, Raw
from quarterdeck_protocol.lobby.tables import Access
from quarterdeck_protocol.names import GameName, MatchId, PlayerId, TableId, Version

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.record import Record
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.web.connection_services import SERVICES, Services
from quarterdeck_server.web.previews import preview
from quarterdeck_server.web.previews.card_words import CARD_WORDS
from quarterdeck_server.web.previews.preview import Preview
from quarterdeck_server.web.rate_limit.addresses import ADDRESSES
from quarterdeck_server.web.rate_limit.quotas import FINISHED_MATCH_FROM, READ_DECK

OWN_NAME = "Quarterdeck"
LONGEST_PATH = 2_000


class Asked(NamedTuple):
    """The address for which a preview is requested, with the request."""

    request: web.Request
    parts: Mapping[str, str]
    query: Mapping[str, list[str]]
    language: str

    @property
    def services(self) -> Services:
        return self.request.app[SERVICES]

    @property
    def titles(self) -> dict[str, str]:
        """The titles of all games."""
        return {offer.name: offer.title for offer in self.services.offers[self.language]}

    def title(self, game: str) -> str:
        """Return the title of a game."""
        return self.titles.get(game, game)


def host_name(services: Services) -> str:
    """Return the name of the host, or that of the program."""
    return OWN_NAME if services.site.now is None else services.site.now.name


def host_preview(services: Services, language: str) -> Preview:
    """Return the preview of the server itself, which is also that of everything that strangers may not see."""
    site = services.site.now
    return preview.of_server(host_name(services), "" if site is None else site.text(language), language)


def has_preview(path: str) -> bool:
    """True if links to this path have a preview of their own."""
    return any(pattern.fullmatch(path) for pattern, _ in SOURCES)


async def preview_of(request: web.Request, address: str, language: str) -> Preview:
    """Return the preview of an address of this server (a path with its query), as everybody may see it."""
    services = request.app[SERVICES]
    if services.site.admission.is_private or len(address) > LONGEST_PATH:
        return host_preview(services, language)
    try:
        parts = urlsplit(address)
    except ValueError:  # brackets that hold no address
        return host_preview(services, language)
    for pattern, source in SOURCES:
        if found := pattern.fullmatch(parts.path):
            named = {name: unquote(part) for name, part in found.groupdict().items()}
            try:
                shown = await source(Asked(request, named, parse_qs(parts.query), language))
            except (CommandRefused, Unavailable):  # without the store, the page is served all the same
                shown = None
            return shown or host_preview(services, language)
    return host_preview(services, language)


async def _of_match(asked: Asked) -> Preview | None:
    record = await _record_of(asked, MatchId(asked.parts["match"]))
    opened, result = record.opened, record.result
    is_over = result is not None and not opened.is_hidden(record.at, asked.services.matches.clock.now())
    is_watched = opened.spectators and opened.access is UNSET
    if not (is_watched or (is_over and opened.is_open_again)):
        return None
    game = asked.title(opened.game)
    if not is_over or result is None:
        return preview.of_running(game, record.players, asked.language)
    at = asked.query.get("at", [""])[0]
    if at.isascii() and at.isdecimal() and int(at[:9]) < record.version and opened.is_open_again:
        moment = Version(int(at[:9]))
        return preview.of_moment(game, record.players, moment, record.version, asked.language)
    return preview.of_finished(game, record.players, result, asked.language)


async def _record_of(asked: Asked, match: MatchId) -> Record:
    """Return a match without holding it in memory. Raises as `Matches.fold`, and `CommandRefused` if the address has
    read too many finished matches."""
    services, address = asked.services, asked.request.app[ADDRESSES].of(asked.request)
    if (held := services.matches.here(match)) is not None:
        return held.record
    services.quotas.take(FINISHED_MATCH_FROM, address)
    return await services.matches.fold(match)


async def _of_table(asked: Asked) -> Preview | None:
    tables = asked.services.tables
    record = await tables.repository.find(TableId(asked.parts["table"]))
    if record is None or record.access is Access.UNLISTED:
        return None
    shown = tables.subscribers.shown(record)
    return preview.of_table(asked.title(shown.game), shown, asked.language)


async def _of_player(asked: Asked) -> Preview | None:
    standings = asked.services.standings
    profile = await standings.profile(await standings.find(PlayerId(asked.parts["player"]), None))
    return preview.of_player(profile, asked.titles, asked.language)


async def _of_card(asked: Asked) -> Preview | None:
    game, card = asked.parts["game"], asked.parts["card"]
    words = await asked.request.app[CARD_WORDS].asked((game, asked.language))
    if words is None or card not in words:
        return None
    return preview.of_card(asked.title(game), *words[card], (game, card))


async def _of_deck(asked: Asked) -> Preview | None:
    game = GameName(asked.parts["game"])
    services, address = asked.services, asked.request.app[ADDRESSES].of(asked.request)
    services.quotas.take(READ_DECK, address)
    read = services.tables.service.judged_deck(game, Raw(b"{}"), asked.parts["code"])
    words = await asked.request.app[CARD_WORDS].asked((game, asked.language))
    names = {card: each.name for card, each in (words or {}).items()}
    return preview.of_deck(asked.title(game), read, names, asked.language)


async def _of_game(asked: Asked) -> Preview | None:
    title = asked.titles.get(asked.parts["game"])
    return None if title is None else preview.of_game(title, asked.language)


async def _of_invitation(asked: Asked) -> Preview:
    return preview.of_invitation(asked.language)


async def _of_challenge(asked: Asked) -> Preview:
    return preview.of_challenge(asked.language)


Source = Callable[[Asked], Awaitable[Preview | None]]

SOURCES: tuple[tuple[re.Pattern[str], Source], ...] = (
    (re.compile("/(?:m|embed/match|embed/replay)/(?P<match>[^/]+)"), _of_match),
    (re.compile("/t/(?P<table>[^/]+)"), _of_table),
    (re.compile("/u/(?P<player>[^/]+)"), _of_player),
    (re.compile("/cards/(?P<game>[^/]+)/(?P<card>[^/]+)"), _of_card),
    (re.compile("/decks/(?P<game>[^/]+)/(?P<code>[^/]+)"), _of_deck),
    (re.compile("/(?:games|learn)/(?P<game>[^/]+)"), _of_game),
    (re.compile("/join/[^/]+"), _of_invitation),
    (re.compile("/challenge"), _of_challenge),
)
"""The paths of the browser client with a preview of their own (`client/web/src/router.js`)."""

"""Plain HTTP routes for the cards of all games at once."""

from collections.abc import Mapping

import msgspec
from aiohttp import web
from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_protocol.http.card_search import RawCardPage
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.cards.database import CardDatabase, CardQuestion, NoNumber, UnknownFacet
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import Facets, WholeNumber, Word, Words, endpoint
from quarterdeck_server.web.http.requests import in_language, language_of
from quarterdeck_server.web.http.responses import as_json

CARD_DATABASES: web.AppKey[MadeWhenAsked[str, CardDatabase]] = web.AppKey("card_databases", MadeWhenAsked)

LONGEST_TEXT = 100
MOST_GAMES = 64
MOST_VALUES = 32
LAST_PAGE = 1_000_000

TEXT = Word("q", f"Words that stand on the card, at most {LONGEST_TEXT} characters: each begins a word there.")
GAMES = Words("game", MOST_GAMES, "Only cards of this game, or of these.")
PAGE = WholeNumber("page", 1, LAST_PAGE, "Which page, counted from 1; without it, the first.")
DECLARED = (TEXT.name, GAMES.name, PAGE.name)
FACETS = Facets(
    "facet",
    DECLARED,
    MOST_VALUES,
    "By the names that `facets` of an answer has, such as `element=dark&cost=2..4`: only cards that have this there, or"
    " a number in this span. One that stands there several times asks for any of its values.",
)

card_routes = web.RouteTableDef()


def card_databases(games: Mapping[str, AnyGame]) -> MadeWhenAsked[str, CardDatabase]:
    """Return the card databases of these games, one for each language."""
    return MadeWhenAsked(LANGUAGES, lambda language: CardDatabase(games.values(), language))


@card_routes.get("/v1/cards")
@endpoint(RawCardPage, query=(TEXT, GAMES, PAGE, FACETS))
async def get_cards(request: web.Request) -> web.Response:
    """Search the cards of all games. Each result has the printed values, the printings, the rules that cite the card,
    the ready decks that contain it, and its statistics: matches played and won with it."""
    question = CardQuestion(
        text=_text(request), games=_games(request), facets=FACETS.of(request), page=PAGE.of(request) or 1
    )
    language = language_of(request)
    database = await request.app[CARD_DATABASES].asked(language)
    if database is None:  # every language that is answered in has one
        raise web.HTTPNotFound
    try:
        page = database.search(question)
    except UnknownFacet as unknown:
        raise _no_facet(unknown) from unknown
    except NoNumber as error:
        text = Text("`{name}` must be a whole number or a range: `3`, `2..4`, `2..` or `..4`.", name=error.name)
        raise CommandRefused(RefusalCode.MALFORMED, text, f"?{error.name}") from error
    answer = as_json(await _with_plays(request, page))
    in_language(answer, language)
    return answer


async def _with_plays(request: web.Request, page: RawCardPage) -> RawCardPage:
    """Return a page of cards with their statistics of matches; without them while the store cannot be reached."""
    try:
        games = {found.game: await request.app[SERVICES].card_plays.of(found.game) for found in page.cards}
    except Unavailable:
        return page
    read = msgspec.json.Decoder(_Card)
    cards = [replace(each, plays=games[each.game].get(read.decode(each.card).id, ())) for each in page.cards]
    return replace(page, cards=tuple(cards))


class _Card(msgspec.Struct, frozen=True):
    """The fields that every card has."""

    id: str


def _text(request: web.Request) -> str:
    said = TEXT.of(request) or ""
    if len(said) > LONGEST_TEXT:
        text = Text("`{name}` can have at most {most} characters.", name=TEXT.name, most=LONGEST_TEXT)
        raise CommandRefused(RefusalCode.MALFORMED, text, f"?{TEXT.name}")
    return said


def _games(request: web.Request) -> tuple[str, ...]:
    """Return the games named in the query. Raises `CommandRefused` for an unknown one."""
    asked = GAMES.of(request)
    request.app[SERVICES].tables.service.check_games([GameName(name) for name in asked], "?game")
    return tuple(asked)


def _no_facet(unknown: UnknownFacet) -> CommandRefused:
    """Return the refusal of an unknown search parameter, with the known ones."""
    name, parameters = unknown.name[:64], ", ".join(f"`{each}`" for each in (*DECLARED, FACETS.name))
    if unknown.right:
        right = ", ".join(f"`{each}`" for each in unknown.right)
        text = Text(
            "These cards have no facet `{name}`; there are {names}, and the parameters {parameters}.",
            name=name,
            names=right,
            parameters=parameters,
        )
    else:
        text = Text(
            "There is no parameter `{name}`; there are {parameters}, and these cards have no facets.",
            name=name,
            parameters=parameters,
        )
    return CommandRefused(RefusalCode.MALFORMED, text, f"?{name}")

"""Tournaments over plain HTTP: the list, and one of them with its standings and pairings, also as files."""

import msgspec
from aiohttp import hdrs, web
from quarterdeck_protocol.lobby import tournaments as messages
from quarterdeck_protocol.lobby.tournaments import Tournament, TournamentChanged, TournamentId, Tournaments
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tournaments import tournament_files
from quarterdeck_server.lobby.tournaments.reports.signed_log import statement_of_log
from quarterdeck_server.lobby.tournaments.reports.tournament_report import Edition, has_report, report_of
from quarterdeck_server.lobby.tournaments.tournament_pages import Page
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.endpoints import JSON, WholeNumber, Word, endpoint
from quarterdeck_server.web.http.responses import as_json
from quarterdeck_server.web.rate_limit.quotas import TOURNAMENTS_FROM

tournament_routes = web.RouteTableDef()

CSV, PLAIN = "text/csv", "text/plain"
AS = Word(
    "as",
    "The form of the answer: the whole as JSON, also with the log after the end, the standings or pairings as CSV, or "
    "the report of FIDE in its format of 2016 or 2026.",
    ("json", "standings", "pairings", "trf", "trf26", "log"),
)
PAGE = (
    WholeNumber(
        "rows", 0, messages.MOST_ROWS, "Of a tournament with more players, only a part as in `get_tournament`."
    ),
    WholeNumber("from_row", 1, messages.MOST_IN_SWISS, "The first row of the part."),
    WholeNumber("round", 1, 2 * messages.MOST_ROUNDS, "The round whose pairings are shown; the last one without it."),
    WholeNumber("from_pairing", 1, messages.MOST_IN_SWISS, "The first pairing of the part."),
)


@tournament_routes.get("/v1/tournaments")
@endpoint(Tournaments, quotas=(TOURNAMENTS_FROM,))
async def get_tournaments(request: web.Request) -> web.Response:
    """Return the tournaments: open and running ones first, then ended ones, newest first."""
    return as_json(Tournaments(tournaments=await request.app[SERVICES].tournaments.listed()))


@tournament_routes.get("/v1/tournaments/{tournament}")
@endpoint(TournamentChanged, kinds=(JSON, CSV, PLAIN), query=(AS, *PAGE), quotas=(TOURNAMENTS_FROM,))
async def get_tournament(request: web.Request) -> web.Response:
    """Return a tournament with its standings and pairings, or one of its tables as a file."""
    id_ = TournamentId(request.match_info["tournament"])
    form = AS.of(request)
    if form == "log":
        services = request.app[SERVICES]
        tournament, log = await services.tournaments.logged(id_)
        signature = await services.server_keys.sign(statement_of_log(id_, log))
        answer = {"type": "tournament_changed", "tournament": tournament, "log": log, "signature": signature}
        return web.json_response(body=msgspec.json.encode(answer))
    page = Page.asked(*(each.of(request) for each in PAGE)) if form == "json" else None
    tournament = await request.app[SERVICES].tournaments.shown(id_, is_whole=form != "json", page=page)
    match form:
        case "standings":
            return _file(tournament, "-standings.csv", tournament_files.standings_csv(tournament), CSV)
        case "pairings":
            return _file(tournament, "-pairings.csv", tournament_files.pairings_csv(tournament), CSV)
        case "trf" | "trf26":
            if not has_report(tournament):
                text = Text("The report of FIDE cannot express this tournament.")
                raise CommandRefused(RefusalCode.MALFORMED, text, "?as")
            edition = Edition.TRF16 if form == "trf" else Edition.TRF26
            return _file(tournament, f".{form}", str(report_of(tournament, edition)), PLAIN)
        case _:
            return as_json(TournamentChanged(tournament=tournament))


def _file(tournament: Tournament, name: str, text: str, kind: str) -> web.Response:
    """Return a file for saving, whose name begins with the id of the tournament."""
    saved = f'attachment; filename="{tournament.summary.id}{name}"'
    return web.Response(text=text, content_type=kind, charset="utf-8", headers={hdrs.CONTENT_DISPOSITION: saved})

"""Settings of a new tournament, checked against its format and its game. Pure."""

import msgspec
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.tournaments import (
    CreateTournament,
    TieBreak,
    TournamentDecks,
    TournamentEntry,
    TournamentFormat,
)
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.pack_pools import pools_of
from quarterdeck_server.lobby.tables import setups
from quarterdeck_server.lobby.tournaments.formats.brackets import rounds_of
from quarterdeck_server.lobby.tournaments.tournament_log import FormatRules, SealedRules, Settings
from quarterdeck_server.lobby.tournaments.tournament_state import SEATS

LATEST = 60_000
"""Milliseconds after the first round within which it can still be announced: the command may have been repeated."""

FURTHEST = 366 * 24 * 60 * 60 * 1000
"""The furthest time of the first round, in milliseconds from now."""

PLACE_POINTS = (300, 200, 100, 0)
CUTS = frozenset({TournamentFormat.SWISS, TournamentFormat.ROUND_ROBIN})
"""The formats after which a bracket can follow."""

KNOWN = [each.value for each in TournamentFormat if each is not TournamentFormat.OTHER]


def settings_of(game: AnyGame, message: CreateTournament, name: str, now: Milliseconds) -> Settings:
    """Return the settings of a new tournament. Raises `CommandRefused` if it cannot be played so."""
    format_ = message.format
    if format_ is TournamentFormat.OTHER:
        raise _wrong(Text("This format is unknown; use one of: {known}.", known=", ".join(KNOWN)), "$.format")
    if message.starts_at is not None and message.starts_at < now - LATEST:
        raise _wrong(Text("The first round must begin in the future."), "$.starts_at")
    if (message.starts_at or 0) > now + FURTHEST:
        raise _wrong(Text("The first round must begin within a year."), "$.starts_at")
    if TieBreak.OTHER in message.tie_breaks or len({*message.tie_breaks}) < len(message.tie_breaks):
        raise _wrong(Text("Name each tie-break once, and only known ones."), "$.tie_breaks")
    if message.most_in_swiss is not None and format_ is not TournamentFormat.SWISS:
        raise _wrong(Text("Only the Swiss system takes this number of players."), "$.most_in_swiss")
    if message.accelerated and format_ is not TournamentFormat.SWISS:
        raise _wrong(Text("Only the rounds of the Swiss system can be accelerated."), "$.accelerated")
    setups.check_delay(message.spectator_delay)
    _check_series(message)
    _check_rounds(message)
    _check_arena(message)
    _check_entry(message)
    is_pods = format_ is TournamentFormat.PODS
    seats = range(SEATS, (message.pod_size if is_pods else SEATS) + 1)
    options = [setups.options_for(game, each, message.options) for each in seats][-1]
    sealed = _sealed(game, message)
    check_in = None if message.check_in is None else Milliseconds(message.check_in)
    rules = FormatRules(
        best_of=message.best_of,
        cut_to=message.cut_to,
        third_place=message.third_place,
        pod_size=message.pod_size,
        place_points=(message.place_points or PLACE_POINTS) if is_pods else (),
        tie_breaks=message.tie_breaks,
        check_in=check_in,
        when_ready=message.when_ready,
        spectator_delay=message.spectator_delay,
        rated=message.rated,
        entry=message.entry,
        club=message.club,
        least_rating=message.least_rating,
        most_rating=message.most_rating,
        waiting_list=message.waiting_list,
        virtual_opponents=format_ is TournamentFormat.SWISS,
        is_crossed=format_ is TournamentFormat.DOUBLE_ELIMINATION,
        accelerated=message.accelerated,
        decks=message.decks,
        open_lists=message.open_lists,
        sealed=sealed,
        duration=None if message.duration is None else Milliseconds(message.duration),
    )
    return Settings(
        name=name,
        game=message.game,
        format=format_,
        options=Raw(msgspec.json.encode(options)),
        time_limit=Milliseconds(message.time_limit),
        rounds=message.rounds,
        most_entrants=message.most_in_arena
        if format_ is TournamentFormat.ARENA
        else message.most_in_swiss or message.most_entrants,
        starts_at=None if message.starts_at is None else Milliseconds(message.starts_at),
        between_rounds=None if message.between_rounds is None else Milliseconds(message.between_rounds),
        bots=message.bots,
        stored_rules=rules,
    )


def _most(message: CreateTournament) -> int:
    if message.format is TournamentFormat.ARENA:
        return message.most_in_arena
    return message.most_in_swiss or message.most_entrants


def _check_series(message: CreateTournament) -> None:
    is_pods = message.format is TournamentFormat.PODS
    if message.best_of == SEATS or (is_pods and message.best_of > 1):
        raise _wrong(Text("Pairings have 1 match or 3, and pods have 1."), "$.best_of")
    if message.cut_to is not None and message.format not in CUTS:
        raise _wrong(Text("Only the Swiss system and the round robin are followed by a bracket."), "$.cut_to")
    points = message.place_points
    if list(points) != sorted(points, reverse=True) or (points and not points[0]):
        raise _wrong(Text("Points by place begin with the highest, which is above 0."), "$.place_points")


def _check_rounds(message: CreateTournament) -> None:
    """Refuse brackets and round robins that cannot end in their rounds."""
    players = message.most_entrants
    match message.format:
        case TournamentFormat.SINGLE_ELIMINATION | TournamentFormat.DOUBLE_ELIMINATION:
            needed = rounds_of(players, is_double=message.format is TournamentFormat.DOUBLE_ELIMINATION)
        case TournamentFormat.ROUND_ROBIN:
            needed = players - 1 + players % 2
        case _:
            return
    if message.rounds < needed:
        text = Text("{players} players need {needed} rounds in this format.", players=players, needed=needed)
        raise _wrong(text, "$.rounds")


def _check_arena(message: CreateTournament) -> None:
    """Refuse settings that only arenas have, or that they lack."""
    is_arena = message.format is TournamentFormat.ARENA
    if (message.duration is not None) is not is_arena:
        raise _wrong(Text("Arenas have a duration, and other formats have rounds."), "$.duration")
    if TieBreak.PERFORMANCE in message.tie_breaks or (is_arena and message.tie_breaks):
        raise _wrong(Text("Arenas order equal players by performance, and other formats do not."), "$.tie_breaks")
    if is_arena and (message.best_of > 1 or message.check_in is not None or message.when_ready):
        where = "$.best_of" if message.best_of > 1 else "$.when_ready" if message.when_ready else "$.check_in"
        raise _wrong(Text("Arenas have single matches, and no check-in."), where)


def _sealed(game: AnyGame, message: CreateTournament) -> SealedRules | None:
    """Return the packs of a sealed tournament. Raises `CommandRefused` for decks that the game does not have."""
    rule = message.decks
    if rule is TournamentDecks.OTHER:
        raise _wrong(Text("Decks are `any`, `ready`, `owned` or `sealed`."), "$.decks")
    if game.decks is None and (rule is not TournamentDecks.ANY or message.open_lists):
        where = "$.open_lists" if rule is TournamentDecks.ANY else "$.decks"
        raise _wrong(Text("Players bring no decks to {title}.", title=game.title), where)
    if rule is not TournamentDecks.SEALED:
        if message.build_time is not None:
            raise _wrong(Text("Only sealed tournaments have a time for building."), "$.build_time")
        return None
    pool = pools_of({game.name: game}).get(message.game)
    if pool is None or message.format is TournamentFormat.ARENA:
        raise _wrong(Text("This game or format has no packs for sealed decks."), "$.decks")
    build_time = None if message.build_time is None else Milliseconds(message.build_time)
    return SealedRules(packs=message.packs, build_time=build_time, pool=pool)


def _check_entry(message: CreateTournament) -> None:
    if message.entry is TournamentEntry.OTHER:
        raise _wrong(Text("Entries are `open`, `invited` or for the members of a `club`."), "$.entry")
    if (message.club is not None) is not (message.entry is TournamentEntry.CLUB):
        raise _wrong(Text("Name the club for entries of its members, and for no others."), "$.club")
    if message.most_rating is not None and (message.least_rating or 0) > message.most_rating:
        raise _wrong(Text("The highest rating is below the lowest one."), "$.most_rating")


def _wrong(text: Text, where: str) -> CommandRefused:
    return CommandRefused(RefusalCode.MALFORMED, text, where)

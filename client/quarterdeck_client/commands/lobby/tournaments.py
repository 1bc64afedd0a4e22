"""The command `quarterdeck tournament`: make tournaments, direct them, and save their tables."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click
import msgspec
from quarterdeck_protocol.lobby.tournament_schedules import TournamentSchedule
from quarterdeck_protocol.lobby.tournaments import MOST_ENTRANTS, CreateTournament, Tournament, TournamentFormat
from quarterdeck_protocol.sides import Player

from quarterdeck_client.client import Client
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_client.commands.remembered_player import RememberedPlayer, as_saved_player, pass_here
from quarterdeck_client.http_requests import TournamentFile
from quarterdeck_client.words.tournament_words import (
    WEEKDAYS,
    pairing_in_words,
    pairings_in_words,
    schedule_in_words,
    standings_in_words,
    summary_in_words,
    tournament_in_words,
)

BY_THE_DIRECTOR = "director"
"""The value of `--between` for rounds that the director begins."""


@click.group(cls=ServerGroup)
@as_saved_player("quarterdeck tournament")
def tournament() -> None:
    """Make tournaments and direct them. Save standings, pairings and reports as files."""


@tournament.command("list")
@pass_here
def list_(here: RememberedPlayer) -> None:
    """List the tournaments with their ids: open and running ones first."""

    async def listed(client: Client) -> list[str]:
        found = await client.tournaments.list()
        return [f"{each.id}  {summary_in_words(each, _titles(client))}" for each in found]

    echo(*(here.ask_publicly(listed) or ["There are no tournaments."]))


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@pass_here
def show(here: RememberedPlayer, id_: str, *, as_json: bool) -> None:
    """Show a tournament with its standings and pairings."""

    async def shown(client: Client) -> tuple[Tournament, list[str]]:
        found = await client.tournaments.get(id_)
        return found, tournament_in_words(found, _titles(client), client.player.id)

    found, lines = here.ask_publicly(shown)
    if as_json:
        echo_json(found)
    else:
        echo(*lines, "", *standings_in_words(found), "", *pairings_in_words(found))


@tournament.command()
@click.argument("title", required=False)
@click.argument("game", required=False)
@click.option("--file", type=click.Path(path_type=Path), help="JSON file with the fields of create_tournament.")
@click.option("--rounds", type=int, help="Number of rounds.")
@click.option("--time-limit", type=float, help="Seconds for each action.")
@click.option("--most", type=int, help="Maximum number of players.")
@click.option("--starts", type=click.DateTime(), help="Time of the first round, in the local time zone.")
@click.option("--between", help="Seconds from the last result of a round to the next round, or `director`.")
@click.option("--arena", type=int, metavar="MINUTES", help="Make an arena of this duration.")
@click.option("--bots/--no-bots", default=None, help="Programs may enter.")
@pass_here
def create(here: RememberedPlayer, /, file: Path | None, **given: Any) -> None:
    """Make a tournament with TITLE in GAME, and direct it. Options replace the fields of --file."""
    try:
        fields = {} if file is None else msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
        command = msgspec.convert({**fields, "type": "create_tournament", **_fields(**given)}, CreateTournament)
    except (OSError, msgspec.DecodeError, ValueError) as error:
        raise Failure(f"This is no tournament: {error}") from error
    made = here.ask_of_all(lambda client: client.tournaments.create_from(command))
    echo(f"{made.summary.id}  {summary_in_words(made.summary, {})}")


@tournament.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--every", type=click.Choice(WEEKDAYS), required=True, help="Day of the week.")
@click.option("--at", required=True, metavar="HH:MM", help="Local time of the first round.")
@click.option("--zone", required=True, help="Time zone of --at, such as Europe/Berlin.")
@click.option("--open", "hours", type=int, default=48, show_default=True, help="Hours for entries before it.")
@pass_here
def schedule(here: RememberedPlayer, file: Path, every: str, at: str, zone: str, hours: int) -> None:
    """Let the server make the tournament in FILE each week, and direct it.

    FILE has the fields of create_tournament as JSON.
    """
    try:
        fields = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
        command = msgspec.convert({**fields, "type": "create_tournament"}, CreateTournament)
    except (OSError, msgspec.DecodeError, ValueError) as error:
        raise Failure(f"This is no tournament: {error}") from error
    day, before = WEEKDAYS.index(every), 3_600_000 * hours
    _say(here.ask_of_all(lambda client: client.tournaments.schedule(command, day, at, zone, open_before=before)))


@tournament.command()
@pass_here
def schedules(here: RememberedPlayer) -> None:
    """List your schedules with their ids."""
    _say(here.ask_of_all(lambda client: client.tournaments.schedules()))


@tournament.command()
@click.argument("id_", metavar="SCHEDULE")
@pass_here
def unschedule(here: RememberedPlayer, id_: str) -> None:
    """Remove a schedule. Its tournaments stay."""
    _say(here.ask_of_all(lambda client: client.tournaments.unschedule(id_)))


def _say(found: Sequence[TournamentSchedule]) -> None:
    echo(*([f"{each.id}  {schedule_in_words(each)}" for each in found] or ["You have no schedules."]))


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@pass_here
def begin(here: RememberedPlayer, id_: str) -> None:
    """Have the next round paired now, as the director."""

    async def begun(client: Client) -> int:
        round_ = (await client.tournaments.get(id_)).summary.round + 1
        await client.tournaments.begin_round(id_, round_)
        return round_

    echo(f"Round {here.ask_of_all(begun)} is being paired.")


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@click.argument("player")
@pass_here
def invite(here: RememberedPlayer, id_: str, player: str) -> None:
    """Let PLAYER enter a tournament for invited players, as its director."""

    async def invited(client: Client) -> Player:
        found = (await client.standings.profile(name=player[:64])).player
        await client.tournaments.invite(id_, found.id)
        return found

    echo(f"{here.ask_of_all(invited).name} can enter.")


HUNDREDTHS = frozenset(number / 100 for number in range(100_001))
"""The points that a ruling can give."""


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@click.argument("match")
@click.argument("points", nargs=-1, required=True, type=float)
@click.argument("why")
@pass_here
def rule(here: RememberedPlayer, id_: str, match: str, points: tuple[float, ...], why: str) -> None:
    """Rule the result of MATCH in the last round, as the director.

    MATCH is its id, or the name of a player in it. POINTS are those of its players in the order of the pairing: `1 0`,
    `0.5 0.5`.
    """

    async def ruled(client: Client) -> str:
        found = await client.tournaments.get(id_)
        names = {each.player.id: each.player.name for each in found.entrants}
        last = [each for each in (found.rounds[-1].pairings if found.rounds else ()) if each.match is not None]
        named = [each for each in last if match in [names.get(player) for player in each.players]]
        matching = [each for each in last if each.match == match] or named  # a name can be like the id of a match
        if len(matching) != 1:
            raise Failure(f"The last round has {'several matches' if matching else 'no match'} {match}.")
        (pairing,) = matching
        if len(points) != len(pairing.players):
            raise Failure(f"Give the points of {len(pairing.players)} players.")
        if not all(each in HUNDREDTHS for each in points):
            raise Failure("Points have at most two decimals, such as 1, 0.5 or 0.")
        hundredths = tuple(round(100 * each) for each in points)
        is_pod = found.summary.format is TournamentFormat.PODS
        pair, pod = ((0, 0), hundredths) if is_pod else ((hundredths[0], hundredths[1]), ())
        changed = await client.tournaments.rule(id_, str(pairing.match), pair, why, pod_points=pod)
        return next(
            pairing_in_words(each, names) for each in changed.rounds[-1].pairings if each.players == pairing.players
        )

    echo(here.ask_of_all(ruled))


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@click.argument("player")
@click.argument("why")
@click.option("--disqualify", is_flag=True, help="The player loses a running match of two, and is last.")
@pass_here
def remove(here: RememberedPlayer, id_: str, player: str, why: str, *, disqualify: bool) -> None:
    """Remove PLAYER, as the director. Everybody can read WHY."""
    here.ask_of_all(lambda client: _about(client, id_, player, why, disqualify=disqualify))
    echo(f"{player} is {'disqualified' if disqualify else 'removed'}.")


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@click.argument("player")
@click.argument("why")
@pass_here
def reinstate(here: RememberedPlayer, id_: str, player: str, why: str) -> None:
    """Take the removal of PLAYER back, as the director."""
    here.ask_of_all(lambda client: _about(client, id_, player, why))
    echo(f"{player} can come back.")


async def _about(client: Client, id_: str, player: str, why: str, *, disqualify: bool | None = None) -> Tournament:
    """Remove the player of a tournament with this name; without `disqualify` reinstate the player."""
    entrants = (await client.tournaments.get(id_)).entrants
    found = next((each.player.id for each in entrants if each.player.name == player), player)
    if disqualify is None:
        return await client.tournaments.reinstate(id_, found, why)
    return await client.tournaments.remove(id_, found, why, disqualify=disqualify)


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@click.argument("why")
@pass_here
def close(here: RememberedPlayer, id_: str, why: str) -> None:
    """End a tournament, as its director. Before its first round it is cancelled."""
    echo(f"It is {here.ask_of_all(lambda client: client.tournaments.end(id_, why)).summary.stage}.")


@tournament.command()
@click.argument("id_", metavar="TOURNAMENT")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--as",
    "form",
    type=click.Choice([each.value for each in TournamentFile]),
    default=TournamentFile.JSON.value,
    show_default=True,
    help="The whole as JSON, standings or pairings as CSV, or the report of FIDE (2016 or 2026).",
)
@pass_here
def export(here: RememberedPlayer, id_: str, file: Path, form: str) -> None:
    """Save a tournament to FILE."""
    saved = here.ask_publicly(lambda client: client.tournament_file(id_, TournamentFile(form)))
    try:
        file.write_bytes(saved)
    except OSError as error:
        raise Failure(f"{file}: {error.strerror}") from error
    echo(f"{file}: {len(saved):,} bytes.")


def _fields(
    *,
    title: str | None,
    game: str | None,
    rounds: int | None,
    time_limit: float | None,
    most: int | None,
    starts: datetime | None,
    between: str | None,
    bots: bool | None,
    arena: int | None,
) -> dict[str, Any]:
    """Return the fields of the options that are given."""
    fields = {
        "name": title,
        "game": game,
        "rounds": rounds,
        "time_limit": None if time_limit is None else round(1000 * time_limit),
        "most_in_swiss" if (most or 0) > MOST_ENTRANTS else "most_entrants": most,
        "starts_at": None if starts is None else round(1000 * starts.timestamp()),
        "bots": bots,
    }
    given: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
    if arena is not None:
        given = {"format": "arena", "rounds": 1, "duration": 60_000 * arena, **given}
    if between is not None:
        given["between_rounds"] = None if between == BY_THE_DIRECTOR else round(1000 * float(between))
    return given


def _titles(client: Client) -> dict[str, str]:
    return {str(offer.name): offer.title for offer in client.welcome.games}

"""The commands `quarterdeck ladder` and `quarterdeck profile`: show ratings."""

from collections.abc import Sequence

import click
from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.lobby.standings import GameStanding, History, Ladder, Played, Profile
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_client.client import Client
from quarterdeck_client.commands.output import echo, echo_json, echo_table
from quarterdeck_client.commands.server_options import PATIENCE, json_option, run, url_option
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.phrases import NOTHING, name_of
from quarterdeck_client.words.standings_words import rating_in_words, result_in_words

HEADINGS = ("GAME", "RATING", "PLACE", "RANK", "PLAYED", "WON")


@click.command()
@url_option
@click.argument("game")
@click.option("--page", type=click.IntRange(1, 1_000_000), default=1, show_default=True, help="Page number, from 1.")
@click.option("--bots", is_flag=True, help="The ladder of players' bots.")
@json_option
def ladder(url: str, game: str, page: int, bots: bool, as_json: bool) -> None:
    """Show the ladder of a game."""
    among = RatedAmong.BOTS if bots else RatedAmong.PEOPLE
    shown = run(_ladder(url, game, page, among), (lambda error: _print_json(error=error)) if as_json else None)
    if as_json:
        _print_json(ladder=shown)
        return
    if not shown.places:
        echo("There are no players in this ladder yet." if page == 1 else "There are no players on this page.")
        return
    has_ranks = any(each.rank is not None for each in shown.places)
    rows = [("PLACE", "PLAYER", "RATING", "MATCHES", "WON", *(["RANK"] if has_ranks else []))]
    for each in shown.places:
        cells = (str(each.place), each.player.name, rating_in_words(each.rating), str(each.rated), str(each.won))
        rows.append((*cells, *([each.rank or NOTHING] if has_ranks else [])))
    echo_table(rows)
    if shown.pages > 1:
        echo("", f"Page {shown.page} of {shown.pages}; {shown.listed} players.")


@click.command()
@url_option
@click.argument("name")
@json_option
def profile(url: str, name: str, as_json: bool) -> None:
    """Show a player's ratings and newest matches. PLAYER is an account name or an id."""
    asked = run(_profile(url, name), (lambda error: _print_json(error=error)) if as_json else None)
    shown, history = asked
    if as_json:
        _print_json(profile=shown, matches=history.matches)
        return
    echo(f"{shown.player.name} ({shown.player.kind}, {shown.player.id})", "")
    if not shown.games:
        echo("Has not played with other people yet.")
    else:
        echo_table([HEADINGS, *map(_game, shown.games)])
    if shown.against_bots:
        echo("", "Against bots of players:")
        echo_table([HEADINGS, *map(_game, shown.against_bots)])
    if history.matches:
        echo("")
        rows = [("MATCH", "GAME", "PLACE", "RATING", "WITH"), *(_match(match, shown) for match in history.matches)]
        echo_table(rows)


async def _ladder(url: str, game: str, page: int, among: RatedAmong) -> Ladder:
    async with Client(url, patience=PATIENCE, client="quarterdeck ladder") as client:
        return await client.standings.ladder(game, page, among=among)


async def _profile(url: str, name: str) -> tuple[Profile, History]:
    async with Client(url, patience=PATIENCE, client="quarterdeck profile") as client:
        try:
            profile = await client.standings.profile(name=name[:64])
        except RefusedError as refused:
            if refused.code is not RefusalCode.UNKNOWN_PLAYER:
                raise
            profile = await client.standings.profile(name[:64])
        return profile, await client.standings.history(profile.player.id)


def _game(each: GameStanding) -> tuple[str, ...]:
    place = NOTHING if each.place is None else str(each.place)
    return (each.game, rating_in_words(each.rating), place, each.rank or NOTHING, str(each.played), str(each.won))


def _match(match: Played, profile: Profile) -> tuple[str, ...]:
    others = ", ".join(name_of(seat.player) for seat in match.seats if seat.player.id != profile.player.id)
    return (match.match, match.game, *result_in_words(match, profile.player.id), others)


def _print_json(
    *,
    ladder: Ladder | None = None,
    profile: Profile | None = None,
    matches: Sequence[Played] = (),
    error: str | None = None,
) -> None:
    what = {"ladder": ladder} if profile is None else {"profile": profile, "matches": matches}
    echo_json({**what, "error": error})

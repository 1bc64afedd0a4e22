"""`quarterdeck verify`."""

from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_protocol.names import Seat, Version

from quarterdeck_server import verification
from quarterdeck_server.commands.transcript_files import UnreadableError, installed_games, read_transcript
from quarterdeck_server.verification import CannotJudge, DoesNotFollow, Found, Noted

FOLLOWS, DOES_NOT_FOLLOW, CANNOT_SAY = 0, 1, 2
"""The exit codes."""

HOW_NOTED = {
    True: "each is noted in its entry: a program that knows no rules can draw it again",
    False: "they are not noted in the entries: an older server began the match",
}
"""Where what was drawn can be read, by whether entries note it."""


class _Link(click.ParamType[tuple[Version, str]]):
    """`VERSION:HEX`, as an `update` told it."""

    name = "version:hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Version, str]:
        version, colon, link = str(value).partition(":")
        if not (colon and version.isdecimal() and _is_hash(link)):
            self.fail(f"{value!r} is not a version, a colon and 64 hexadecimal digits", param, ctx)
        return Version(int(version)), link.lower()


class _Entropy(click.ParamType[tuple[Seat, str]]):
    """`SEAT:TEXT`, as it was given with `ready`."""

    name = "seat:text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Seat, str]:
        seat, colon, share = str(value).partition(":")
        if not (colon and seat.isdecimal()):
            self.fail(f"{value!r} is not a seat, a colon and what that seat gave", param, ctx)
        return Seat(int(seat)), share


class _Commitment(click.ParamType[str]):
    """64 hexadecimal digits."""

    name = "hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not _is_hash(str(value)):
            self.fail(f"{value!r} is not 64 hexadecimal digits", param, ctx)
        return str(value).lower()


@click.command()
@click.argument("transcript")
@click.option("--commitment", type=_Commitment(), help="The commitment that you noted before the match began.")
@click.option("--link", "links", type=_Link(), multiple=True, help="A link that you noted during it; as often as any.")
@click.option("--entropy", type=_Entropy(), multiple=True, help="What you gave when you were ready.")
@click.option(
    "--cards",
    type=click.Path(path_type=Path),
    envvar="QUARTERDECK_CARDS",
    help="The folder with the further card sets that it was played with.",
)
@click.option("--json", "as_json", is_flag=True, help="Say it as JSON.")
@click.pass_context
def verify(
    ctx: click.Context,
    transcript: str,
    commitment: str | None,
    links: tuple[tuple[Version, str], ...],
    entropy: tuple[tuple[Seat, str], ...],
    cards: Path | None,
    as_json: bool,
) -> NoReturn:
    """Say whether a finished match follows from its seed, its players' actions and the rules.

    TRANSCRIPT is a file, - for what is piped in, or an address like
    http://127.0.0.1:8765/v1/matches/<match>.

    Ends with 0 if everything follows, 1 if not (and says where), 2 if that cannot be said.
    """
    try:
        found = verification.verify(
            read_transcript(transcript),
            installed_games(cards),
            Noted(commitment=commitment, links=links, entropy=entropy),
        )
    except DoesNotFollow as error:
        verdict = {"follows": False, "kind": error.kind, "version": error.version, "text": str(error)}
        _say(verdict if as_json else (f"It does not follow. {str(error)[0].upper()}{str(error)[1:]}",))
        ctx.exit(DOES_NOT_FOLLOW)
    except (CannotJudge, UnreadableError) as error:
        _say({"follows": None, "text": str(error)} if as_json else (f"This cannot be verified: {error}",))
        ctx.exit(CANNOT_SAY)
    _say({"follows": True, **msgspec.to_builtins(found)} if as_json else _in_words(found))
    ctx.exit(FOLLOWS)


def _in_words(found: Found) -> tuple[str, ...]:
    causes = ", ".join(f"{number} {cause}" for cause, number in found.causes.items())
    players = found.players if found.result.places else ()  # a match that the house gave up has no places
    places = ", ".join(
        f"{place}. {player.name} (seat {seat})"
        for place, seat, player in sorted(
            (place, seat, player) for seat, (place, player) in enumerate(zip(found.result.places, players, strict=True))
        )
    )
    lines = [
        f"Everything follows: match {found.match}, {found.game} (rules {found.rules}), {len(found.players)} seats.",
        f"  seed     it is the one that was committed to: {found.commitment}",
        f"  entries  {found.entries}, each linked to the one before and decided by the rules: {causes}",
        f"  chance   shuffles: {found.shuffles}, other draws: {found.draws}; all from the seed and the seats' entropy",
        f"           {HOW_NOTED[found.are_draws_noted]}",
        f"  result   {places or 'none'}: {found.result.reason}",
    ]
    if found.losses:
        lines.append(f"  losses   {found.losses}: the store had forgotten a part, and the chain says so")
    if found.noted_of_lost:
        lines.append(f"           {found.noted_of_lost} of your notes are of what was lost: nothing can show them")
    if found.noted:
        lines.append(f"  notes    it agrees with all {found.noted} of yours")
    else:
        lines += [
            "Without notes of yours (--commitment, --entropy, --link) this shows that the transcript agrees with",
            "itself; with them, that it is the match you played, and that nobody chose its cards.",
        ]
    return tuple(lines)


def _say(verdict: tuple[str, ...] | dict[str, Any]) -> None:
    if isinstance(verdict, tuple):
        echo(*verdict)
    else:
        echo_json(verdict)


def _is_hash(text: str) -> bool:
    return len(text) == 64 and all(digit in "0123456789abcdefABCDEF" for digit in text)

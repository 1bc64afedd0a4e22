"""The command `quarterdeck replay`: shows a finished match in the terminal."""

import sys
from pathlib import Path

import click
from quarterdeck_client.commands.output import Failure
from quarterdeck_client.commands.server_options import MOST_SEATS, language_option, run, token_file_option, url_option
from quarterdeck_client.errors import ClientError
from quarterdeck_client.replays import ReplaySource, ServerReplays
from quarterdeck_client.saved_tokens import SavedTokens, usual_path
from quarterdeck_client.terminal.playback import FASTEST, SLOWEST, Playback
from quarterdeck_client.terminal.replay_app import ReplayTerminal
from quarterdeck_client.terminal.screens.replay import opened
from quarterdeck_protocol.names import MatchId, Seat, Version

from quarterdeck_server.commands.transcript_files import SCHEMES, UnreadableError, games_for, read_transcript
from quarterdeck_server.translations import language_for
from quarterdeck_server.verification.transcript_replays import TranscriptReplays


@click.command()
@click.argument("match", metavar="MATCH|FILE|URL")
@url_option
@click.option(
    "--seat", type=click.IntRange(0, MOST_SEATS - 1), help="Seat to watch from.  [default: as spectators saw it]"
)
@click.option("--at", type=click.IntRange(min=1), help="Version to start at.  [default: the first]")
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    default=1.0,
    show_default=True,
    help="Steps per second in automatic playback.",
)
@click.option("--name", help="Name of the saved player, if only players of the match can see it.")
@token_file_option
@click.option(
    "--cards",
    type=click.Path(path_type=Path),
    envvar="QUARTERDECK_CARDS",
    help="Folder with the further card sets of the transcript.",
)
@language_option
def replay(
    match: str,
    url: str,
    seat: int | None,
    at: int | None,
    speed: float,
    name: str | None,
    token_file: Path | None,
    cards: Path | None,
    language: str | None,
) -> None:
    """Replay a finished match in the terminal, step by step.

    MATCH is the id of a match on a server, a file with a transcript, or the address of a transcript like
    http://127.0.0.1:8765/v1/matches/<match>. A transcript is verified first, and needs no server.
    """
    source = source_of(match, url, name, token_file, cards, language)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure("`quarterdeck replay` needs a terminal; `quarterdeck verify` does not")
    run(_replay(source, seat, at, Playback(speed)))


def source_of(
    match: str, url: str, name: str | None, token_file: Path | None, cards: Path | None, language: str | None
) -> ReplaySource:
    """Return the source of a match that was named on the command line: a server, a file or an address. Raises
    `Failure`."""
    if match.startswith(SCHEMES) or Path(match).exists():
        try:
            transcript = read_transcript(match)
            games = games_for(transcript, cards)
        except UnreadableError as error:
            raise Failure(f"this match cannot be replayed: {error}") from error
        try:
            return TranscriptReplays(transcript, games, language_for(language))
        except ClientError as error:
            raise Failure(str(error)) from error
    if "/" in match or match.endswith(".json"):
        raise Failure(f"{match} is neither a file nor the id of a match.")
    url = url.rstrip("/")
    known = SavedTokens(token_file or usual_path()).find(url, name)
    return ServerReplays(url, MatchId(match), token=None if known is None else known.token, language=language)


async def _replay(source: ReplaySource, seat: int | None, at: int | None, playback: Playback) -> None:
    screen = await opened(
        source, seat=None if seat is None else Seat(seat), at=None if at is None else Version(at), playback=playback
    )
    await ReplayTerminal(screen).run_async()

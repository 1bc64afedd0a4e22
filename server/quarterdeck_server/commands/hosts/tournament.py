"""The command `quarterdeck tournament` with a subcommand that needs no server: it verifies an archive."""

import logging
from pathlib import Path

import click
import msgspec
from quarterdeck_client.commands.lobby.tournaments import tournament
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_protocol.encoding.file_kinds import FileKind
from quarterdeck_protocol.transcripts.signatures import PublicKeys

from quarterdeck_server.commands.transcript_files import UnreadableError, bytes_at, json_at, reason

__all__ = ["tournament"]

FOLLOWS, DOES_NOT_FOLLOW, CANNOT_SAY = 0, 1, 2
"""The exit codes of the command."""


@click.command("verify")
@click.argument("file")
@click.option(
    "--cards", type=click.Path(path_type=Path), envvar="QUARTERDECK_CARDS", help="Folder with further card sets."
)
@click.option(
    "--keys", help="Public keys that must have signed all matches: a file, or an address like http://…/v1/keys."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def verify(ctx: click.Context, file: str, cards: Path | None, keys: str | None, *, as_json: bool) -> None:
    """Derive the lots, pairings, results and standings in FILE again, from its log and transcripts.

    Save FILE with `export --as archive`. Exit status 0 if everything is correct, 1 if not, 2 if it cannot be verified.
    """
    from quarterdeck_server.cards.host_sets import games_with
    from quarterdeck_server.verification.findings import CannotJudge
    from quarterdeck_server.verification.tournament_check import TournamentArchive, TournamentFault, verify_tournament

    logging.getLogger("caissify_pairings").setLevel(logging.CRITICAL)  # it warns of byes that no pairing avoids
    try:
        archive = msgspec.json.decode(bytes_at(file), type=TournamentArchive)
        public: PublicKeys | None = None if keys is None else json_at(keys, FileKind.KEYS, PublicKeys)
        found = verify_tournament(archive, games_with(cards), public)
    except TournamentFault as error:
        _say({"follows": False, "text": str(error)} if as_json else f"This tournament is not valid: {error}.")
        ctx.exit(DOES_NOT_FOLLOW)
    except (CannotJudge, UnreadableError, OSError, ValueError) as error:
        text = reason(error)
        _say({"follows": None, "text": text} if as_json else f"This cannot be verified: {text}")
        ctx.exit(CANNOT_SAY)
    if as_json:
        _say({"follows": True, **msgspec.to_builtins(found)})
    else:
        echo(
            f"Valid: tournament {found.tournament}, {found.events} events.",
            "  lots      all from the seed, which matches the commitment",
            f"  rounds    {found.rounds}, each paired by the rules",
            f"  results   {found.matches} as in the transcripts of their matches, {found.rulings} by rulings",
            f"  signed    {found.signed} of these transcripts, by the keys that you named",
            "  standings as they follow from the log",
        )


tournament.add_local_command(verify)


def _say(verdict: dict[str, object] | str) -> None:
    if isinstance(verdict, str):
        echo(verdict)
    else:
        echo_json(verdict)

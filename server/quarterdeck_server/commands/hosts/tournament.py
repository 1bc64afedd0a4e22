"""The command `quarterdeck tournament` with subcommands that need no server: they verify an archive, and check or
continue a report."""

import logging
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from quarterdeck_client.commands.lobby.tournaments import tournament
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_protocol.encoding.file_kinds import NAMES, FileKind, kind_of
from quarterdeck_protocol.transcripts.signatures import PublicKeys

from quarterdeck_server.commands.transcript_files import UnreadableError, bytes_at, games_for, json_at, reason

__all__ = ["tournament"]

FOLLOWS, DOES_NOT_FOLLOW, CANNOT_SAY = 0, 1, 2
"""The exit codes of the command."""


@click.command("verify")
@click.argument("file")
@click.option(
    "--cards", type=click.Path(path_type=Path), envvar="QUARTERDECK_CARDS", help="Folder with further card sets."
)
@click.option(
    "--keys",
    help="Public keys that must have signed the log and all matches: a file, or an address like http://…/v1/keys.",
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
        games = games_for(archive.transcripts[0], cards) if archive.transcripts else games_with(cards)
        found = verify_tournament(archive, games, public)
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
        log = " and the log" if found.signed_log else ""
        signed = f"{found.signed} of these transcripts{log}, by the keys that you named"
        echo(
            f"Valid: tournament {found.tournament}, {found.events} events.",
            "  lots      all from the seed, which matches the commitment",
            f"  rounds    {found.rounds}, each paired by the rules",
            f"  results   {found.matches} as in the transcripts of their matches, {found.rulings} by rulings, "
            f"{found.forfeits} by disqualifications",
            f"  signed    {'not checked: name the keys with --keys' if public is None else signed}",
            "  standings as they follow from the log",
        )
        for decision in found.decided:
            echo(f"  decided   {decision}")
        for name, before in found.renamed.items():
            echo(f"  name      {name} is not signed: the matches of this player name {before}")


@click.command("import")
@click.argument("file")
@click.option("--next", "is_next", is_flag=True, help="Pair the next round, too.")
@click.option("--save", type=click.Path(path_type=Path), help="Write the report to this file, with the next round.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def import_(ctx: click.Context, file: str, save: Path | None, *, is_next: bool, as_json: bool) -> None:
    """Check the report of FIDE in FILE (TRF16 or TRF26), or pair its next round.

    Points, places and the pairings of all rounds are derived again. Exit status 0 if everything is correct, 1 if not, 2
    if the report cannot be read.
    """
    from quarterdeck_server.lobby.tournaments.reports.report_check import check_report, with_next_round
    from quarterdeck_server.lobby.tournaments.reports.report_parser import continued, parse_report

    logging.getLogger("caissify_pairings").setLevel(logging.CRITICAL)  # it warns of byes that no pairing avoids
    try:
        content = bytes_at(file)
        kind = kind_of(content)
        if kind not in {FileKind.TEXT, FileKind.NOT_UTF_8, FileKind.EMPTY, FileKind.DECK}:  # reports may be in Latin-1
            raise ValueError(f"this is not a report of FIDE: it is {NAMES[kind]}")
        report = parse_report(content)
        found = check_report(report)
        pairs = None
        if is_next:
            report, pairs = with_next_round(report)
            content = continued(content, report)
        if save is not None:
            save.write_bytes(content)
    except (UnreadableError, OSError, ValueError) as error:
        text = f"{file}: {reason(error)}"
        _say({"follows": None, "text": text} if as_json else text)
        ctx.exit(CANNOT_SAY)
    if as_json:
        fields = found._asdict() | {"rounds": [each._asdict() for each in found.rounds]}
        _say({"follows": found.is_right, **fields, "next": None if pairs is None else pairs.groups})
    else:
        echo(f"{report.name}: {len(report.players)} players, {len(found.rounds)} of {report.rounds} rounds.")
        for each in found.rounds:
            rest = (
                f"paired otherwise by the rules: {_pairs(each.expected)}" if each.expected else "as the rules pair it"
            )
            echo(f"  round {each.round}  {rest}")
        if found.places:
            echo(f"  places   other ones by the tie-breaks for {', '.join(map(str, found.places))}")
        if pairs is not None:
            echo(f"  next     {_pairs(pairs.groups)}")
    ctx.exit(FOLLOWS if found.is_right else DOES_NOT_FOLLOW)


def _pairs(groups: Sequence[tuple[int, ...]]) -> str:
    return ", ".join("-".join(map(str, each)) if len(each) > 1 else f"{each[0]} has a bye" for each in groups)


tournament.add_local_command(verify)
tournament.add_local_command(import_)


def _say(verdict: dict[str, object] | str) -> None:
    if isinstance(verdict, str):
        echo(verdict)
    else:
        echo_json(verdict)

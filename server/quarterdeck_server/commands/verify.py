"""The command `quarterdeck verify`: verifies the transcript of a match."""

from pathlib import Path
from typing import Any, NoReturn, assert_never
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import UNSET
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_protocol.encoding.file_kinds import FileKind, ForeignFile, json_of
from quarterdeck_protocol.lobby.tables import Table, TableStage
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_server.commands.transcript_files import SCHEMES, UnreadableError, games_for, json_at, read_transcript
from quarterdeck_server.verification import transcript_check
from quarterdeck_server.verification.findings import CannotJudge, DoesNotFollow, Found, Kind, Noted
from quarterdeck_server.verification.signature_check import Signed, check_signature

FOLLOWS, DOES_NOT_FOLLOW, CANNOT_SAY = 0, 1, 2
"""The exit codes of the command."""

NONE = "none"
"""The word for a seat that had bound no entropy."""

HOW_NOTED = {
    True: "each is recorded in its entry, so a program without rules can check it",
    False: "they are not recorded in the entries, because an older server started the match",
}
"""The place where draws can be read, by a flag: True if entries note it."""


class _Link(click.ParamType[tuple[Version, str]]):
    """Type of a command line argument: `VERSION:HEX`, the hash-chain link from an `update` message."""

    name = "version:hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Version, str]:
        version, colon, link = str(value).partition(":")
        if not (colon and version.isdecimal() and _is_hash(link)):
            self.fail(f"{value!r} is not a version, a colon and 64 hexadecimal digits", param, ctx)
        return Version(int(version)), link.lower()


class _Entropy(click.ParamType[tuple[Seat, str]]):
    """Type of a command line argument: `SEAT:TEXT`, the entropy that a player gave with `ready`."""

    name = "seat:text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Seat, str]:
        seat, colon, share = str(value).partition(":")
        if not (colon and seat.isdecimal()):
            self.fail(f"{value!r} is not a seat, a colon and the entropy of that seat", param, ctx)
        return Seat(int(seat)), share


class _EntropyHash(click.ParamType[tuple[Seat, str | None]]):
    """Type of a command line argument: `SEAT:HEX`, the hash of a seat's entropy as the table showed it, or `SEAT:none`
    for a seat without entropy."""

    name = "seat:hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Seat, str | None]:
        seat, colon, bound = str(value).partition(":")
        if not (colon and seat.isdecimal() and (_is_hash(bound) or bound == NONE)):
            self.fail(f"{value!r} is not a seat, a colon and 64 hexadecimal digits, or `{NONE}`", param, ctx)
        return Seat(int(seat)), None if bound == NONE else bound.lower()


class _Commitment(click.ParamType[str]):
    """Type of a command line argument: a commitment of 64 hexadecimal digits."""

    name = "hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not _is_hash(str(value)):
            self.fail(f"{value!r} is not 64 hexadecimal digits", param, ctx)
        return str(value).lower()


@click.command()
@click.argument("transcript")
@click.option("--commitment", type=_Commitment(), help="The commitment that you noted before the match.")
@click.option(
    "--link", "links", type=_Link(), multiple=True, help="A link that you noted during the match; repeatable."
)
@click.option("--entropy", type=_Entropy(), multiple=True, help="The entropy that you gave; repeatable.")
@click.option(
    "--entropy-hash",
    "entropy_hashes",
    type=_EntropyHash(),
    multiple=True,
    help="The entropy hash of a seat that you noted before you revealed yours, or none; repeatable.",
)
@click.option("--decks", "decks_commitment", type=_Commitment(), help="The commitment to all decks that you noted.")
@click.option(
    "--table",
    help="A file with the JSON of the table, or of the whole table_changed, as you received it. It has all these "
    "notes, and the match, options, players, rules, time limit and rating.",
)
@click.option(
    "--cards",
    type=click.Path(path_type=Path),
    envvar="QUARTERDECK_CARDS",
    help="Folder with the further card sets of the match.",
)
@click.option(
    "--keys",
    help="Public keys of the server that must have signed it: a file, or the server's address.  [default: the "
    "server that TRANSCRIPT came from]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def verify(
    ctx: click.Context,
    transcript: str,
    commitment: str | None,
    links: tuple[tuple[Version, str], ...],
    entropy: tuple[tuple[Seat, str], ...],
    entropy_hashes: tuple[tuple[Seat, str | None], ...],
    decks_commitment: str | None,
    table: str | None,
    cards: Path | None,
    keys: str | None,
    as_json: bool,
) -> NoReturn:
    """Verify that a finished match follows from its seed, its players' actions and the rules.

    TRANSCRIPT is a file, - for standard input, or an address like http://127.0.0.1:8765/v1/matches/<match>. Exit
    status 0 if everything is correct, 1 if not (with the place), 2 if it cannot be verified.
    """
    try:
        read = read_transcript(transcript)
        noted = Noted(
            commitment=commitment,
            links=links,
            entropy=entropy,
            entropy_hashes=entropy_hashes,
            decks_commitment=UNSET if decks_commitment is None else decks_commitment,
        )
        noted = noted if table is None else noted.with_table(_table_in(table))
        found = transcript_check.verify(read, games_for(read, cards), noted)
        whose = _whose(read, transcript, keys)
    except DoesNotFollow as error:
        verdict = {"follows": False, "kind": error.kind, "version": error.version, "text": str(error)}
        _say(verdict if as_json else (f"This transcript is not valid. {str(error)[0].upper()}{str(error)[1:]}",))
        ctx.exit(DOES_NOT_FOLLOW)
    except (CannotJudge, UnreadableError) as error:
        _say({"follows": None, "text": str(error)} if as_json else (f"This cannot be verified: {error}",))
        ctx.exit(CANNOT_SAY)
    if as_json:
        _say({"follows": True, **msgspec.to_builtins(found), "signature": msgspec.to_builtins(whose)})
    else:
        _say((*_in_words(found), *_whose_in_words(whose)))
    ctx.exit(FOLLOWS)


def _table_in(place: str) -> Table:
    """Return the table from a file that has a table, or a `table_changed` message. Raises `UnreadableError` if it has
    none, or if nothing was bound at the table yet."""
    told = json_at(place, FileKind.TABLE)
    try:
        noted = msgspec.json.encode(told["table"] if isinstance(told, dict) and "table" in told else told)
        table: Table = json_of(noted, FileKind.TABLE, Table)
    except ForeignFile as error:
        raise UnreadableError(f"{place}: {error}.") from error
    if table.stage is TableStage.GATHERING or not any(seat.entropy_hash for seat in table.places):
        raise UnreadableError(
            f"{place}: this table has no commitment yet. Save the table while it is `revealing`, or later."
        )
    return table


class _Whose(msgspec.Struct, frozen=True, kw_only=True):
    """The signer of a transcript, as far as the signer is known."""

    signed: Signed | None
    """`None` if there are no keys to hold it against, or they cannot be had."""

    key: str | None = None
    keys: str | None = None
    """The place of the keys."""


def _whose(read: Transcript, place: str, keys: str | None) -> _Whose:
    """Return the signer of a transcript. Raises `DoesNotFollow` if no required key has signed it, or `UnreadableError`
    if these keys cannot be read."""
    source = _keys_of(keys or (place if place.startswith(SCHEMES) else None))
    if source is None:
        no_keys = PublicKeys(keys=())
        found = check_signature(read, no_keys)
        return _Whose(signed=Signed.UNSIGNED if found.signed is Signed.UNSIGNED else None, key=found.key)
    try:
        public: PublicKeys | None = json_at(source, FileKind.KEYS, PublicKeys)
    except UnreadableError:
        if keys is not None:
            raise
        public = None
    found = check_signature(read, public or PublicKeys(keys=()))
    if keys is not None and found.signed is not Signed.BY_KEY:
        what = "it is not signed" if found.signed is Signed.UNSIGNED else f"the key {found.key} is not among them"
        raise DoesNotFollow(Kind.SIGNATURE, None, f"it was not signed by the server with the keys of {source}: {what}")
    signed = None if public is None and found.signed is Signed.UNKNOWN_KEY else found.signed
    return _Whose(signed=signed, key=found.key, keys=source)


def _keys_of(place: str | None) -> str | None:
    """Return the address of a server's signing keys, given the server's address. The path of a file is returned
    unchanged."""
    if place is None or not place.startswith(SCHEMES):
        return place
    address = urlsplit(place)
    return f"{address.scheme}://{address.netloc}/v1/keys"


def _whose_in_words(whose: _Whose) -> tuple[str, ...]:
    match whose.signed:
        case Signed.BY_KEY:
            return (f"  signed   by the server whose keys are at {whose.keys}, with {whose.key}",)
        case Signed.UNKNOWN_KEY:
            return (
                f"  signed   with {whose.key}, which is not one of the keys at {whose.keys}: the signer is unknown",
            )
        case Signed.UNSIGNED:
            return ("  signed   no: its server is unknown",)
        case None | Signed.UNCHECKED:
            return (f"  signed   with {whose.key}; its owner was not checked (name the server's keys with --keys)",)
        case _:
            assert_never(whose.signed)


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
        f"Valid: match {found.match}, {found.game} (rules {found.rules}), {len(found.players)} seats.",
        f"  seed     it matches the commitment: {found.commitment}",
        f"  entries  {found.entries}, each linked to the previous one and correct by the rules: {causes}",
        f"  chance   shuffles: {found.shuffles}, other draws: {found.draws}; all from the seed and the seats' entropy",
        f"           {HOW_NOTED[found.are_draws_noted]}",
        f"  result   {places or 'none'}: {found.result.reason}",
    ]
    if found.losses:
        lines.append(f"  losses   {found.losses}: the store had lost entries, and the chain records it")
    if found.noted_of_lost:
        lines.append(f"           {found.noted_of_lost} of your notes are of lost entries and cannot be checked")
    if found.noted:
        lines.append(f"  notes    all {found.noted} of your notes match")
    else:
        lines += [
            "Without your own notes (--table, --entropy, --link) this only shows that the transcript is",
            "consistent. With them, it shows that this is your match and that nobody chose its cards.",
        ]
    return tuple(lines)


def _say(verdict: tuple[str, ...] | dict[str, Any]) -> None:
    if isinstance(verdict, tuple):
        echo(*verdict)
    else:
        echo_json(verdict)


def _is_hash(text: str) -> bool:
    return len(text) == 64 and all(digit in "0123456789abcdefABCDEF" for digit in text)

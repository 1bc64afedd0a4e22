"""The command `quarterdeck backup`: saves all contents of a store in one file."""

import asyncio
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.commands.amount_done import amount_done
from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import reason_of, store_address, store_at, store_failures
from quarterdeck_server.settings import Settings, settings_from

if TYPE_CHECKING:
    from quarterdeck_server.storage.backup.backup_file import Totals
    from quarterdeck_server.storage.backup.log_chains import Census

NOT_WHOLE = 1

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_PLAIN = (
    "It has hands, seeds, the server's private keys and hashes of passwords and tokens: keep it as safe as the store."
)
_ENCRYPTED = "It is encrypted. Only the owners of the given keys can read it."


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@store_options
@click.option("--check", is_flag=True, help="Only check that FILE is complete. This needs no store.")
@click.option(
    "--encrypt-to",
    "recipients",
    multiple=True,
    metavar="KEY",
    help="Encrypt the backup for the owner of this public key: age1… or an SSH key. May be repeated.",
)
@click.option("--keep", type=click.IntRange(1, 100_000), help="FILE is a folder: keep only so many backups in it.")
@click.option("--identity", type=_FILE, help="With --check: the file with the private key of an encrypted FILE.")
def backup(
    file: Path, check: bool, recipients: tuple[str, ...], keep: int | None, identity: Path | None, **given: Any
) -> None:
    """Back up a store to a new FILE, or check a backup.

    If FILE is a folder, the backup in it is named by its time. Servers can keep running. The backup has everything
    acknowledged before it began. FILE has hands, seeds, the server's private keys and hashes of passwords and tokens:
    only its owner can read it. Exit status 1 if the backup, or the log of a match in it, is incomplete.
    """
    from quarterdeck_server.storage.backup.backup import check_backup
    from quarterdeck_server.storage.backup.backup_file import DamagedBackup
    from quarterdeck_server.storage.backup.encryption import decrypted, recipients_of
    from quarterdeck_server.storage.backup.rotation import name_at, remove_old

    folder = file if file.is_dir() else None
    if keep is not None and folder is None:
        raise Failure(f"--keep needs a folder, and {file} is none: make it first.")
    if check and folder is not None:
        raise Failure(f"{file} is a folder: name one backup in it.")
    if folder is not None:
        file = folder / name_at(datetime.now(UTC), is_encrypted=bool(recipients))
    with store_failures("No backup was written: the store cannot be reached"):
        try:
            if check:
                with decrypted(file, identity) as plain, amount_done("bytes checked") as report_progress:
                    totals, census = check_backup(plain, report_progress)
            else:
                keys = recipients_of(recipients)
                totals, census = asyncio.run(_made(settings_from(os.environ, given), file, keys))
        except OSError as error:
            raise Failure(f"{error.filename or file}: {error.strerror or error}.") from error
        except DamagedBackup as error:
            raise Failure(f"{file}: {error}") from error
    size = file.stat().st_size
    echo(f"{file} is complete: {size:,} bytes with correct checksums." if check else f"{file}: {size:,} bytes.")
    print_census(totals, census)
    if not check:
        echo(_ENCRYPTED if recipients else _PLAIN)
    if census.broken:
        raise SystemExit(NOT_WHOLE)
    if keep is not None and folder is not None:
        for old in remove_old(folder, keep):
            echo(f"{old} was removed: {keep} newer backups are in its folder.")


def print_census(totals: "Totals", census: "Census") -> None:
    """Print the contents of a backup and the matches whose logs are incomplete."""
    echo(
        f"All that was acknowledged before {_at(totals.began)}, the lobby as of {_at(totals.lobby_at)}:",
        f"{number_of_matches(census)} {census.others:,} other records.",
    )
    print_broken_logs(census)


def number_of_matches(census: "Census", when: str = "") -> str:
    """Return a sentence with the number of matches in a backup, which also says if all their logs are complete."""
    whole = ", each of which follows from the one before" * (not census.broken)
    return (
        f"{census.matches:,} matches with {census.entries:,} entries{when}{whole}; {census.going_on:,} of them go on."
    )


def print_broken_logs(census: "Census") -> None:
    """Print the matches whose logs are incomplete."""
    if census.broken:
        echo(f"The logs of {census.broken:,} matches are incomplete:", *(f"  {each}" for each in census.named))


def _at(moment: Milliseconds) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


async def _made(settings: Settings, file: Path, recipients: Sequence[Any]) -> tuple["Totals", "Census"]:
    from quarterdeck_server.storage.backup.backup import make_backup

    async with store_address(settings) as address:
        with amount_done("keys read") as report_progress:
            made = await make_backup(address, file, version("quarterdeck"), report_progress, recipients=recipients)
        if not made[1].broken:
            await _record(address, settings, made[0].began)
        return made


async def _record(address: str, settings: Settings, began: Milliseconds) -> None:
    """Record the backup in the store, for metrics. The backup is complete even if that fails."""
    from quarterdeck_server.lobby.operator_duties import record_backup
    from quarterdeck_server.store_errors import Unavailable

    try:
        async with store_at(address, settings) as store:
            await record_backup(store.documents, began)
    except Unavailable as error:
        echo(f"The backup could not be recorded in the store, so metrics do not know of it: {reason_of(error)}.")

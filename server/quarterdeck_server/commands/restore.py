"""The command `quarterdeck restore`: writes a backup back into a store."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from quarterdeck_client.commands.output import Failure, echo

from quarterdeck_server.commands.amount_done import amount_done
from quarterdeck_server.commands.backup import NOT_WHOLE, number_of_matches, print_broken_logs, print_census
from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import WHERE, store_address, store_failures
from quarterdeck_server.settings import Settings, settings_from

if TYPE_CHECKING:
    from quarterdeck_server.storage.backup.backup_file import Totals
    from quarterdeck_server.storage.backup.log_chains import Census


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@store_options
@click.option("--replace", is_flag=True, help="First delete Quarterdeck's data in the store.")
@click.option(
    "--identity",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file with the private key of an encrypted FILE.",
)
@click.option("--same-history", is_flag=True, help="Continue matches in their old history, without a new epoch.")
def restore(file: Path, replace: bool, same_history: bool, identity: Path | None, **given: Any) -> None:
    """Restore a backup into an empty store that no server uses.

    FILE is checked to its end first: a damaged file changes nothing. Afterwards the chain of every match in the
    store is checked. Running matches continue in a new epoch, and their players are notified that they went back to
    an earlier state. With --same-history they continue unchanged. Use it if nobody has played since the backup
    began, or if servers that kept running write back their memory (--after-data-loss restore). Exit status 1 if the
    restore failed, or the log of a match is incomplete.
    """
    from quarterdeck_server.storage.backup.backup_file import DamagedBackup
    from quarterdeck_server.storage.backup.encryption import decrypted
    from quarterdeck_server.storage.backup.restoration import NotEmpty
    from quarterdeck_server.store_errors import AccessDenied, Unavailable

    with store_failures():
        try:
            with decrypted(file, identity) as plain:
                totals, census, there = asyncio.run(
                    _restored(settings_from(os.environ, given), plain, replace=replace, same_history=same_history)
                )
        except NotEmpty as error:
            raise Failure(str(error)) from error
        except DamagedBackup as error:
            raise Failure(f"{file}: {error} Nothing was changed.") from error
        except OSError as error:
            raise Failure(f"{error.filename or file}: {error.strerror or error}.") from error
        except AccessDenied:
            raise
        except Unavailable as error:
            raise Failure(
                f"The restore stopped before its end: {str(error).rstrip('.')}.",
                f"Empty the store or use --replace, and start again. {WHERE}",
            ) from error
    print_census(totals, census)
    gone = census.matches - there.matches
    ended = f" {gone:,} that had ended long ago were not restored." if gone else ""
    echo(f"The store has {number_of_matches(there, ' now')}{ended}")
    print_broken_logs(there)
    if there.going_on != census.going_on:
        echo(
            "Fewer matches are running than in the file: check the store with `quarterdeck doctor`, or start "
            "again with --replace."
        )
    if there.broken or there.going_on != census.going_on:
        raise SystemExit(NOT_WHOLE)


async def _restored(
    settings: Settings, file: Path, *, replace: bool, same_history: bool
) -> tuple["Totals", "Census", "Census"]:
    from quarterdeck_server.storage.backup.restoration import restore_backup

    async with store_address(settings, new=True) as address:
        with amount_done("bytes restored") as told:
            return await restore_backup(address, file, replace=replace, same_history=same_history, report_progress=told)

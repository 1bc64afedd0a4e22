"""`quarterdeck restore`: a backup, put back into a store."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from quarterdeck_client.commands.output import Failure, echo

from quarterdeck_server.commands.amount_done import amount_done
from quarterdeck_server.commands.backup import NOT_WHOLE, number_of_matches, say_census, say_what_is_broken
from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import WHERE, store_address, store_failures
from quarterdeck_server.settings import Settings, settings_from

if TYPE_CHECKING:
    from quarterdeck_server.storage.backup.backup_file import Totals
    from quarterdeck_server.storage.backup.log_chains import Census


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@store_options
@click.option("--replace", is_flag=True, help="Remove what is Quarterdeck's in the store before.")
@click.option("--same-history", is_flag=True, help="Let matches go on in the history that they had.")
def restore(file: Path, replace: bool, same_history: bool, **given: Any) -> None:
    """Put a backup back into a store that is empty, and that no server uses.

    First FILE is read to its end: what was altered or cut short changes nothing. Afterwards the chain of every match
    that the store has now is followed.

    Matches that go on do so in a new epoch, and their players are told that they were put back to an earlier moment.
    With --same-history they go on as if nothing had been: that is for when nobody has played since the backup began, or
    when servers that have been running since are to write back what they remember (--after-data-loss restore).

    Ends with 1 if it was not done, or the log of a match is not whole.
    """
    from quarterdeck_server.storage.backup.backup_file import DamagedBackup
    from quarterdeck_server.storage.backup.restoration import NotEmpty
    from quarterdeck_server.store_errors import NotLetIn, Unavailable

    with store_failures():
        try:
            totals, census, there = asyncio.run(
                _restored(settings_from(os.environ, given), file, replace=replace, same_history=same_history)
            )
        except NotEmpty as error:
            raise Failure(str(error)) from error
        except DamagedBackup as error:
            raise Failure(f"{file}: {error} Nothing was changed.") from error
        except OSError as error:
            raise Failure(f"{error.filename or file}: {error.strerror or error}.") from error
        except NotLetIn:
            raise
        except Unavailable as error:
            raise Failure(
                f"It was not done to its end: {str(error).rstrip('.')}.",
                f"Empty the store, or use --replace, and begin again; {WHERE}",
            ) from error
    say_census(totals, census)
    gone = census.matches - there.matches
    ended = f" {gone:,} that had ended long ago were not kept any longer." if gone else ""
    echo(f"The store has {number_of_matches(there, ' now')}{ended}")
    say_what_is_broken(there)
    if there.going_on != census.going_on:
        echo("Not as many go on as in the file: `quarterdeck doctor` looks at the store, and --replace begins anew.")
    if there.broken or there.going_on != census.going_on:
        raise SystemExit(NOT_WHOLE)


async def _restored(
    settings: Settings, file: Path, *, replace: bool, same_history: bool
) -> tuple["Totals", "Census", "Census"]:
    from quarterdeck_server.storage.backup.restoration import restore_backup

    async with store_address(settings, new=True) as address:
        with amount_done("bytes put back") as told:
            return await restore_backup(address, file, replace=replace, same_history=same_history, told=told)

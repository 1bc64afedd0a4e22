"""The command `quarterdeck archive`: compress, move, list and check finished matches by hand."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from quarterdeck_client.commands.groups import WholeHelp
from quarterdeck_client.commands.output import Failure, echo
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import reached_store, store_failures
from quarterdeck_server.settings import Settings, settings_from

MATCHES_AT_ONCE = 500
FAILED = 1

Tell = Callable[[int], None]


@click.group(cls=WholeHelp)
def archive() -> None:
    """Pack, archive and check the logs of finished matches.

    Servers do this by themselves. Finished steps are not repeated, and an interrupted command continues.
    """


archive_option = click.option(
    "--archive", help="Address of the archive: file:///folder or s3://bucket/prefix.  [default: QUARTERDECK_ARCHIVE]"
)


@archive.command("pack")
@store_options
def pack_matches(**given: Any) -> None:
    """Pack the logs of all finished matches in the store. Earlier releases stored them as streams."""
    _report(_run(given, _pack_all))


@archive.command("move")
@store_options
@archive_option
@click.option("--keep-finished", type=int, help="Move matches that ended this many days ago.  [default: 30]")
def move_matches(**given: Any) -> None:
    """Move old finished matches from the store into the archive. Each is removed from the store after its copy in the
    archive was read back and checked."""
    _report(_run(given, _move_all))


@archive.command("list")
@archive_option
def list_matches(**given: Any) -> None:
    """List the archive: matches with their bytes, and other files."""
    number, size = _run(given, _list_all)
    echo(f"{number} matches, {size} bytes.")


@archive.command("check")
@archive_option
def check_matches(**given: Any) -> None:
    """Check the links of every match in the archive. Exit status 1 if one is wrong."""
    _report(_run(given, _check_all))


def _report(done: "Done") -> None:
    for fault in done.faults:
        echo(f"FAULT  {fault}")
    echo(f"{done.number} {done.what}, {done.passed_over} skipped, {len(done.faults)} failed.")
    if done.faults:
        raise SystemExit(FAILED)


class Done:
    """The outcome of an archive command."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.number = 0
        self.passed_over = 0
        self.faults: list[str] = []


def _run(given: dict[str, Any], work: Callable[[Settings], Awaitable[Any]]) -> Any:
    from quarterdeck_server.storage.archive.archive import ArchiveAway

    async def run() -> Any:
        return await work(settings_from(os.environ, given))

    with store_failures():
        try:
            return asyncio.run(run())
        except ArchiveAway as error:
            raise Failure(f"The archive cannot be reached: {error}.") from error


async def _pack_all(settings: Settings) -> Done:
    from quarterdeck_server.lobby.ratings.documents import PACK_AFTER
    from quarterdeck_server.metrics import RetentionMetrics
    from quarterdeck_server.services.retention import Retention

    async with reached_store(settings) as store:
        retention = Retention(store.log, store.documents, RetentionMetrics(), keep_days=settings.keep_finished)
        return await _each(store, PACK_AFTER, Done("packed"), retention.pack)


async def _move_all(settings: Settings) -> Done:
    from quarterdeck_server.metrics import RetentionMetrics
    from quarterdeck_server.services.retention import Retention
    from quarterdeck_server.storage.lifetimes import DAY

    matches = _archive(settings)
    async with reached_store(settings) as store:
        metrics, days = RetentionMetrics(), settings.keep_finished
        retention = Retention(store.log, store.documents, metrics, keep_days=days, archive=matches)
        return await _each(store, days * DAY * 1000, Done("moved"), retention.move)


async def _each(store: Any, age: int, done: Done, do: Callable[[MatchId], Awaitable[None]]) -> Done:
    """Run `do` for every match with a log in the store that ended at least `age` milliseconds ago."""
    from quarterdeck_server.lobby.ratings.documents import SETTLED
    from quarterdeck_server.storage.archive.archive import ArchiveAway
    from quarterdeck_server.store_errors import Conflict

    high = await store.documents.now() - age
    total = await store.documents.count(SETTLED, high=high)
    with _progress(done.what, total) as tell:
        for skip in range(0, total, MATCHES_AT_ONCE):
            found = await store.documents.listed(SETTLED, most=MATCHES_AT_ONCE, high=high, skip=skip)
            versions = await store.log.versions([MatchId(match) for match, _ in found])
            for match, version in versions.items():
                if not version:
                    done.passed_over += 1
                else:
                    try:
                        await do(match)
                        done.number += 1
                    except (ArchiveAway, Conflict, ValueError) as error:
                        done.faults.append(f"{match}: {error}")
                tell(1)
    return done


async def _list_all(settings: Settings) -> tuple[int, int]:
    number = total = 0
    async for match, name, size in _archive(settings).matches():
        echo(f"{size:>10}  {match or f'no match: {name}'}")
        number += match is not None
        total += size
    return number, total


async def _check_all(settings: Settings) -> Done:
    from quarterdeck_server.storage.packed_log import DamagedError

    matches, done = _archive(settings), Done("whole")
    found = [(match, name) async for match, name, _ in matches.matches()]
    with _progress("checked", len(found)) as tell:
        for match, name in found:
            if match is None:
                done.passed_over += 1
            else:
                try:
                    if await matches.get(match) is None:  # removed since it was listed, with a player's account
                        done.passed_over += 1
                    else:
                        done.number += 1
                except DamagedError as error:
                    done.faults.append(f"{name}: {error}")
            tell(1)
    return done


def _archive(settings: Settings) -> Any:
    from quarterdeck_server.storage.archive.archive_address import archive_at
    from quarterdeck_server.storage.archive.match_archive import MatchArchive

    if not settings.archive:
        raise ValueError("No archive is set: name it with --archive or QUARTERDECK_ARCHIVE.")
    return MatchArchive(archive_at(settings.archive))


@contextmanager
def _progress(what: str, total: int) -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("matches {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda number: progress.advance(task, number)

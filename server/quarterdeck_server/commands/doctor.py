"""`quarterdeck doctor`: the faults of a store, and their repair."""

import asyncio
import os
from collections.abc import Sequence
from typing import Any

import click
from quarterdeck_client.commands.output import echo

from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import store_address, store_failures
from quarterdeck_server.settings import Settings, settings_from
from quarterdeck_server.storage.durability import Durability, durability_of

UNWELL = 1


@click.command()
@store_options
@click.option(
    "--durability", help="What the servers are started with, as for `serve`.  [default: what it is set up for]"
)
@click.option("--archive", help="Where finished matches go, as for `serve`; looked at, too.  [default: nowhere]")
@click.option("--most", type=click.IntRange(1), default=2_000_000, show_default=True, help="How many keys to look at.")
def doctor(most: int, **given: Any) -> None:
    """Look a store over and say how to mend what is wrong with it. Nothing is changed there; an archive is given a
    small file, which is removed at once.

    It may be done while servers run on it: keys are read a few hundred at a time. Exit status 1 if something has to be
    mended.
    """
    from quarterdeck_server.storage.redis.examination import Examined

    with store_failures():
        settings = settings_from(os.environ, given)
        found: Examined = asyncio.run(_examined(settings, most))
        findings = [*found.findings, *asyncio.run(_of_archive(settings))]
    for finding in findings:
        echo(f"{'FAULT' if finding.is_fault else 'note '}  {finding.text}", f"       to mend it: {finding.mend}")
    partly = "" if found.is_whole else "; there are more, which --most says"
    is_well = not any(finding.is_fault for finding in findings)
    well = "Nothing has to be mended." if is_well else "Something has to be mended."
    echo(f"{well} Looked at {found.keys} keys{partly}.")
    echo(f"{_promised(found.durable)} deploy/README.md says what each loses.")
    if not is_well:
        raise SystemExit(UNWELL)


async def _examined(settings: Settings, most: int) -> Any:
    from quarterdeck_server.storage.redis.examination import examined

    async with store_address(settings) as address:
        chosen = durability_of(settings.store, settings.durability) if settings.durability else None
        return await examined(address, durability=chosen, most=most)


async def _of_archive(settings: Settings) -> list[Any]:
    """Return the faults of the archive, if the settings name one."""
    if not settings.archive:
        return []
    from quarterdeck_server.storage.archive.archive import ArchiveAway, try_archive
    from quarterdeck_server.storage.archive.archive_address import archive_at
    from quarterdeck_server.storage.redis.server_findings import Finding

    try:
        await try_archive(archive_at(settings.archive))
    except ArchiveAway as away:
        mend = "see to its server, its folder or its keys; matches stay in the store meanwhile, for 30 days more"
        return [Finding(f"the archive cannot be reached: {away}", mend)]
    return []


def _promised(durable: Sequence[Durability]) -> str:
    if not durable:
        return "It can promise nothing of what it acknowledges."
    return f"What it can promise, by --durability: {', '.join(map(str, durable))}."

"""The command `quarterdeck doctor`: reports the faults of a store and how to repair them."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
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
    "--durability", help="Durability of the servers, as for `serve`.  [default: what the store is configured for]"
)
@click.option("--archive", help="Address of the archive, as for `serve`; it is checked too.  [default: none]")
@click.option("--mail", help="File with the mail server, as for `serve`; a sign-in is tried.  [default: none]")
@click.option("--most", type=click.IntRange(1), default=2_000_000, show_default=True, help="Number of keys to check.")
def doctor(most: int, **given: Any) -> None:
    """Check a store, and say how to fix its faults.

    The store is not changed. An archive gets a small file, which is removed at once, and a mail server gets no mail.
    Servers can keep running: keys are read a few hundred at a time. Exit status 1 if something must be fixed.
    """
    from quarterdeck_server.storage.redis.examination import Examined

    with store_failures():
        mail = given.pop("mail")
        settings = settings_from(os.environ, given)
        file = Path(mail).expanduser() if mail else settings.mail_file
        found: Examined = asyncio.run(_examined(settings, most))
        findings = [*found.findings, *asyncio.run(_of_archive(settings)), *asyncio.run(_of_mail(file))]
    for finding in findings:
        echo(f"{'FAULT' if finding.is_fault else 'note '}  {finding.text}", f"       fix: {finding.mend}")
    partly = "" if found.is_whole else "; use --most to check more"
    is_well = not any(finding.is_fault for finding in findings)
    well = "No faults found." if is_well else "Faults found."
    echo(f"{well} Checked {found.keys} keys{partly}.")
    echo(f"{_promised(found.durable)} See deploy/README.md for what each level can lose.")
    if not is_well:
        raise SystemExit(UNWELL)


async def _examined(settings: Settings, most: int) -> Any:
    from quarterdeck_server.storage.redis.examination import examined

    async with store_address(settings) as address:
        chosen = durability_of(settings.store, settings.durability) if settings.durability else None
        return await examined(address, durability=chosen, most=most)


async def _of_archive(settings: Settings) -> list[Any]:
    """Return the faults of the match archive, if the settings name an archive."""
    if not settings.archive:
        return []
    from quarterdeck_server.storage.archive.archive import ArchiveAway, try_archive
    from quarterdeck_server.storage.archive.archive_address import archive_at
    from quarterdeck_server.storage.redis.server_findings import Finding

    try:
        await try_archive(archive_at(settings.archive))
    except ArchiveAway as away:
        mend = "check its server, folder and keys; until then, matches stay in the store for 30 more days"
        return [Finding(f"the archive cannot be reached: {away}", mend)]
    return []


async def _of_mail(file: Path | None) -> list[Any]:
    """Return the fault of the mail server in a file. No mail is sent."""
    if file is None:
        return []
    from quarterdeck_server.lobby.mail.mail_file import read_mail_file
    from quarterdeck_server.storage.redis.server_findings import Finding
    from quarterdeck_server.web.mail.smtp import MailSender

    try:
        fault = await MailSender(read_mail_file(file)).try_connection()
    except ValueError as error:
        return [Finding(f"the mail file: {error}", "write it as deploy/SIGN_ON.md says")]
    return [] if fault is None else [Finding(f"the mail server: {fault.what}", fault.right)]


def _promised(durable: Sequence[Durability]) -> str:
    if not durable:
        return "The store can lose anything that it acknowledged."
    return f"Possible values of --durability: {', '.join(map(str, durable))}."

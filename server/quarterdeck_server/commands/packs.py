"""The command `quarterdeck packs` with a subcommand that reads the store directly: an audit that tests if opened packs
follow the published odds."""

import asyncio
import os
from typing import TYPE_CHECKING, Any

import click
import msgspec
from quarterdeck_client.commands.lobby.packs import packs
from quarterdeck_client.commands.output import echo, echo_json

from quarterdeck_server.commands.amount_done import amount_done
from quarterdeck_server.commands.setting_options import store_options
from quarterdeck_server.commands.store_address import reached_store, store_failures
from quarterdeck_server.settings import settings_from

__all__ = ["packs"]

if TYPE_CHECKING:
    from quarterdeck_server.lobby.collection.pack_audit import PackAudit

UNWELL = 1


@click.command("audit")
@store_options
@click.option("--cards", help="Folder with further card sets, as for `serve`.  [default: none]")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def audit_packs(*, as_json: bool, **given: Any) -> None:
    """Draw every opened pack again, compare all counts, and test the odds with a chi-square test.

    Nothing is changed. Servers can keep running. Exit status 1 if a pack differs from its draw, a count is wrong, or
    the odds are so unlikely that only one honest server in a thousand would have them.
    """
    with store_failures():
        found = asyncio.run(_audited(given))
    if as_json:
        echo_json(msgspec.to_builtins(found))
    else:
        _say(found)
    if found.faults or found.doubts:
        raise SystemExit(UNWELL)


packs.add_local_command(audit_packs)


def _say(found: "PackAudit") -> None:
    for pool in found.odds.pools:
        fifth = ", ".join(f"{count:,} {rarity}" for rarity, count in pool.fifth.items())
        echo(f"{pool.lists.game} ({pool.pool[:8]}): {pool.packs:,} packs; fifth cards: {fifth}")
        for each in pool.fits:
            echo(f"       {each.what:<10}  chi-square {each.chi_square:8.1f} of {each.degrees:3}, p {each.p:.3f}")
    for fault in found.faults:
        echo(f"FAULT  {fault}")
    for doubt in found.doubts:
        echo(f"DOUBT  {doubt}")
    well = "Faults found." if found.faults or found.doubts else "No faults found."
    echo(f"{well} {found.packs:,} packs were drawn again.")


async def _audited(given: dict[str, Any]) -> "PackAudit":
    from quarterdeck_server.cards.host_sets import games_with
    from quarterdeck_server.lobby.collection.pack_audit import audited_packs
    from quarterdeck_server.lobby.collection.pack_pools import pools_of

    settings = settings_from(os.environ, given)
    pools = pools_of(games_with(settings.cards_directory, settings.sets))
    async with reached_store(settings) as store:
        with amount_done("accounts looked through") as done:
            return await audited_packs(store.documents, pools, done)
